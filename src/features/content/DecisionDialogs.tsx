import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';

interface OneDialogProps {
  review: ReviewDto;
  onClose: () => void;
}

/** Lets the money go, with what that comes to. */
export function ApproveDialog({ review, amount, openComments, onClose }: OneDialogProps & { amount: string; openComments: number }) {
  const { t } = useTranslation('content');
  const duration = useDurationText();
  const [requestKey] = useState(randomId);
  const approve = trpc.escrow.approve.useMutation(withRequestKey(requestKey));
  const { milestone, creator, terms } = review;
  const money = { amount: milestone.amount, currency: milestone.currency };
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('approve.title', { milestone: milestone.title })}
      submitLabel={t('decide.approve', { amount })}
      variant="money"
      pending={approve.isPending}
      error={approve.error}
      onDecide={() => approve.mutateAsync({ milestoneId: milestone.id, version: milestone.version })}
    >
      <QuoteLines lines={[{ id: 'held', label: t('approve.held'), money }]} total={{ label: t('approve.to', { name: creator.name }), money }} />
      {openComments > 0 ? <p>{t('decide.open', { count: openComments })}</p> : null}
      <p className="text-sm text-muted-foreground">{t('approve.next', { time: duration(terms.clocks.clearing) })}</p>
    </DecisionDialog>
  );
}

/** Takes more time for the review, once. */
export function ExtendDialog({ review, onClose }: OneDialogProps) {
  const { t } = useTranslation('content');
  const duration = useDurationText();
  const { milestone, terms } = review;
  const [requestKey] = useState(randomId);
  const extend = trpc.escrow.extendReview.useMutation(withRequestKey(requestKey));
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('extend.title', { time: duration(terms.clocks.extension) })}
      submitLabel={t('extend.submit')}
      variant="ink"
      pending={extend.isPending}
      error={extend.error}
      onDecide={() => extend.mutateAsync({ milestoneId: milestone.id, version: milestone.version })}
    >
      <p>{t('extend.text')}</p>
      {milestone.deadlineAt ? <p className="text-sm text-muted-foreground">{t('extend.now')} <DateText value={milestone.deadlineAt} /></p> : null}
    </DecisionDialog>
  );
}
