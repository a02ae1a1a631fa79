import { keepUntilWith } from '../../server/features/addenda/clocks/rules.ts';
import { planAddendum } from '../../server/features/addenda/rules.ts';
import { declineRefusal, signRefusal, withdrawRefusal } from '../../server/features/addenda/turns.ts';
import { stepOf } from '../../server/core/money.ts';
import * as cardDisputes from '../../server/features/payments/card-disputes/rules.ts';
import * as charges from '../../server/features/ledger/charges/rules.ts';
import * as contests from '../../server/features/ledger/contests/rules.ts';
import * as debts from '../../server/features/payments/debts/rules.ts';
import * as lines from '../../server/features/payments/lines/rules.ts';
import * as postings from '../../server/features/ledger/rules.ts';
import { factsOf, booksOf } from '../../server/features/escrow/milestone/facts.ts';
import {
  endOfDeal,
  endsByBank,
  endsByFraud,
  isApproved,
  isHeldBack,
  isTerminable,
  isTerminal,
  MILESTONE_MACHINE,
  refundsStop,
  releaseStops,
  withoutShortage,
} from '../../server/features/escrow/milestone/rules.ts';
import {
  cancellationOf,
  cancelReason,
  isOfAttempt,
  isOver,
  refundOutcome,
  settlementOf,
} from '../../server/features/escrow/refund/rules.ts';
import {
  clearsByPost,
  isLive,
  livePlan,
  liveStepOf,
  partUpTo,
  postTime,
  waitsForPost,
} from '../../server/features/escrow/live/rules.ts';
import {
  clearsBesideDispute,
  legsOfPart,
  partProblem,
  partSuffix,
  previewOfPart,
  releaseStep,
  restOf,
  sharesOfPart,
} from '../../server/features/escrow/release/rules.ts';
import { approvalOf, disputeAction, refusalOfSeen } from '../../server/features/escrow/rules.ts';
import {
  answersOf,
  inOrder,
  lastDayWarnings,
  planOf,
  takesMoneyOut,
  whileStopped,
} from '../../server/features/escrow/timers/plan.ts';
import {
  areTimersPaused,
  deadlines,
  fundableFromOf,
  holdEnd,
  holdsInEscrow,
  isFundable,
  moreDays,
  workBefore,
} from '../../server/features/escrow/timers/rules.ts';
import {
  answerBy,
  BACK_TO,
  endOfRequest,
  keepsProblem,
  silentOutcome,
} from '../../server/features/escrow/cancel/rules.ts';
import {
  actRefusal,
  allTo,
  appealDueAt,
  disputeLimit,
  isUndecided,
  meetingPoint,
  otherSide,
  phaseEnd,
  planPhases,
  resumption,
  terminationTimes,
} from '../../server/features/disputes/rules.ts';
import {
  decisionProblem,
  endOf,
  factsOf as factsOfDispute,
  resumesInTime,
} from '../../server/features/disputes/row/rules.ts';
import { disputedPart, disputedPartProblem } from '../../server/features/disputes/part/rules.ts';
import { settledShares, settlementAt, splitProblem } from '../../server/features/escrow/settlement/rules.ts';
import {
  becamePayableSince,
  methodRefusal,
  needsPayer,
  paysAutomatically,
} from '../../server/features/payment-methods/rules.ts';
import { releaseLimitOf, withinLimit } from '../../server/features/orgs/rules.ts';
import { isTakenBack, payable, payoutRefusal } from '../../server/features/payouts/rules.ts';
import { banksToNote } from '../../server/features/payouts/banks/rules.ts';
import { nextPayoutAt, nextWithWaits, scheduledMinimum } from '../../server/features/payouts/schedule/rules.ts';
import {
  holdsMoney,
  isAcceptable,
  isActive,
  isAsQuoted,
  isBackAgain,
  isLate,
  isOwnRefund,
  isSuspended,
  paymentOp,
  possibleOutcomes,
  routeOf,
  takesPayment,
  wasReturned,
} from '../../server/features/payments/rules.ts';
import { answeredServerError } from '../../server/features/provider-calls/provider-error.ts';
import { keyExpiryOf, keyOf, looksFirst } from '../../server/features/provider-calls/rules.ts';

/**
 * The product's own decisions, as the simulation calls them. One of them may be replaced by a broken one (`broken.ts`); the
 * product itself has no such switch.
 */
export const PRODUCT = {
  actRefusal,
  addenda: { declineRefusal, signRefusal, withdrawRefusal },
  allTo,
  answeredServerError,
  answersOf,
  appealDueAt,
  approvalOf,
  areTimersPaused,
  banksToNote,
  booksOf,
  cancellationOf,
  cancelReason,
  cardDisputes: { ...cardDisputes },
  charges: { ...charges },
  clearsByPost,
  contested: contests.contested,
  contests: { ...contests },
  debts: { ...debts },
  decisionProblem,
  disputeLimit,
  disputeRefunded: contests.disputeRefunded,
  deadlines: { ...deadlines },
  answerBy,
  backTo: BACK_TO,
  endOfDeal,
  endOfPhase: endOf,
  endOfRequest,
  endsByBank,
  endsByFraud,
  factsOf,
  factsOfDispute,
  fundableFromOf,
  holdEnd,
  holdsInEscrow,
  holdsMoney,
  inOrder,
  floatSuffices: cardDisputes.floatSuffices,
  isAcceptable,
  isActive,
  isApproved,
  isAsQuoted,
  isBackAgain,
  isFundable,
  isHeldBack,
  isLate,
  isLive,
  isOfAttempt,
  isOver,
  isOwnRefund,
  isSuspended,
  isTakenBack,
  isTerminable,
  isTerminal,
  isUndecided,
  keyExpiryOf,
  keyOf,
  keepsProblem,
  keepUntilWith,
  lastDayWarnings,
  legsOfPart,
  lines: { ...lines },
  livePlan,
  liveStepOf,
  looksFirst,
  machine: MILESTONE_MACHINE,
  moreDays,
  meetingPoint,
  methodRefusal,
  methods: { becamePayableSince, needsPayer, paysAutomatically },
  nextPayoutAt,
  nextWithWaits,
  otherSide,
  partProblem,
  partSuffix,
  partUpTo,
  payable,
  paymentOp,
  possibleOutcomes,
  payoutRefusal,
  phaseEnd,
  planAddendum,
  planOf,
  planPhases,
  postTime,
  postings: { ...postings },
  clearsBesideDispute,
  previewOfPart,
  refundOutcome,
  refundsStop,
  refusalOfSeen,
  releaseLimitOf,
  releaseStep,
  releaseStops,
  restOf,
  resumesInTime,
  resumption,
  routeOf,
  scheduledMinimum,
  settledShares,
  settlementAt,
  settlementOf,
  sharesOfPart,
  silentOutcome,
  disputeAction,
  disputedPart,
  disputedPartProblem,
  splitProblem,
  stepOf,
  takesMoneyOut,
  takesPayment,
  terminationTimes,
  waitsForPost,
  wasReturned,
  whileStopped,
  withinLimit,
  withoutShortage,
  workBefore,
};
export type Rules = typeof PRODUCT;
