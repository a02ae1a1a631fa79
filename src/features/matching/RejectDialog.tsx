import { useTranslation } from 'react-i18next';
import type { VoteReason } from '../../../server/features/matching/rules.ts';
import type { MatchedCreator } from '../../../server/features/matching/schema.ts';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';

const REASONS = ['topic', 'audience', 'place', 'price', 'content', 'other'] as const satisfies readonly VoteReason[];

/** Leaves a creator out of the campaign's rankings; the reason may raise the weight of a part. */
export function RejectDialog({
  match: { creator },
  campaignId,
  onClose,
}: {
  match: MatchedCreator;
  campaignId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('matching');
  const form = useAppForm({
    schema: () => import('@/features/matching/checks.ts').then((checks) => checks.rejectReason),
    defaultValues: { reason: 'topic' },
  });
  const vote = trpc.matching.vote.useMutation({
    onSuccess: async () => {
      onClose();
      await api.matching.ofCampaign.invalidate({ campaignId });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('reject.title', { name: creator.name })}
      submitLabel={t('reject.submit')}
      form={form}
      draft={`reject.${campaignId}.${creator.orgId}`}
      pending={vote.isPending}
      submitError={vote.error}
      onSubmit={({ reason }) => vote.mutateAsync({ campaignId, creatorOrg: creator.orgId, isUp: false, reason })}
    >
      <RadioField
        control={form.control}
        name="reason"
        label={t('reject.reason')}
        hint={t('reject.hint')}
        options={REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) }))}
      />
    </FormDialog>
  );
}
