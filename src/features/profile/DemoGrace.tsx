import { useTranslation } from 'react-i18next';
import { GRACE } from '../../../server/features/policies/rules.ts';
import { useDurationText } from '@/lib/duration.ts';
import { usePlainQuery } from '@/lib/plain-query.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';

/** The length of the thirty days in the demo; renders nothing elsewhere. */
export function DemoGrace() {
  const { t } = useTranslation('profile');
  const duration = useDurationText();
  const data = usePlainQuery<RouterOutputs['accounts']['demo']>('accounts.demo');
  return data?.quickClocks ? (
    <p className="mt-1 text-sm text-muted-foreground">{t('erase.grace.demo', { duration: duration(GRACE.demo) })}</p>
  ) : null;
}
