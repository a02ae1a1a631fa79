import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const ChangesDialog = lazy(() => import('@/features/content/ChangesDialog.tsx').then((module) => ({ default: module.ChangesDialog })));

export interface DecisionProps {
  review: ReviewDto;
  openComments: number;
  onNewest: boolean;
  onNewestVersion: () => void;
}

const ACT = 'grid content-start gap-1 [&>[data-slot=button]]:w-full';

type Choice = 'approve' | 'changes' | 'extend';

/** The brand's decision at the foot of the panel; whatever it is, the clock decides when nobody does. */
export function Decision({ review, openComments, onNewest, onNewestVersion }: DecisionProps) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const [choice, setChoice] = useState<Choice | null>(null);
  const { milestone, creator } = review;
  const amount = format.money({ amount: milestone.amount, currency: milestone.currency });
  if (milestone.state !== 'delivered') return <p className="text-sm">{t(`after.${afterOf(milestone.state)}`, { amount, name: creator.name })}</p>;
  if (!onNewest) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{t('decide.olderVersion')}</p>
        <Button onClick={onNewestVersion}>{t('decide.toNewest')}</Button>
      </div>
    );
  }
  const lastRound = milestone.roundsMax - milestone.round === 1;
  const { can } = milestone;
  return (
    <div className="grid gap-2">
      <p className="mb-1 text-sm">
        {openComments > 0 ? `${t('decide.open', { count: openComments })} ` : null}
        <span className="text-muted-foreground">{t('decide.accepts')}</span>
      </p>
      <div className={ACT}>
        <RefusableButton variant="money" size="large" can={can.approve} onClick={() => setChoice('approve')}>
          {t('decide.approve', { amount })}
        </RefusableButton>
      </div>
      <div className="flex flex-wrap gap-2 [&>div]:grow">
        <div className={ACT}>
          <RefusableButton can={can.requestChanges} said={can.requestChanges === can.approve} onClick={() => setChoice('changes')}>
            {t(lastRound ? 'decide.changesLast' : 'decide.changes')}
          </RefusableButton>
        </div>
        <div className={ACT}>
          <RefusableButton can={can.extendReview} said={can.extendReview === can.approve} onClick={() => setChoice('extend')}>
            {t('decide.extend')}
          </RefusableButton>
        </div>
      </div>
      {choice === 'approve' ? <ApproveDialog review={review} amount={amount} openComments={openComments} onClose={() => setChoice(null)} /> : null}
      {choice === 'changes' ? (
        <Suspense fallback={null}>
          <ChangesDialog review={review} onClose={() => setChoice(null)} />
        </Suspense>
      ) : null}
      {choice === 'extend' ? <ExtendDialog review={review} onClose={() => setChoice(null)} /> : null}
    </div>
  );
}

interface OneDialogProps {
  review: ReviewDto;
  onClose: () => void;
}

function ApproveDialog({ review, amount, openComments, onClose }: OneDialogProps & { amount: string; openComments: number }) {
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

function ExtendDialog({ review, onClose }: OneDialogProps) {
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

type After = 'waitFunding' | 'waitWork' | 'waitChanges' | 'overdue' | 'approved' | 'released' | 'refunded' | 'void';

function afterOf(state: ReviewDto['milestone']['state']): After {
  switch (state) {
    case 'proposed':
    case 'awaiting_funding':
    case 'funding':
      return 'waitFunding';
    case 'changes_requested':
      return 'waitChanges';
    case 'overdue':
      return 'overdue';
    case 'approved':
    case 'auto_approved':
    case 'clearing':
    case 'releasing':
      return 'approved';
    case 'released':
      return 'released';
    case 'refunding':
    case 'refunded':
      return 'refunded';
    case 'void':
      return 'void';
    default:
      return 'waitWork';
  }
}
