import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const ChangesDialog = lazy(() => import('@/features/content/ChangesDialog.tsx').then((module) => ({ default: module.ChangesDialog })));

export interface DecisionProps {
  review: ReviewDto;
  openComments: number;
  onNewest: boolean;
  onNewestVersion: () => void;
}

type Choice = 'approve' | 'changes' | 'extend';

/** The brand's decision at the foot of the panel; whatever it is, the clock decides when nobody does. */
export function Decision({ review, openComments, onNewest, onNewestVersion }: DecisionProps) {
  const { t } = useTranslation('content');
  const format = useFormat();
  useErrorText();
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
      <Refusable variant="money" size="large" can={can.approve} onClick={() => setChoice('approve')}>
        {t('decide.approve', { amount })}
      </Refusable>
      <div className="flex flex-wrap gap-2 [&>div]:grow">
        <Refusable can={can.requestChanges} onClick={() => setChoice('changes')}>
          {t(lastRound ? 'decide.changesLast' : 'decide.changes')}
        </Refusable>
        <Refusable can={can.extendReview} onClick={() => setChoice('extend')}>
          {t('decide.extend')}
        </Refusable>
      </div>
      <ApproveDialog review={review} amount={amount} openComments={openComments} open={choice === 'approve'} onClose={() => setChoice(null)} />
      {choice === 'changes' ? (
        <Suspense fallback={null}>
          <ChangesDialog review={review} onClose={() => setChoice(null)} />
        </Suspense>
      ) : null}
      <ExtendDialog review={review} open={choice === 'extend'} onClose={() => setChoice(null)} />
    </div>
  );
}

/** A refused act stays in reach of the keyboard and says why. */
function Refusable({ can, children, ...button }: { can: true | string } & React.ComponentProps<typeof Button>) {
  const reason = can === true ? null : codeText(can as 'auth.not_allowed');
  return (
    <div className="grid content-start gap-1 [&>[data-slot=button]]:w-full">
      <Button {...button} aria-disabled={reason !== null || undefined}>
        {children}
      </Button>
      {reason ? <p className="text-xs text-muted-foreground">{reason}</p> : null}
    </div>
  );
}

interface OneDialogProps {
  review: ReviewDto;
  open: boolean;
  onClose: () => void;
}

/** One key per opening: a double click or a second try has one effect. */
function useKey(open: boolean): string {
  // oxlint-disable-next-line exhaustive-deps -- a new opening is a new intent
  return useMemo(() => randomId(), [open]);
}

async function refresh(): Promise<void> {
  await Promise.all([api.content.invalidate(), api.escrow.invalidate()]);
}

function ApproveDialog({ review, amount, openComments, open, onClose }: OneDialogProps & { amount: string; openComments: number }) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const duration = useDurationText();
  const approve = trpc.escrow.approve.useMutation(withRequestKey(useKey(open)));
  const { milestone, creator, terms } = review;
  const run = () => approve.mutateAsync({ milestoneId: milestone.id, version: milestone.version }).then(onClose, () => undefined).finally(() => void refresh());
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('approve.title', { milestone: milestone.title })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button variant="money" pending={approve.isPending} onClick={() => void run()}>
            {t('decide.approve', { amount })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {approve.error ? <Alert tone="problem">{explain(approve.error)}</Alert> : null}
        <QuoteLines lines={[{ id: 'held', label: t('approve.held'), money: { amount: milestone.amount, currency: milestone.currency } }]} total={{ label: t('approve.to', { name: creator.name }), money: { amount: milestone.amount, currency: milestone.currency } }} />
        {openComments > 0 ? <p>{t('decide.open', { count: openComments })}</p> : null}
        <p className="text-sm text-muted-foreground">{t('approve.next', { time: duration(terms.clocks.clearing) })}</p>
      </div>
    </Dialog>
  );
}

function ExtendDialog({ review, open, onClose }: OneDialogProps) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const duration = useDurationText();
  const { milestone, terms } = review;
  const extend = trpc.escrow.extendReview.useMutation(withRequestKey(useKey(open)));
  const run = () => extend.mutateAsync({ milestoneId: milestone.id, version: milestone.version }).then(onClose, () => undefined).finally(() => void refresh());
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('extend.title', { time: duration(terms.clocks.extension) })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button variant="ink" pending={extend.isPending} onClick={() => void run()}>
            {t('extend.submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {extend.error ? <Alert tone="problem">{explain(extend.error)}</Alert> : null}
        <p>{t('extend.text')}</p>
        {milestone.deadlineAt ? <p className="text-sm text-muted-foreground">{t('extend.now')} <DateText value={milestone.deadlineAt} /></p> : null}
      </div>
    </Dialog>
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
