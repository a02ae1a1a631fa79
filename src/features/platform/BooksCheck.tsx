import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Runs every money invariant now; a breach is named as in the handbook of money. */
export function BooksCheck() {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const check = trpc.platform.check.useMutation();
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <Button pending={check.isPending} onClick={() => check.mutate()}>{t('check.button')}</Button>
      {check.error ? <Alert tone="problem">{explain(check.error)}</Alert> : null}
      {check.data && check.data.breaches.length === 0 ? (
        <Alert tone="done">{t('check.clean')} <DateText value={check.data.checkedAt} as="time" /></Alert>
      ) : null}
      {check.data && check.data.breaches.length > 0 ? (
        <Alert tone="problem" title={t('check.breaches', { count: check.data.breaches.length })}>
          <ul className="mt-1 grid gap-1">
            {check.data.breaches.map((b) => (
              <li key={`${b.invariant}:${b.detail}`}><bdi dir="ltr"><b className="font-semibold">{b.invariant}</b> {b.detail}</bdi></li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}
