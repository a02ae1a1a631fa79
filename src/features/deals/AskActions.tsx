import { Link } from '@tanstack/react-router';
import { Banknote, Clock as ClockIcon, Handshake, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { releasedAtOnce, releaseWait, type ReleaseWait } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import type { Decision } from '@/features/deals/DealDecision.tsx';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

/** Shown only to a brand with something to fund. */
const FundButton = lazyNamed(() => import('@/components/deal/FundButton.tsx'), 'FundButton');
/** The dialogs, loaded when one is about to be opened. */
export const loadDecision = async () =>
  (await Promise.all([import('@/features/deals/DealDecision.tsx'), loadTexts('content')]))[0];
const preload = { onPointerEnter: () => void loadDecision(), onFocus: () => void loadDecision() };

interface Acts {
  m: MilestoneDto;
  /** Opens the dialog of a decision. */
  open: (decision: Decision) => void;
}

const isToFund = ({ state }: MilestoneDto): boolean => state === 'awaiting_funding' || state === 'funding';
const isToSubmit = ({ state }: MilestoneDto): boolean => ['funded', 'changes_requested', 'overdue'].includes(state);

/** Delivered work that the brand has to judge; accepted work is not judged again. */
export const isToJudge = (m: MilestoneDto, mySide: DealDto['mySide']): boolean =>
  mySide === 'brand' && m.state === 'delivered' && !m.accepted;

/** Whether a side has a main action: without one, the panel has no column for it. */
export const hasAction = (m: MilestoneDto, mySide: DealDto['mySide']): boolean =>
  mySide === 'brand' ? m.state === 'delivered' || isToFund(m) : isToSubmit(m);

const approveAction = (wait: ReleaseWait | null) =>
  wait === 'hold' ? 'action.approveOnHold' : wait === 'pause' ? 'action.approvePaused' : 'action.approve';

function JudgeActions({ m, open }: Acts) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const wait = releaseWait(m, usePausedCurrencies());
  /** What an approval releases at once, where the rest waits for the post. */
  const atApproval = releasedAtOnce(m);
  return (
    <>
      <RefusableButton
        variant={m.approval === 'accept' ? 'ink' : 'money'}
        can={m.can.approve}
        {...preload}
        onClick={() => open('approve')}
      >
        {m.approval === 'release' && atApproval === 0
          ? t('choice.approve')
          : t(m.approval === 'accept' ? 'action.accept' : approveAction(wait), {
              amount: format.money({ amount: atApproval, currency: m.currency }),
            })}
      </RefusableButton>
      <RefusableButton
        can={m.can.requestChanges}
        reasonShown={m.can.requestChanges === m.can.approve}
        {...preload}
        onClick={() => open('requestChanges')}
      >
        {t('action.requestChanges')}
      </RefusableButton>
    </>
  );
}

/** The main actions of a side that {@link hasAction}. */
export function MainActions({ m, open, mySide }: Acts & { mySide: DealDto['mySide'] }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  if (mySide !== 'brand')
    return (
      <Button asChild variant="ink">
        <Link to="/content-approval/$milestoneId" params={{ milestoneId: m.id }}>
          {t('action.submit')}
        </Link>
      </Button>
    );
  if (isToFund(m))
    return (
      <Suspense fallback={null}>
        <FundButton milestone={m} several />
      </Suspense>
    );
  if (!m.accepted) return <JudgeActions m={m} open={open} />;
  return (
    <RefusableButton variant="money" can={m.can.release} {...preload} onClick={() => open('release')}>
      {t('action.release', { amount: format.money({ amount: m.rest, currency: m.currency }) })}
    </RefusableButton>
  );
}

/** Whether a milestone has an action beside the main ones. */
export const hasQuietAction = (m: MilestoneDto, judges: boolean): boolean =>
  judges || [m.can.cancel, m.can.extendWork, m.can.proposeCancel, m.can.releasePart].includes(true);

export function QuietActions({ m, open, judges }: Acts & { judges: boolean }) {
  const { t } = useTranslation('deals');
  return (
    <>
      {m.can.releasePart === true ? (
        <Button variant="quiet" {...preload} onClick={() => open('releasePart')}>
          <Banknote aria-hidden />
          {t('action.releasePart')}
        </Button>
      ) : null}
      {judges ? (
        <RefusableButton
          variant="quiet"
          can={m.can.extendReview}
          reasonShown={m.can.extendReview === m.can.approve}
          {...preload}
          onClick={() => open('extendReview')}
        >
          <ClockIcon aria-hidden />
          {t('action.extendReview')}
        </RefusableButton>
      ) : null}
      {m.can.extendWork === true ? (
        <Button variant="quiet" {...preload} onClick={() => open('extendWork')}>
          <ClockIcon aria-hidden />
          {t('action.extendWork')}
        </Button>
      ) : null}
      {m.can.proposeCancel === true ? (
        <Button variant="quiet" {...preload} onClick={() => open('proposeCancel')}>
          <Handshake aria-hidden />
          {t('action.proposeCancel')}
        </Button>
      ) : null}
      {m.can.cancel === true ? (
        <Button variant="quiet" {...preload} onClick={() => open('cancel')}>
          <Undo2 aria-hidden className="flip" />
          {t('action.cancel')}
        </Button>
      ) : null}
    </>
  );
}
