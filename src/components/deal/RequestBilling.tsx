import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { roleMay } from '../../../server/features/orgs/rules.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** For a member who may not edit billing details: who can, and for those who pay a button that requests missing ones. */
export function RequestBilling({ complete = false }: { complete?: boolean }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const explain = useErrorText();
  const members = useQuery(api.orgs.members.queryOptions());
  const mayPay = usePermitted('escrow.fund') === true;
  const request = trpc.orgs.requestBilling.useMutation();
  if (members.isPending) return <PendingSkeleton as="panel" rows={2} />;
  if (members.isError && !members.data)
    return <ErrorState error={members.error} onRetry={() => void members.refetch()} />;
  const names = members.data.filter(({ role }) => roleMay(role, 'billing.edit')).map(({ name }) => isolateBidi(name));
  return (
    <div className="grid justify-items-start gap-3">
      <p>{t(complete ? 'billing.request.change' : 'billing.request.text', { names: format.list(names) })}</p>
      {complete || !mayPay ? null : request.isSuccess ? (
        <Alert tone="done">{t('billing.request.done')}</Alert>
      ) : (
        <Button variant="ink" pending={request.isPending} onClick={() => request.mutate()}>
          {t('billing.request.button')}
        </Button>
      )}
      {request.error ? <Alert tone="problem">{explain(request.error)}</Alert> : null}
    </div>
  );
}
