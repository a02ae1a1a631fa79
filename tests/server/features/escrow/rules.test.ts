import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrgRole } from '../../../../server/context.ts';
import {
  releaseLimitOf,
  roleMay,
  rolesToRelease,
  SHIPPED_RELEASE_LIMITS,
} from '../../../../server/features/orgs/rules.ts';
import { chargeFor } from '../../../../server/features/ledger/charges/rules.ts';
import {
  atZero,
  deadlines,
  fundableFrom,
  hasDemoClearing,
  holdEnd,
  moreDays,
  nextDeadline,
  workBefore,
  type DeadlineRow,
} from '../../../../server/features/escrow/timers/rules.ts';
import {
  eventHash,
  firstBrokenEvent,
  ZERO_HASH,
  type ChainedEvent,
} from '../../../../server/features/escrow/timeline/rules.ts';
import {
  isStep,
  isTerminal,
  MILESTONE_MACHINE,
  stageOf,
  TERMINAL_STATES,
} from '../../../../server/features/escrow/milestone/rules.ts';
import {
  approvalOf,
  machineAction,
  refusalOf,
  turnAt,
  turnOf,
  whatCan,
  type DealAction,
  type MilestoneFacts,
} from '../../../../server/features/escrow/rules.ts';
import type { PostTime } from '../../../../server/features/escrow/live/rules.ts';
import { cancelReason, settlementOf } from '../../../../server/features/escrow/refund/rules.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { TEST_CLOCKS } from '../../../support/deal-terms.ts';

const LATER = new Date('2030-01-02T00:00:00Z');
const NOW = new Date('2030-01-01T00:00:00Z');
const facts = (state: MilestoneState, more: Partial<MilestoneFacts> = {}): MilestoneFacts => ({
  state,
  deadlineAt: LATER,
  round: 0,
  roundsMax: 2,
  reviewExtended: false,
  holds: [],
  dueAt: LATER,
  bonus: false,
  clocks: CLOCKS,
  holdEnd: null,
  creatorOnHold: false,
  accepted: false,
  held: 40_000,
  cancelProposedBy: state === 'cancel_requested' ? 'creator' : null,
  ...more,
});
/** A post that did not come, within its grace period. */
const OVERDUE_POST: PostTime = { until: LATER, overdueFrom: new Date('2029-12-31T00:00:00Z'), extension: LATER };
const ACTIONS: DealAction[] = [
  'fund',
  'submit',
  'approve',
  'release',
  'releasePart',
  'requestChanges',
  'extendReview',
  'extendWork',
  'extendPost',
  'cancel',
  'dispute',
  'proposeCancel',
  'acceptCancel',
  'declineCancel',
  'withdrawCancel',
];
const ROLES: OrgRole[] = ['owner', 'admin', 'manager', 'finance', 'reviewer', 'viewer', 'agent', 'assistant'];

test('every state is reached from proposed, and from every state time alone leads to an end', () => {
  const from = (start: MilestoneState, bySystem: boolean): Set<MilestoneState> => {
    const seen = new Set([start]);
    for (const state of seen) {
      for (const step of Object.values(MILESTONE_MACHINE)) {
        if (
          step.to &&
          (step.from as readonly string[]).includes(state) &&
          (!bySystem || (step.by as readonly string[]).includes('system'))
        )
          seen.add(step.to);
      }
    }
    return seen;
  };
  expect([...from('proposed', false)].toSorted()).toEqual([...MILESTONE_STATES].toSorted());
  for (const state of MILESTONE_STATES)
    expect([...from(state, true)].some((s) => (TERMINAL_STATES as readonly string[]).includes(s))).toBe(true);
});

test('nothing leads out of an end, and no step is silent about who takes it', () => {
  for (const [name, step] of Object.entries(MILESTONE_MACHINE)) {
    expect([name, step.from.some((s) => isTerminal(s))]).toEqual([name, false]);
    expect(step.by.length).toBeGreaterThan(0);
  }
});

test('every state with a deadline has what happens at it; claims and ends do not', () => {
  for (const state of MILESTONE_STATES) {
    const waits =
      !isTerminal(state) && !['proposed', 'funding', 'releasing', 'refunding', 'disputed', 'settling'].includes(state);
    expect([state, atZero(state) !== null]).toEqual([state, waits]);
    expect(stageOf(state)).toBeTypeOf('string');
  }
  expect(turnOf('delivered')).toBe('brand');
});

test('a button is on exactly when the machine, the role and the clock allow it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MILESTONE_STATES),
      fc.constantFrom(...ACTIONS),
      fc.constantFrom('brand' as const, 'creator' as const),
      fc.constantFrom(...ROLES),
      (state, action, side, role) => {
        const viewer = { side, role, mandate: null, mayRelease: null, now: NOW };
        // Only accepted work is released, and only work that is not accepted is judged.
        const accepted = action === 'release';
        // After the approval, only a check that was not passed is disputed.
        const m = facts(state, {
          accepted,
          ...(state === 'awaiting_live' ? { post: 'failing', postTime: OVERDUE_POST } : {}),
          ...(state === 'clearing' ? { postFailed: true } : {}),
        });
        const refused = refusalOf(action, m, viewer);
        expect(whatCan(m, viewer)[action]).toBe(refused ?? true);
        const step = machineAction(action, state);
        const allowed =
          step !== null &&
          (MILESTONE_MACHINE[step].from as readonly string[]).includes(state) &&
          (MILESTONE_MACHINE[step].by as readonly string[]).includes(side);
        if (refused === null) expect(allowed).toBe(true);
        const right = {
          fund: 'escrow.fund',
          submit: 'content.submit',
          approve: 'content.approve',
          release: 'escrow.release',
          releasePart: 'escrow.release',
          requestChanges: 'content.approve',
          extendReview: 'content.approve',
          extendWork: 'content.approve',
          extendPost: 'content.approve',
          cancel: 'escrow.cancel',
          dispute: 'escrow.cancel',
          proposeCancel: 'escrow.cancel',
          acceptCancel: 'escrow.cancel',
          declineCancel: 'escrow.cancel',
          withdrawCancel: 'escrow.cancel',
        } as const;
        // Of a request, one side answers and the other withdraws.
        const own = side === 'creator';
        const ofOther =
          state === 'cancel_requested' &&
          (action === 'withdrawCancel' ? !own : ['acceptCancel', 'declineCancel'].includes(action) && own);
        if (allowed && !ofOther && roleMay(role, right[action])) expect(refused).toBeNull();
      },
    ),
  );
});

test('held money is disputed until it is approved, by the clock or by a person who may not release it', () => {
  const owner = { side: 'brand', role: 'owner', mandate: null, mayRelease: null, now: NOW } as const;
  const refused = (state: MilestoneState, more: Partial<MilestoneFacts> = {}) =>
    refusalOf('dispute', facts(state, more), owner);
  expect(MILESTONE_STATES.filter((state) => refused(state) === null)).toEqual([
    'funded',
    'delivered',
    'changes_requested',
    'overdue',
    'retention',
  ]);
  // After an approval, a check that the post did not pass, and what is kept back.
  for (const post of ['failing', 'undecided', 'ended'] as const) expect(refused('awaiting_live', { post })).toBeNull();
  for (const post of ['waiting', 'live', null] as const)
    expect(refused('awaiting_live', { post })).toBe('dispute.no_fault');
  expect(refused('retention', { accepted: true })).toBeNull();
  // What clears by a live post, once a look has seen a fault of that; its creator has nothing to dispute.
  expect([
    refused('clearing', { postFailed: true, accepted: true }),
    refused('clearing', { post: 'live' }),
    refused('clearing'),
  ]).toEqual([null, 'dispute.no_fault', 'dispute.approved']);
  const late = { postFailed: true, deadlineAt: NOW };
  expect(refused('clearing', late)).toBe('escrow.deadline_passed');
  expect(refusalOf('dispute', facts('clearing', { postFailed: true }), { ...owner, side: 'creator' })).toBe(
    'dispute.approved',
  );
  expect(refused('auto_approved')).toBe('dispute.approved');
  expect(refused('delivered', { accepted: true })).toBe('dispute.approved');
  expect(refused('awaiting_funding')).toBe('dispute.not_funded');
  expect(refused('funded', { held: 0 })).toBe('dispute.not_funded');
  expect(refused('funded', { holds: ['card_dispute'] })).toBe('escrow.on_hold');
  // An agency's wish becomes a request; without acting for the creator it has none.
  const agent = { ...owner, side: 'creator', role: 'agent', mandate: [] } as const;
  expect(refusalOf('dispute', facts('delivered'), { ...agent, acting: true })).toBeNull();
  expect(refusalOf('dispute', facts('delivered'), { ...agent, role: 'owner' })).toBe('auth.creator_only');
});

const BRAND = { side: 'brand', role: 'owner', mandate: null, mayRelease: null, now: NOW } as const;

test('a side that withdrew its dispute does not open it again; the other side can', () => {
  const states = ['funded', 'delivered', 'changes_requested', 'overdue', 'awaiting_live', 'retention'] as const;
  expect(refusalOf('dispute', facts('clearing', { withdrew: ['brand'], postFailed: true }), BRAND)).toBe(
    'dispute.withdrawn_before',
  );
  for (const state of states)
    for (const side of ['brand', 'creator'] as const) {
      const viewer = { side, role: 'owner', mandate: null, mayRelease: null, now: NOW } as const;
      const withdrawn = facts(state, { withdrew: ['brand'], post: 'failing' });
      expect([state, side, refusalOf('dispute', withdrawn, viewer)]).toEqual([
        state,
        side,
        side === 'brand' ? 'dispute.withdrawn_before' : null,
      ]);
    }
});

test('at its deadline, −1 ms and 0, the clock takes what a person may no longer do', () => {
  const before = new Date(LATER.getTime() - 1);
  const cases: [MilestoneState, DealAction, 'brand' | 'creator'][] = [
    ['awaiting_funding', 'fund', 'brand'],
    ['delivered', 'requestChanges', 'brand'],
    ['delivered', 'extendReview', 'brand'],
    ['overdue', 'submit', 'creator'],
    ['overdue', 'extendWork', 'brand'],
    ['delivered', 'dispute', 'creator'],
  ];
  for (const [state, action, side] of cases) {
    expect(
      refusalOf(action, facts(state), { side, role: 'owner', mandate: null, mayRelease: null, now: before }),
    ).toBeNull();
    expect(refusalOf(action, facts(state), { side, role: 'owner', mandate: null, mayRelease: null, now: LATER })).toBe(
      'escrow.deadline_passed',
    );
  }
  // What the clock is about to do anyway, and late work before it is called overdue, stay possible.
  expect(
    refusalOf('approve', facts('delivered'), {
      side: 'brand',
      role: 'owner',
      mandate: null,
      mayRelease: null,
      now: LATER,
    }),
  ).toBeNull();
  expect(
    refusalOf('submit', facts('funded'), {
      side: 'creator',
      role: 'owner',
      mandate: null,
      mayRelease: null,
      now: LATER,
    }),
  ).toBeNull();
});

test('a brand cancels or extends a post only once it is overdue, and extends it once', () => {
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  const brand = (now: Date) => ({ side: 'brand', role: 'owner', mandate: null, mayRelease: null, now }) as const;
  const waits = (change: Partial<PostTime> = {}) =>
    facts('awaiting_live', { post: null, postTime: { ...OVERDUE_POST, overdueFrom: NOW, ...change } });
  for (const action of ['cancel', 'extendPost'] as const) {
    expect([-1, 0, 1].map((ms) => refusalOf(action, waits(), brand(at(ms))))).toEqual(['state.wrong', null, null]);
    expect(refusalOf(action, facts('awaiting_live', { post: 'waiting', postTime: null }), brand(NOW))).toBe(
      'state.wrong',
    );
    expect(refusalOf(action, waits(), { ...brand(NOW), side: 'creator' })).not.toBeNull();
  }
  expect(refusalOf('extendPost', waits({ extension: 'escrow.already_extended' }), brand(NOW))).toBe(
    'escrow.already_extended',
  );
  expect(refusalOf('extendPost', waits(), brand(LATER))).toBe('escrow.deadline_passed');
  expect(cancelReason(waits(), 'brand', NOW)).toBe('not_posted');
});

test('coded reasons: rounds, extension, payment under way, role', () => {
  const brand = { side: 'brand' as const, role: 'owner' as const, mandate: null, mayRelease: null, now: NOW };
  expect(refusalOf('requestChanges', facts('delivered', { round: 2 }), brand)).toBe('escrow.no_rounds_left');
  expect(refusalOf('extendReview', facts('delivered', { reviewExtended: true }), brand)).toBe(
    'escrow.already_extended',
  );
  expect(refusalOf('fund', facts('funding'), brand)).toBe('payment.in_progress');
  expect(refusalOf('fund', facts('awaiting_funding'), { ...brand, role: 'reviewer' })).toBe('auth.not_allowed');
  expect(refusalOf('cancel', facts('overdue'), { ...brand, side: 'creator' })).toBe('state.wrong');
});

test('what an ended milestone pays adds up, and only a brand that cancels owes the kill fee', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 90_000_000 }),
      fc.integer({ min: 0, max: 2_500 }),
      fc.constantFrom('cancelled_by_brand', 'cancelled_by_creator', 'overdue', 'late_payment'),
      (price, killFeeBps, reason) => {
        const charge = chargeFor(price, 500, 2_000, 'EUR');
        const { back, kept } = settlementOf(
          charge,
          { reason: reason as 'overdue', killFeeBps, agreedKept: null },
          'EUR',
        );
        expect(back.total + kept.total).toBe(charge.total);
        expect(back.price + kept.price).toBe(price);
        if (reason !== 'cancelled_by_brand') expect(kept.total).toBe(0);
      },
    ),
  );
});

const CLOCKS = { ...TEST_CLOCKS, clearing: 'PT72H' };

test('deadlines: a late payment or an early revision never shortens the time to deliver', () => {
  const due = new Date('2030-02-01T00:00:00Z');
  expect(deadlines.funded(due, NOW, CLOCKS)).toEqual(new Date('2030-02-02T00:00:00Z'));
  expect(deadlines.funded(NOW, due, CLOCKS)).toEqual(new Date('2030-02-02T00:00:00Z'));
  expect(deadlines.changesRequested(NOW, due, CLOCKS)).toEqual(new Date('2030-02-02T00:00:00Z'));
  expect(deadlines.changesRequested(due, due, CLOCKS)).toEqual(new Date('2030-02-04T00:00:00Z'));
  const work = { dueAt: due, bonus: false };
  expect(deadlines.funding(NOW, CLOCKS, null, work)).toEqual(new Date('2030-01-04T00:00:00Z'));
  expect(deadlines.funding(NOW, CLOCKS, due, work)).toEqual(new Date('2030-02-04T00:00:00Z'));
});

const DAY = 86_400_000;
const days = (min: number, max: number) => fc.integer({ min, max }).map((n) => `P${n}D`);
const anyClocks = fc.record({
  signature: days(1, 14),
  funding: days(1, 14),
  review: days(3, 14),
  extension: days(1, 3),
  revisionTurn: days(2, 7),
  overdueAfter: days(1, 3),
  grace: days(3, 14),
  clearing: days(0, 14),
});

test('a far milestone is funded only when it is near enough, and its time to pay begins then', () => {
  const work = { dueAt: new Date(NOW.getTime() + 100 * DAY), bonus: false };
  const from = fundableFrom(work, CLOCKS)!;
  expect(from).toEqual(new Date(NOW.getTime() + (100 + 1 + 7 + 5 + 3 - 75) * DAY));
  const refusalAt = (now: Date) =>
    refusalOf('fund', facts('awaiting_funding', { ...work, deadlineAt: deadlines.funding(NOW, CLOCKS, null, work) }), {
      side: 'brand',
      role: 'owner',
      mandate: null,
      mayRelease: null,
      now,
    });
  expect(refusalAt(new Date(from.getTime() - 1))).toBe('escrow.too_early_to_fund');
  expect(refusalAt(from)).toBeNull();
  expect(deadlines.funding(NOW, CLOCKS, null, work)).toEqual(new Date(from.getTime() + 3 * DAY));
});

test('a bonus can be funded at once, however far its date is and however long the clocks of the work are', () => {
  const bonus = { dueAt: new Date(NOW.getTime() + 100 * DAY), bonus: true };
  const deadlineAt = deadlines.funding(NOW, CLOCKS, null, bonus);
  expect([fundableFrom(bonus, CLOCKS), deadlineAt]).toEqual([null, new Date(NOW.getTime() + 3 * DAY)]);
  const unfunded = facts('awaiting_funding', { ...bonus, deadlineAt });
  const brand = { side: 'brand', role: 'owner', mandate: null, mayRelease: null, now: NOW } as const;
  expect([refusalOf('fund', unfunded, brand), turnAt(unfunded, NOW)]).toEqual([null, 'brand']);
});

test('a milestone listed late but due early is not kept waiting for the one before it', () => {
  const [far, near, alsoNear] = [100, 35, 35].map((inDays, index) => ({
    seq: index + 1,
    due_at: new Date(NOW.getTime() + inDays * DAY),
  })) as [Due, Due, Due];
  const all = [far, near, alsoNear];
  expect(workBefore(far, all)).toEqual(near.due_at);
  expect(workBefore(near, all)).toBeNull();
  expect(workBefore(alsoNear, all)).toEqual(near.due_at);
  const until = deadlines.funding(NOW, CLOCKS, workBefore(near, all), { dueAt: near.due_at, bonus: false });
  expect(until).toEqual(new Date(NOW.getTime() + 3 * DAY));
  for (const m of all) expect(workBefore(m, all)?.getTime() ?? 0).toBeLessThanOrEqual(m.due_at.getTime());
});
type Due = { seq: number; due_at: Date };

test('no side is prompted to fund what cannot be funded yet', () => {
  const far = { dueAt: new Date(NOW.getTime() + 100 * DAY), bonus: false, clocks: CLOCKS };
  const from = fundableFrom(far, CLOCKS)!;
  expect(turnAt({ ...far, state: 'awaiting_funding' }, new Date(from.getTime() - 1))).toBeNull();
  expect(turnAt({ ...far, state: 'awaiting_funding' }, from)).toBe('brand');
  for (const state of MILESTONE_STATES)
    if (state !== 'awaiting_funding') expect(turnAt({ ...far, state }, NOW), state).toBe(turnOf(state));
});

test('whatever both sides do, and however late, money leaves escrow before it has been held for too long', () => {
  type Choice = 'in_time' | 'late' | 'changes' | 'extend' | 'accept' | 'more';
  fc.assert(
    fc.property(
      anyClocks,
      fc.integer({ min: 0, max: 120 }),
      fc.array(fc.constantFrom<Choice>('in_time', 'late', 'changes', 'extend', 'accept', 'more'), { maxLength: 14 }),
      (clocks, dueIn, choices) => {
        const dueAt = new Date(NOW.getTime() + dueIn * DAY);
        let now = new Date(Math.max(NOW.getTime(), fundableFrom({ dueAt, bonus: false }, clocks)!.getTime()));
        const end = holdEnd(now);
        let state = 'funded' as MilestoneState;
        let deadlineAt = deadlines.funded(dueAt, now, clocks);
        let reviewExtended = false;
        const may = (action: DealAction) =>
          refusalOf(
            action,
            {
              state,
              deadlineAt,
              round: 0,
              roundsMax: 99,
              reviewExtended,
              holds: [],
              dueAt,
              bonus: false,
              clocks,
              holdEnd: end,
              creatorOnHold: false,
              accepted: false,
              held: 40_000,
              cancelProposedBy: null,
            },
            { side: 'brand', role: 'owner', mandate: null, mayRelease: null, now },
          ) === null;
        const go = (to: MilestoneState, deadline: Date) => {
          [state, deadlineAt] = [to, deadline];
        };
        // Both sides act in the last moment; without choices left, the deadline decides.
        for (const choice of choices) {
          now = new Date(deadlineAt.getTime() - 1);
          if (state === 'delivered') {
            if (choice === 'extend' && may('extendReview')) {
              reviewExtended = true;
              go('delivered', deadlines.extended(deadlineAt, clocks));
            } else if (choice === 'changes' && may('requestChanges'))
              go('changes_requested', deadlines.changesRequested(now, dueAt, clocks));
          } else if (choice === 'more' && may('extendWork'))
            go('overdue', deadlines.moreTime(deadlineAt, moreDays({ deadlineAt, holdEnd: end, clocks })));
          else if (choice === 'late' && state !== 'overdue') go('overdue', deadlines.overdue(deadlineAt, clocks, end));
          else if (choice !== 'late') {
            reviewExtended = false;
            go('delivered', deadlines.delivered(now, clocks));
          }
        }
        if (state === 'funded' || state === 'changes_requested')
          go('overdue', deadlines.overdue(deadlineAt, clocks, end));
        if (state === 'delivered') go('approved', deadlines.approved(deadlineAt, clocks, end));
        expect(deadlineAt.getTime()).toBeLessThanOrEqual(end.getTime());
      },
    ),
    { numRuns: 2_000 },
  );
});

async function chainOf(length: number): Promise<ChainedEvent[]> {
  const events: ChainedEvent[] = [];
  let prevHash = ZERO_HASH;
  for (let seq = 1; seq <= length; seq += 1) {
    const event = {
      seq,
      type: 'funded' as const,
      milestoneId: 'm',
      actorKind: 'system' as const,
      actorName: null,
      data: { amount: seq },
      at: NOW,
      held: seq,
      released: 0,
      refunded: 0,
      disputed: 0,
    };
    const hash = await eventHash(prevHash, { ...event, contractId: 'c' });
    events.push({ ...event, prevHash, hash });
    prevHash = hash;
  }
  return events;
}

test('any change to any event of a chain is found', async () => {
  const chain = await chainOf(5);
  expect(await firstBrokenEvent('c', chain)).toBeNull();
  expect(await firstBrokenEvent('other', chain)).toBe(1);
  const changes: Partial<ChainedEvent>[] = [
    { type: 'released' },
    { held: 99 },
    { data: { amount: 7 } },
    { at: LATER },
    { actorName: 'Eve' },
    { milestoneId: null },
    { seq: 9 },
    { prevHash: ZERO_HASH.replace('0', '1') },
  ];
  for (const change of changes) {
    expect(
      await firstBrokenEvent(
        'c',
        chain.map((e, i) => (i === 2 ? { ...e, ...change } : e)),
      ),
    ).toBe(3);
  }
  expect(
    await firstBrokenEvent(
      'c',
      chain.filter((_, i) => i !== 2),
    ),
  ).toBe(3);
});

test('isStep follows the machine', () => {
  expect(isStep('funded', 'delivered')).toBe(true);
  expect(isStep('funded', 'released')).toBe(false);
});

test('work counts to its due date and only then to the moment at which it is overdue; the end of a payment page is no deadline', () => {
  const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  const row = (state: MilestoneState, more: Partial<DeadlineRow> = {}): DeadlineRow => ({
    state,
    due_at: at(48),
    work_due_at: null,
    deadline_at: at(72),
    funding_deadline_at: at(60),
    holds: [],
    ...more,
  });
  expect(nextDeadline(row('funded'), NOW)).toEqual({ at: at(48), event: 'due' });
  expect(nextDeadline(row('funded'), at(48))).toEqual({ at: at(72), event: 'overdue' });
  expect(nextDeadline(row('changes_requested', { work_due_at: at(70) }), NOW)).toEqual({ at: at(70), event: 'due' });
  expect(nextDeadline(row('changes_requested', { work_due_at: at(72) }), at(71))).toEqual({ at: at(72), event: 'due' });
  expect(nextDeadline(row('overdue', { deadline_at: at(200) }), NOW)).toEqual({ at: at(200), event: 'refund' });
  expect(
    nextDeadline(row('funding', { deadline_at: at(0.5) }), NOW),
    'the page ends in half an hour, the funding later',
  ).toEqual({ at: at(60), event: 'void' });
  expect(
    nextDeadline(row('funding', { deadline_at: at(192) }), NOW),
    'a bank that takes its time outlasts the funding deadline',
  ).toBeNull();
  expect(nextDeadline(row('clearing', { holds: ['admin'] }), NOW)).toBeNull();
  for (const state of ['proposed', 'releasing', 'refunding', 'released', 'refunded', 'void'] as const)
    expect(nextDeadline(row(state), NOW), state).toBeNull();
});

test('an agency submits under a mandate with that scope, and never cancels', () => {
  const agency = (mandate: readonly ('negotiate' | 'submit')[]) => ({
    side: 'creator' as const,
    role: 'owner' as const,
    mandate,
    mayRelease: 0,
    now: NOW,
  });
  expect(refusalOf('submit', facts('funded'), agency(['submit']))).toBeNull();
  expect(refusalOf('submit', facts('funded'), agency(['negotiate']))).toBe('auth.no_mandate');
  expect(refusalOf('submit', facts('funded'), agency([]))).toBe('auth.no_mandate');
  for (const mandate of [[], ['submit', 'negotiate']] as const)
    expect(refusalOf('cancel', facts('funded'), agency(mandate))).toBe('auth.creator_only');
});

test("only a deal that clears for the demo's short time is marked so", () => {
  expect(hasDemoClearing('demo', 'PT30S')).toBe(true);
  expect([
    hasDemoClearing('demo', 'PT0S'),
    hasDemoClearing('demo', 'P1D'),
    hasDemoClearing('standard', 'PT30S'),
  ]).toEqual([false, false, false]);
});

test('without the right to release, or above its limit, an approval accepts the work; the right alone releases it', () => {
  const viewer = (role: OrgRole, mayRelease: number | null) => ({
    side: 'brand' as const,
    role,
    mandate: null,
    mayRelease,
    now: NOW,
  });
  const delivered = facts('delivered');
  const accepted = facts('delivered', { accepted: true });
  expect(approvalOf(delivered, viewer('owner', null))).toBe('release');
  expect(approvalOf(delivered, viewer('reviewer', 0))).toBe('accept');
  expect(approvalOf(delivered, viewer('manager', 40_000))).toBe('release');
  expect(approvalOf(delivered, viewer('manager', 39_999))).toBe('accept');

  expect(refusalOf('release', delivered, viewer('finance', null))).toBe('escrow.not_accepted');
  expect(refusalOf('release', accepted, viewer('finance', null))).toBeNull();
  expect(refusalOf('release', accepted, viewer('viewer', 0))).toBe('auth.not_allowed');
  expect(refusalOf('release', accepted, viewer('manager', 40_000))).toBeNull();
  expect(refusalOf('release', accepted, viewer('manager', 39_999))).toBe('escrow.over_release_limit');
  for (const action of ['approve', 'requestChanges', 'extendReview'] as const)
    expect(refusalOf(action, accepted, viewer('owner', null)), action).toBe('escrow.already_accepted');
});

test('limits: shipped, by role and in one currency', () => {
  expect(releaseLimitOf('owner', SHIPPED_RELEASE_LIMITS, 'EUR')).toBeNull();
  expect(releaseLimitOf('manager', SHIPPED_RELEASE_LIMITS, 'EUR')).toBeNull();
  expect(releaseLimitOf('reviewer', SHIPPED_RELEASE_LIMITS, 'EUR')).toBe(0);
  expect(releaseLimitOf('viewer', SHIPPED_RELEASE_LIMITS, 'EUR')).toBe(0);
  const limits = {
    ...SHIPPED_RELEASE_LIMITS,
    reviewer: { mode: 'up_to' as const, amount: 500, currency: 'EUR' as const },
  };
  expect(releaseLimitOf('reviewer', limits, 'EUR')).toBe(500);
  expect(releaseLimitOf('reviewer', limits, 'JPY')).toBe(0);
  expect(rolesToRelease(500, limits, 'EUR')).toEqual(['owner', 'admin', 'finance', 'manager', 'reviewer']);
  expect(rolesToRelease(501, limits, 'EUR')).toEqual(['owner', 'admin', 'finance', 'manager']);
});
