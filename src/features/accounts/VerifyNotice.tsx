import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Session } from '@/lib/auth.ts';
import { Alert } from '@/ui/alert.tsx';

/** In the app's frame until the mailbox is verified: what is not possible before, and the link to verify it. */
export function VerifyNotice({ session }: { session: Session }) {
  const { t } = useTranslation('accounts');
  const next = useRouterState({ select: (state) => state.location.href });
  return (
    <Alert
      className="mb-5"
      action={
        <Link to="/verify-account" search={{ email: session.email, next }} className="font-semibold link">
          {t('notice.action')}
        </Link>
      }
    >
      {t('notice.text', { email: session.email })}
    </Alert>
  );
}
