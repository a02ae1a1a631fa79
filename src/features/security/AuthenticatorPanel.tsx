import { ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityOverview } from '../../../server/features/security/schema.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const NewCodesDialog = lazyNamed(() => import('@/features/security/NewCodesDialog.tsx'), 'NewCodesDialog');
const RemoveFactorDialog = lazyNamed(() => import('@/features/security/RemoveFactorDialog.tsx'), 'RemoveFactorDialog');
const SetUpDialog = lazyNamed(() => import('@/features/security/SetUpDialog.tsx'), 'SetUpDialog');

type Opened = 'set-up' | 'codes' | 'remove';
const FEW_CODES = 3;

/** The authenticator app and its recovery codes: set up, renew, remove. */
export function AuthenticatorPanel({ overview, onEnrolled }: { overview: SecurityOverview; onEnrolled: () => void }) {
  const { t } = useTranslation('security');
  const { authenticator, email, factorRequired, passkeys, removal } = overview;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const changed = () => void api.security.invalidate();
  return (
    <div className="grid gap-4">
      {authenticator.enabled ? (
        <>
          <p className="flex flex-wrap items-center gap-2.5 text-ui">
            <Tag icon={ShieldCheck}>{t('authenticator.on')}</Tag>
            {t('authenticator.left', { count: authenticator.recoveryCodesLeft })}
          </p>
          {authenticator.recoveryCodesLeft < FEW_CODES ? <Alert tone="note">{t('authenticator.few')}</Alert> : null}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpened('codes')}>{t('authenticator.renew')}</Button>
            {factorRequired || removal ? null : (
              <Button variant="quiet" onClick={() => setOpened('remove')}>
                {t('authenticator.remove')}
              </Button>
            )}
          </div>
          {factorRequired ? <p className="text-sm text-muted-foreground">{t('authenticator.required')}</p> : null}
        </>
      ) : (
        <>
          <p className="max-w-56ch text-ui">{t('authenticator.off')}</p>
          <div>
            <Button variant="ink" onClick={() => setOpened('set-up')}>
              {t('authenticator.setUp')}
            </Button>
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {opened === 'set-up' ? (
          <SetUpDialog
            email={email}
            onClose={(enabled) => {
              close();
              changed();
              if (enabled) onEnrolled();
            }}
          />
        ) : null}
        {opened === 'codes' ? <NewCodesDialog email={email} onClose={() => (close(), changed())} /> : null}
        {opened === 'remove' ? (
          <RemoveFactorDialog factor="authenticator" isLast={passkeys.length === 0} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
