import { describe, expect, test } from 'vitest';
import { plus } from '../../../../server/core/clock.ts';
import { answerBy } from '../../../../server/features/escrow/cancel/rules.ts';
import { liveStep, type PostFacts } from '../../../../server/features/escrow/live/rules.ts';
import { releaseStep } from '../../../../server/features/escrow/release/rules.ts';
import { refusalOf, type DealAction, type MilestoneFacts } from '../../../../server/features/escrow/rules.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import * as timers from '../../../../server/features/escrow/timers/rules.ts';
import {
  actRefusal,
  DISPUTE_PHASES,
  disputeLimit,
  fitPhases,
  PHASE_MS,
} from '../../../../server/features/disputes/rules.ts';
import { decisionProblem } from '../../../../server/features/disputes/row/rules.ts';
import type { DisputeAction, DisputePhase, DisputeState } from '../../../../server/features/disputes/schema.ts';
import { PROPOSAL_LIFE_MS } from '../../../../server/features/approvals/rules.ts';
import { offerRefusal } from '../../../../server/features/offers/rules.ts';
import * as evidence from '../../../../server/features/payments/evidence/rules.ts';
import * as payments from '../../../../server/features/payments/rules.ts';
import * as policies from '../../../../server/features/policies/rules.ts';
import { afterLook, keptUntil, looksOf } from '../../../../server/features/publications/rules.ts';
import { payoutsWaitFrom } from '../../../../server/features/tax-profiles/rules.ts';
import { clocks as clocksSchema, type Clocks } from '../../../../server/features/terms/schema.ts';

/*
 * Every clock of a deal at one second before its end, at it and one second after it, begun before a change to or from daylight
 * saving, before a 29 February, before the 28 of another year, and before the turn of a year. A clock that is added without a
 * row fails.
 */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** Begun an hour or so before each change. */
const BEGUN = {
  'the end of daylight saving in Europe': '2026-10-24T23:30:00.000Z',
  'the beginning of daylight saving in Europe': '2027-03-28T00:30:00.000Z',
  'the end of daylight saving in America': '2026-11-01T05:30:00.000Z',
  'a 29 February': '2028-02-28T22:59:59.500Z',
  'the end of a February without it': '2027-02-28T22:59:59.500Z',
  'the turn of the year': '2026-12-31T22:30:00.000Z',
} as const;

/** The zone of working days is no clock: `working-days.test.ts` counts them. */
type ContractClock = Exclude<keyof Clocks, 'workingDaysIn'>;
const CLOCKS: Required<Pick<Clocks, ContractClock>> = {
  signature: 'P7D',
  funding: 'PT72H',
  review: 'P5D',
  extension: 'PT73H',
  revisionTurn: 'P3D',
  overdueAfter: 'PT24H',
  grace: 'P8D',
  clearing: 'PT74H',
  cancelAnswer: 'PT71H',
  posting: 'P9D',
  postGrace: 'PT75H',
  retention: 'P30D',
};
const { deadlines } = timers;

/** When the clock ends, and whether at a moment the time that it gives is still running. */
interface Row {
  /** Its real length, written down here once more. */
  ms: number;
  end(begun: Date): Date;
  runs(end: Date, now: Date, begun: Date): boolean;
}

const milestone = (state: MilestoneState, end: Date, more: Partial<MilestoneFacts> = {}): MilestoneFacts => ({
  state,
  deadlineAt: end,
  round: 0,
  roundsMax: 2,
  reviewExtended: false,
  holds: [],
  dueAt: end,
  bonus: false,
  clocks: CLOCKS,
  holdEnd: null,
  creatorOnHold: false,
  accepted: false,
  held: 40_000,
  cancelProposedBy: null,
  ...more,
});
/** The act is open while the clock runs, and refused from its end on because of it. */
const closes =
  (state: MilestoneState, action: DealAction, side: 'brand' | 'creator', more: Partial<MilestoneFacts> = {}) =>
  (end: Date, now: Date): boolean => {
    const viewer = { side, role: 'owner' as const, mandate: null, mayRelease: null, now };
    const refused = refusalOf(action, milestone(state, end, more), viewer);
    expect([null, 'escrow.deadline_passed']).toContain(refused);
    return refused === null;
  };
const dispute = (state: DisputeState, end: Date) => ({
  state,
  amount: 40_000,
  returned: 0,
  kept: null,
  openedSide: 'brand' as const,
  joinedAt: null,
  answered: { brand: false, creator: false },
  priorState: 'delivered' as const,
  decided: false,
  phaseEndsAt: end,
  holds: [],
});
const phase = (name: DisputePhase, state: DisputeState, action: DisputeAction | null): Row => ({
  ms: { talk: 5, evidence: 3, decision: 7, appeal: 3, execution: 3 }[name] * DAY,
  end: (begun) => new Date(begun.getTime() + fitPhases(begun, new Date(begun.getTime() + 21 * DAY))![name]),
  runs(end, now) {
    if (action) return actRefusal(action, dispute(state, end), { side: 'creator', now, resumes: true }) === null;
    return decisionProblem({ state, phase_ends_at: end }, { now, related: false, tookPart: false }) === null;
  },
});
const passed = (until: Date): PostFacts => ({
  state: 'failing',
  fault: true,
  passedAt: null,
  keepUntil: until,
  decideUntil: null,
  linkedAt: until,
  changedAt: until,
});
const live = (
  state: 'awaiting_live' | 'retention',
  begun: Date,
  end: Date,
  clocks = CLOCKS,
  overdueAt: Date | null = null,
) => ({
  state,
  deadlineAt: end,
  approvedAt: begun,
  overdueAt,
  extendedAt: null,
  holdEnd: null,
  clocks,
  holdback: 4_000,
});
/** A constant of the policy that only adds up with others: its end is the moment itself. */
const lasting = (ms: number, constant: number): Row => ({
  ms,
  end: (begun) => new Date(begun.getTime() + constant),
  runs: (end, now) => now < end,
});

/** Clocks of the signed contract, by their names in its terms. */
const OF_THE_CONTRACT: Record<ContractClock, Row> = {
  signature: { ms: 7 * DAY, end: (begun) => plus(begun, CLOCKS.signature), runs: (end, now) => now < end },
  funding: {
    ms: 72 * HOUR,
    end: (begun) => deadlines.funding(begun, CLOCKS, null, { dueAt: begun, bonus: false }),
    runs: closes('awaiting_funding', 'fund', 'brand', { dueAt: new Date(0) }),
  },
  review: {
    ms: 5 * DAY,
    end: (begun) => deadlines.delivered(begun, CLOCKS),
    runs: closes('delivered', 'requestChanges', 'brand'),
  },
  extension: {
    ms: 73 * HOUR,
    end: (begun) => deadlines.extended(begun, CLOCKS),
    runs: closes('delivered', 'requestChanges', 'brand', { reviewExtended: true }),
  },
  revisionTurn: {
    ms: 3 * DAY,
    end: (begun) => deadlines.changesRequested(begun, new Date(0), CLOCKS),
    runs: closes('changes_requested', 'proposeCancel', 'creator'),
  },
  overdueAfter: {
    ms: 24 * HOUR,
    end: (begun) => deadlines.funded(begun, new Date(0), CLOCKS),
    runs: closes('funded', 'cancel', 'creator'),
  },
  grace: {
    ms: 8 * DAY,
    end: (begun) => deadlines.overdue(begun, CLOCKS, null),
    runs: closes('overdue', 'submit', 'creator'),
  },
  cancelAnswer: {
    ms: 71 * HOUR,
    end: (begun) => answerBy(begun, CLOCKS),
    runs: closes('cancel_requested', 'acceptCancel', 'creator', { cancelProposedBy: 'brand' }),
  },
  clearing: {
    ms: 74 * HOUR,
    end: (begun) => deadlines.approved(begun, CLOCKS, null),
    runs: (end, now) => releaseStep({ state: 'clearing', holds: [], deadline_at: end }, now) === 'clear',
  },
  posting: {
    ms: 9 * DAY,
    end: (begun) => deadlines.posting(begun, CLOCKS, null),
    runs: (end, now, begun) => liveStep(live('awaiting_live', begun, end), null, now).do === 'wait',
  },
  postGrace: {
    ms: 75 * HOUR,
    end: (begun) => deadlines.postGrace(begun, CLOCKS, null),
    runs: (end, now, begun) => liveStep(live('awaiting_live', begun, end, CLOCKS, begun), null, now).do === 'wait',
  },
  retention: {
    ms: 30 * DAY,
    end: (begun) => keptUntil(CLOCKS, begun)!,
    runs: (end, now, begun) => liveStep(live('retention', begun, end), null, now).do === 'wait',
  },
};
const OF_DISPUTES: Record<DisputePhase, Row> = {
  talk: phase('talk', 'talk', 'offer'),
  evidence: phase('evidence', 'evidence', 'addEvidence'),
  decision: phase('decision', 'deciding', null),
  appeal: phase('appeal', 'appeal', 'appeal'),
  execution: { ...phase('execution', 'executing', null), runs: (end, now) => now < end },
};
const { looks: LOOKS, ...OF_POSTS } = policies.SHIPPED_POST_CLOCKS;
const unseen = { outcome: 'unreachable', why: 'timeout' } as const;
const watched = (state: 'watching' | 'undecided', looksDone: number, decideUntil: Date | null = null) => ({
  state,
  looksDone,
  misses: 2,
  digest: null,
  passedAt: null,
  decideUntil,
  accepted: null,
});
/** The nth look at a post is due at its end. */
const look = (n: number, ms: number): Row => ({
  ms,
  end: (begun) => looksOf({ linkedAt: begun, retentionEndsAt: null, clocks: { looks: LOOKS } })[n]!,
  runs(_end, now, begun) {
    const looks = looksOf({ linkedAt: begun, retentionEndsAt: null, clocks: { looks: LOOKS } });
    return afterLook(watched('watching', n), unseen, { looks, clocks: OF_POSTS, now }).looksDone === n;
  },
});
/** Clocks around a contract: of its offer, the looks at its post, the brand's answer about one, and tax details of its payee. */
const AROUND: Record<string, Row> = {
  offerAnswer: {
    ms: 72 * HOUR,
    end: (begun) => plus(begun, policies.SHIPPED_CLOCKS.offerAnswer.fallback),
    runs(deadlineAt, now) {
      const offer = { state: 'sent', turn: 'creator', deadlineAt, versions: 1, extended: false, fixed: false } as const;
      const refused = offerRefusal('accept', offer, 'creator', now);
      expect([null, 'offer.expired']).toContain(refused);
      return refused === null;
    },
  },
  'first look': look(0, HOUR),
  'second look': look(1, 24 * HOUR),
  'third look': look(2, 7 * DAY),
  'answer about a post': {
    ms: 72 * HOUR,
    end: (begun) =>
      afterLook(watched('watching', 2), unseen, { looks: [begun], clocks: OF_POSTS, now: begun }).decideUntil!,
    // A fault about which the brand says nothing has ended the post, and the time to dispute begins.
    runs(until, now, begun) {
      const post = { ...passed(begun), state: 'undecided', decideUntil: until } as const;
      const step = liveStep(live('retention', begun, new Date(until.getTime() + DAY)), post, now);
      return step.do === 'wait';
    },
  },
  'tax details': {
    ms: 60 * DAY,
    end: (begun) => payoutsWaitFrom({ complete: false, requestedAt: begun, reminders: 2, remindedAt: begun })!,
    runs: (end, now) => now < end,
  },
};
/** Constants of the policy, and of the timers of a milestone. */
const OF_THE_POLICY: Record<string, Row> = {
  CANCEL_ANSWER_MS: {
    ms: 72 * HOUR,
    // Of a contract that states none.
    end: (begun) => answerBy(begun, {}),
    runs: closes('cancel_requested', 'acceptCancel', 'creator', { cancelProposedBy: 'brand' }),
  },
  HOLD_CAP_MS: {
    ms: 75 * DAY,
    end: timers.holdEnd,
    // Clearing is cut at the last day: at it nothing is left to clear.
    runs: (end, now) => deadlines.approved(now, CLOCKS, end) > now,
  },
  HOLD_LIMIT_MS: {
    ms: 90 * DAY,
    end: (begun) => disputeLimit(timers.holdEnd(begun)),
    // Phases of a day each fit, or not even they.
    runs: (end, now) => fitPhases(new Date(now.getTime() - 5 * DAY + SECOND), end) !== null,
  },
  LIVE_CHECK_MS: {
    ms: 4 * DAY,
    end(begun) {
      const step = liveStep(live('awaiting_live', begun, begun, { ...CLOCKS, posting: 'PT0S' }), passed(begun), begun);
      return step.do === 'extend' ? step.until : begun;
    },
    runs: (end, now, begun) =>
      liveStep(live('awaiting_live', begun, end, { ...CLOCKS, posting: 'PT0S' }), passed(begun), now).do === 'wait',
  },
  LIVE_DISPUTE_MS: {
    ms: 3 * DAY,
    end(begun) {
      const step = liveStep(live('retention', begun, begun), { ...passed(begun), state: 'ended' }, begun);
      return step.do === 'extend' ? step.until : begun;
    },
    runs: (end, now, begun) =>
      liveStep(live('retention', begun, end), { ...passed(begun), state: 'ended' }, now).do === 'wait',
  },
  HOLDBACK_CHECK_MS: lasting(7 * DAY, policies.HOLDBACK_CHECK_MS),
  PAYMENT_PAGE_MS: lasting(31 * 60 * SECOND, timers.PAYMENT_PAGE_MS),
  PAYMENT_SETTLE_MS: lasting(60 * SECOND, timers.PAYMENT_SETTLE_MS),
  CLAIM_LIMIT_MS: lasting(24 * HOUR, timers.CLAIM_LIMIT_MS),
  QUOTE_MS: lasting(30 * 60 * SECOND, payments.QUOTE_MS),
  QUOTE_FRESH_MS: lasting(10 * 60 * SECOND, payments.QUOTE_FRESH_MS),
  PROCESSING_MS: lasting(8 * DAY, payments.PROCESSING_MS),
  RULING_APPEAL_MS: lasting(14 * DAY, payments.RULING_APPEAL_MS),
  RULING_ANSWER_MS: lasting(7 * DAY, payments.RULING_ANSWER_MS),
  SUBMIT_BEFORE_DUE_MS: lasting(6 * HOUR, evidence.SUBMIT_BEFORE_DUE_MS),
  PROPOSAL_LIFE_MS: lasting(48 * HOUR, PROPOSAL_LIFE_MS),
};

test('every clock of the terms, of a dispute, of payments and of the policy has a row', () => {
  expect(Object.keys(OF_THE_CONTRACT).sort()).toEqual(
    Object.keys(clocksSchema.shape)
      .filter((name) => name !== 'workingDaysIn')
      .sort(),
  );
  expect(Object.keys(OF_DISPUTES)).toEqual([...DISPUTE_PHASES]);
  expect(Object.keys(PHASE_MS)).toEqual([...DISPUTE_PHASES]);
  const constants = [policies, timers, payments, evidence].flatMap((one) => Object.keys(one));
  expect(Object.keys(OF_THE_POLICY).sort()).toEqual(
    [...constants.filter((name) => name.endsWith('_MS')), 'PROPOSAL_LIFE_MS'].sort(),
  );
});

const ROWS = Object.entries({ ...OF_THE_CONTRACT, ...OF_DISPUTES, ...AROUND, ...OF_THE_POLICY });
describe.each(Object.entries(BEGUN))('begun before %s', (_what, iso) => {
  const begun = new Date(iso);
  test.each(ROWS)('%s ends after its real length, not a second earlier or later', (_name, { ms, end, runs }) => {
    const ends = end(begun);
    expect(ends.getTime() - begun.getTime()).toBe(ms);
    const around = [-SECOND, 0, SECOND].map((off) => runs(ends, new Date(ends.getTime() + off), begun));
    expect(around).toEqual([true, false, false]);
  });
});
