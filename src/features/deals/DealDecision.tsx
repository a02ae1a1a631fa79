import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const ApproveDialog = lazyNamed(() => import('@/components/deal/ApproveDialog.tsx'), 'ApproveDialog');
const PartDialog = lazyNamed(() => import('@/components/deal/PartDialog.tsx'), 'PartDialog');
const ProposeCancelDialog = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/ProposeCancelDialog.tsx'), loadTexts('cancel')]))[0],
  'ProposeCancelDialog',
);
const MoreTimeDialog = lazyNamed(() => import('@/features/deals/MoreTimeDialog.tsx'), 'MoreTimeDialog');
const ChangesDialog = lazyNamed(() => import('@/components/deal/ChangesDialog.tsx'), 'ChangesDialog');

export type Decision =
  | 'approve'
  | 'release'
  | 'releasePart'
  | 'requestChanges'
  | 'extendReview'
  | 'extendWork'
  | 'cancel'
  | 'proposeCancel';

type Other = 'release' | 'extendReview' | 'cancel';
const isOther = (decision: Decision | null): decision is Other =>
  decision === 'release' || decision === 'extendReview' || decision === 'cancel';

export interface DealDecisionProps {
  deal: DealDto;
  m: MilestoneDto;
  decision: Decision | null;
  onClose: () => void;
}

/** One decision with its effect on the money; decisions about the work use the dialogs of the review room. */
export function DealDecision({ deal, m, decision, onClose }: DealDecisionProps) {
  const ofWork = decision === 'approve' || decision === 'requestChanges';
  return (
    <>
      {ofWork ? <WorkDecision m={m} decision={decision} onClose={onClose} /> : null}
      {decision === 'releasePart' ? (
        <Suspense fallback={null}>
          <PartDialog deal={deal} m={m} onClose={onClose} />
        </Suspense>
      ) : null}
      {decision === 'proposeCancel' ? (
        <Suspense fallback={null}>
          <ProposeCancelDialog deal={deal} m={m} onClose={onClose} />
        </Suspense>
      ) : null}
      {decision === 'extendWork' ? (
        <Suspense fallback={null}>
          <MoreTimeDialog deal={deal} m={m} onClose={onClose} />
        </Suspense>
      ) : null}
      <OtherDecision deal={deal} m={m} decision={isOther(decision) ? decision : null} onClose={onClose} />
    </>
  );
}

function WorkDecision({
  m,
  decision,
  onClose,
}: {
  m: MilestoneDto;
  decision: 'approve' | 'requestChanges';
  onClose: () => void;
}) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const query = useQuery(api.content.review.queryOptions({ milestoneId: m.id }));
  const [known, setKnown] = useState<typeof query.data>(undefined);
  const current = query.data?.milestone.version === m.version ? query.data : undefined;
  if (current && current !== known) setKnown(current);
  // While an answer reaches the one query before the other, the dialog stays as it is: another one in its place would
  // take its focus along.
  const review = current ?? (known?.milestone.id === m.id ? known : undefined);
  if (review) {
    return (
      <Suspense fallback={null}>
        {decision === 'approve' ? (
          <ApproveDialog review={review} onClose={onClose} />
        ) : (
          <ChangesDialog review={review} onClose={onClose} />
        )}
      </Suspense>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t(decision === 'approve' ? 'approve.title' : 'changes.title', { milestone: m.title })}
      closeLabel={common('action.close')}
      footer={<Button onClick={onClose}>{common('action.cancel')}</Button>}
    >
      {query.isError ? (
        <ErrorState error={query.error} title={t('room.failed')} moneySafe onRetry={() => void query.refetch()} />
      ) : (
        <PendingSkeleton as="panel" rows={3} />
      )}
    </Dialog>
  );
}

/** An extension, a release or a cancellation with the server's preview of its effect; the button shows the amount. */
function OtherDecision({
  deal,
  m,
  decision,
  onClose,
}: Omit<DealDecisionProps, 'decision'> & { decision: Other | null }) {
  const { t } = useTranslation('deals');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [reason, setReason] = useState('');
  useFormDraft(`decision.${m.id}`, { read: () => reason || null, restore: setReason });
  const options = withRequestKey(useIntentKey(decision));
  const extendReview = trpc.escrow.extendReview.useMutation(options);
  const cancel = trpc.escrow.cancel.useMutation(options);
  const release = trpc.escrow.release.useMutation(options);
  const act = { extendReview, cancel, release }[decision ?? 'cancel'];
  useEffect(() => {
    if (decision) return;
    for (const ended of [extendReview, cancel, release]) ended.reset();
    // Only closing resets; the mutation objects change on every render.
    // oxlint-disable-next-line exhaustive-deps
  }, [decision]);

  const row = deal.whatIf?.milestoneId === m.id ? deal.whatIf.rows.find((r) => r.choice === decision) : undefined;
  const values = {
    amount: format.money({ amount: row?.amount ?? m.rest, currency: m.currency }),
    milestone: m.title,
    creator: deal.creator.name,
    brand: deal.brand.name,
  };
  const decide = async () => {
    const target = { milestoneId: m.id, version: m.version };
    await (decision === 'extendReview'
      ? extendReview.mutateAsync(target)
      : decision === 'release'
        ? release.mutateAsync(target)
        : cancel.mutateAsync({ ...target, reason: reason.trim() }));
    setReason('');
  };
  return (
    <DecisionDialog
      open={decision !== null}
      onClose={onClose}
      title={decision ? t(`dialog.${decision}.title`, values) : ''}
      submitLabel={decision ? t(`dialog.${decision}.button`, values) : ''}
      {...(decision === 'cancel' ? { keepLabel: t('dialog.cancel.keep') } : {})}
      variant={decision === 'cancel' ? 'destructive' : decision === 'release' ? 'money' : 'ink'}
      pending={act.isPending}
      error={act.error}
      onDecide={decide}
    >
      <p>
        {decision && row ? t(`outcome.${row.outcome}` as 'outcome.release', values) : null}
        {row?.at ? (
          <>
            {' '}
            {t('dialog.at')}{' '}
            <b className="font-semibold">
              <DateText value={row.at} />
            </b>
            .
          </>
        ) : null}
      </p>
      {decision === 'cancel' && row && row.recipient === 'brand' ? <p>{t('dialog.cancel.back', values)}</p> : null}
      {decision === 'cancel' ? (
        <Field id="cancel-reason" label={t('reason.cancel')} mark={common('form.optional')}>
          <Textarea
            id="cancel-reason"
            rows={3}
            maxLength={500}
            dir="auto"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      ) : null}
    </DecisionDialog>
  );
}
