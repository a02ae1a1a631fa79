import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { approvalTexts, releasedAtOnce, releaseWait } from '@/components/deal/waiting-money.ts';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

const dialogs = () => import('@/components/deal/ApproveDialog.tsx');
const ApproveDialog = lazyNamed(dialogs, 'ApproveDialog');
const ExtendDialog = lazyNamed(() => import('@/features/content/ExtendDialog.tsx'), 'ExtendDialog');
const ChangeOrderDialog = lazyNamed(
  async () => (await Promise.all([import('@/components/addenda/ChangeOrderDialog.tsx'), loadTexts('addenda')]))[0],
  'ChangeOrderDialog',
);
const PartDialog = lazyNamed(() => import('@/components/deal/PartDialog.tsx'), 'PartDialog');
const ChangesDialog = lazyNamed(() => import('@/components/deal/ChangesDialog.tsx'), 'ChangesDialog');

export interface DecisionProps {
  review: ReviewDto;
  openComments: number;
  onNewest: boolean;
  onNewestVersion: () => void;
}

const ACT = 'grid content-start gap-1 [&>[data-slot=button]]:w-full';

type Choice = 'approve' | 'changes' | 'extend' | 'more' | 'part';

/** The brand's decision at the foot of the panel; without one, the deadline decides. */
export function Decision({ review, openComments, onNewest, onNewestVersion }: DecisionProps) {
  const { t } = useTranslation('content');
  const { t: deals } = useTranslation('deals');
  const format = useFormat();
  const [choice, setChoice] = useState<Choice | null>(null);
  const { milestone, creator } = review;
  const { can } = milestone;
  const accepts = milestone.approval === 'accept';
  const texts = approvalTexts(releaseWait(milestone, usePausedCurrencies()));
  const atOnce = releasedAtOnce(milestone);
  const amount = format.money({ amount: milestone.rest, currency: milestone.currency });
  const after = afterOf(milestone.state);
  if (milestone.state === 'awaiting_live' || milestone.state === 'retention')
    return (
      <p role="status" className="text-sm">
        <LazyLiveText
          text={milestone.state === 'retention' ? 'event.live_confirmed' : 'event.awaiting_live'}
          words={{ amount, milestone: milestone.title }}
        />
      </p>
    );
  if (milestone.state !== 'delivered')
    return (
      <p role="status" className="text-sm">
        {t(`after.${after === 'approved' ? texts.after : after}`, { amount, name: creator.name })}
      </p>
    );
  if (milestone.accepted)
    return (
      <div className="grid gap-3">
        <p role="status" className="text-sm">
          {t('after.accepted', { amount, name: creator.name })}
        </p>
        {can.release === true ? (
          <Button asChild variant="money">
            <Link to="/smart-contracts/$contractId" params={{ contractId: milestone.contractId }}>
              {t('decide.toRelease')}
            </Link>
          </Button>
        ) : null}
      </div>
    );
  if (!onNewest) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{t('decide.olderVersion')}</p>
        <Button onClick={onNewestVersion}>{t('decide.toNewest')}</Button>
      </div>
    );
  }
  const lastRound = milestone.roundsMax - milestone.round === 1;
  return (
    <div className="grid gap-2">
      <p className="mb-1 text-sm">
        {openComments > 0 ? `${t('decide.open', { count: openComments })} ` : null}
        <span className="text-muted-foreground">{t('decide.accepts')}</span>
      </p>
      <div className={ACT}>
        <RefusableButton
          variant={accepts ? 'ink' : 'money'}
          size="large"
          can={can.approve}
          onPointerEnter={() => void dialogs()}
          onFocus={() => void dialogs()}
          onClick={() => setChoice('approve')}
        >
          {t(accepts || atOnce === 0 ? 'decide.accept' : texts.button, {
            amount: format.money({ amount: atOnce, currency: milestone.currency }),
          })}
        </RefusableButton>
      </div>
      <div className="flex flex-wrap gap-2 [&>div]:grow">
        <div className={ACT}>
          <RefusableButton
            can={can.requestChanges}
            reasonShown={can.requestChanges === can.approve}
            onClick={() => setChoice('changes')}
          >
            {t(lastRound ? 'decide.changesLast' : 'decide.changes')}
          </RefusableButton>
        </div>
        <div className={ACT}>
          <RefusableButton
            can={can.extendReview}
            reasonShown={can.extendReview === can.approve}
            onClick={() => setChoice('extend')}
          >
            {t('decide.extend')}
          </RefusableButton>
        </div>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        {can.releasePart === true ? (
          <Button variant="quiet" onClick={() => setChoice('part')}>
            {deals('action.releasePart')}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => setChoice('more')}>
          {t('decide.more')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {choice === 'more' ? <ChangeOrderDialog review={review} onClose={() => setChoice(null)} /> : null}
        {choice === 'part' ? <PartDialog deal={review} m={milestone} onClose={() => setChoice(null)} /> : null}
        {choice === 'approve' ? <ApproveDialog review={review} onClose={() => setChoice(null)} /> : null}
        {choice === 'changes' ? <ChangesDialog review={review} onClose={() => setChoice(null)} /> : null}
        {choice === 'extend' ? <ExtendDialog review={review} onClose={() => setChoice(null)} /> : null}
      </Suspense>
    </div>
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
