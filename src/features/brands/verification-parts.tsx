import { useTranslation } from 'react-i18next';
import type { Verification } from '../../../server/features/brands/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export const refresh = (): Promise<void> => api.brands.invalidate();

/** Where the TXT record belongs, and what it contains. */
export function Record({ verification: { domain, record } }: { verification: Verification }) {
  const { t } = useTranslation('brands');
  return (
    <dl className="grid gap-1 text-sm">
      <dt className="text-muted-foreground">{t('verify.host')}</dt>
      <dd>
        <code dir="ltr" className="select-all">
          {domain}
        </code>
      </dd>
      <dt className="text-muted-foreground">{t('verify.record')}</dt>
      <dd>
        <code dir="ltr" className="rounded-sm bg-secondary px-2 py-1 wrap-anywhere select-all">
          {record}
        </code>
      </dd>
    </dl>
  );
}

/** Look at the records now, and give up. */
export function Actions({ look, giveUp }: { look: boolean; giveUp: string }) {
  const { t } = useTranslation('brands');
  const explain = useErrorText();
  const check = trpc.brands.checkVerification.useMutation({ onSettled: refresh });
  const withdraw = trpc.brands.withdrawVerification.useMutation({ onSettled: refresh });
  const problem = check.error ?? withdraw.error;
  return (
    <>
      {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        {look ? (
          <Button pending={check.isPending} onClick={() => check.mutate()}>
            {t('verify.check')}
          </Button>
        ) : null}
        <Button variant="quiet" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {giveUp}
        </Button>
      </div>
    </>
  );
}
