import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { approvalTexts, releasedAtOnce, releaseWait } from '@/components/deal/waiting-money.ts';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ROOM_STATUS } from '@/features/content/room-status.ts';
import { RoomStatusText } from '@/features/content/RoomStatusText.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
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

export type Choice = 'approve' | 'changes' | 'extend' | 'more' | 'part';

interface ActProps {
  review: ReviewDto;
  onChoice: (choice: Choice | null) => void;
  className?: string;
}
interface NewestProps {
  /** The newest version is shown, about which is decided. */
  onNewest: boolean;
  onNewestVersion: () => void;
}
export interface DecisionProps extends ActProps, NewestProps {
  openComments: number;
  choice: Choice | null;
}

const ACT = 'grid content-start gap-1 [&>[data-slot=button]]:w-full';

/** The user may decide about the work now. Where the comments are not beside it, that is done in the bar. */
const decidesNow = ({ milestone: { state, accepted, can } }: ReviewDto): boolean =>
  state === 'delivered' && !accepted && (can.approve === true || can.requestChanges === true);

function ApproveButton({ review, onChoice, className }: ActProps) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { milestone } = review;
  const accepts = milestone.approval === 'accept';
  const texts = approvalTexts(releaseWait(milestone, usePausedCurrencies()));
  const atOnce = releasedAtOnce(milestone);
  return (
    <div className={cn(ACT, className)}>
      <RefusableButton
        variant={accepts ? 'ink' : 'money'}
        size="large"
        can={milestone.can.approve}
        onPointerEnter={() => void dialogs()}
        onFocus={() => void dialogs()}
        onClick={() => onChoice('approve')}
      >
        {t(accepts || atOnce === 0 ? 'decide.accept' : texts.button, {
          amount: format.money({ amount: atOnce, currency: milestone.currency }),
        })}
      </RefusableButton>
    </div>
  );
}

function ChangesButton({ review, onChoice, className, size = 'default' }: ActProps & { size?: 'default' | 'large' }) {
  const { t } = useTranslation('content');
  const { can, round, roundsMax } = review.milestone;
  return (
    <div className={cn(ACT, className)}>
      <RefusableButton
        size={size}
        can={can.requestChanges}
        reasonShown={can.requestChanges === can.approve}
        onClick={() => onChoice('changes')}
      >
        {t(roundsMax - round === 1 ? 'decide.changesLast' : 'decide.changes')}
      </RefusableButton>
    </div>
  );
}

/** The decision at the foot of a window in which the comments are below the work, so that it is reached without passing them. */
export function DecisionBar({ review, onNewest, onNewestVersion, onChoice }: ActProps & NewestProps) {
  const { t } = useTranslation('content');
  if (!decidesNow(review)) return null;
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-t border-border-strong bg-background px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] *:grow lg:hidden">
      {onNewest ? (
        <>
          <ChangesButton review={review} onChoice={onChoice} size="large" />
          <ApproveButton review={review} onChoice={onChoice} />
        </>
      ) : (
        <Button onClick={onNewestVersion}>{t('decide.toNewest')}</Button>
      )}
    </div>
  );
}

/** The brand's decision at the foot of the panel; without one, the deadline decides. */
export function Decision({ review, openComments, onNewest, onNewestVersion, choice, onChoice }: DecisionProps) {
  const { t } = useTranslation('content');
  const { t: deals } = useTranslation('deals');
  const format = useFormat();
  // More work is an addendum, which they propose who may sign for the brand.
  const mayAddWork = usePermitted('contract.sign') === true;
  const { milestone, creator } = review;
  const { can } = milestone;
  const inBar = decidesNow(review) && 'max-lg:hidden';
  const texts = approvalTexts(releaseWait(milestone, usePausedCurrencies()));
  const amount = format.money({ amount: milestone.rest, currency: milestone.currency });
  const words = ROOM_STATUS[milestone.state];
  if ('both' in words) return <RoomStatusText status={words.both} contractId={milestone.contractId} />;
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
        {t(`after.${words.brand === 'approved' ? texts.after : words.brand}`, { amount, name: creator.name })}
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
        <Button onClick={onNewestVersion} className={cn(inBar)}>
          {t('decide.toNewest')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="mb-1 text-sm">
        {openComments > 0 ? `${t('decide.open', { count: openComments })} ` : null}
        <span className="text-muted-foreground">{t('decide.accepts')}</span>
      </p>
      <ApproveButton review={review} onChoice={onChoice} className={cn(inBar)} />
      <div className="flex flex-wrap gap-2 [&>div]:grow">
        <ChangesButton review={review} onChoice={onChoice} className={cn(inBar)} />
        <div className={ACT}>
          <RefusableButton
            can={can.extendReview}
            reasonShown={can.extendReview === can.approve}
            onClick={() => onChoice('extend')}
          >
            {t('decide.extend')}
          </RefusableButton>
        </div>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2 empty:hidden">
        {can.releasePart === true ? (
          <Button variant="quiet" onClick={() => onChoice('part')}>
            {deals('action.releasePart')}
          </Button>
        ) : null}
        {mayAddWork ? (
          <Button variant="quiet" onClick={() => onChoice('more')}>
            {t('decide.more')}
          </Button>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {choice === 'more' ? <ChangeOrderDialog review={review} onClose={() => onChoice(null)} /> : null}
        {choice === 'part' ? <PartDialog deal={review} m={milestone} onClose={() => onChoice(null)} /> : null}
        {choice === 'approve' ? <ApproveDialog review={review} onClose={() => onChoice(null)} /> : null}
        {choice === 'changes' ? <ChangesDialog review={review} onClose={() => onChoice(null)} /> : null}
        {choice === 'extend' ? <ExtendDialog review={review} onClose={() => onChoice(null)} /> : null}
      </Suspense>
    </div>
  );
}
