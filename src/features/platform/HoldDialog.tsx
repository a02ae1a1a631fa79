import { useTranslation } from 'react-i18next';
import type { FoundOrg } from '../../../server/features/suspensions/schema.ts';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

/** Puts an account on hold, with a reason that its members read. */
export function HoldDialog({ org, onClose }: { org: Pick<FoundOrg, 'orgId' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const suspend = trpc.suspensions.suspend.useMutation({
    onSuccess: onClose,
    onSettled: () => api.operators.invalidate(),
  });
  return (
    <ReasonDialog
      schema={() =>
        import('../../../server/features/suspensions/schema.ts').then((schema) =>
          schema.suspendOrgInput.pick({ reason: true }),
        )
      }
      field="reason"
      label={t('account.reason')}
      maxLength={200}
      title={t('account.ask', { name: org.name })}
      text={t('account.text')}
      submit={t('account.suspend')}
      destructive
      draft={`hold.${org.orgId}`}
      call={suspend}
      onSubmit={(reason) => suspend.mutateAsync({ orgId: org.orgId, reason })}
      onClose={onClose}
    />
  );
}
