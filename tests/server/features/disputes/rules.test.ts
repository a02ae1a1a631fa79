import { disputedPart, disputedPartProblem } from '../../../../server/features/disputes/part/rules.ts';
import { describe, expect, test } from 'vitest';
import { CURRENCY_CODES, stepOf } from '../../../../server/core/money.ts';
import {
  actRefusal,
  atPhaseEnd,
  clockOutcome,
  DISPUTE_MACHINE,
  DISPUTE_PHASES,
  disputeLimit,
  fitPhases,
  isOver,
  meetingPoint,
  needsSecond,
  PHASE_MIN_MS,
  PHASE_MS,
  phasesOf,
  planPhases,
  terminationTimes,
  type DisputeFacts,
} from '../../../../server/features/disputes/rules.ts';
import { DISPUTE_STATES, openDisputeInput } from '../../../../server/features/disputes/schema.ts';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import { isTerminable } from '../../../../server/features/escrow/milestone/rules.ts';
import { settledShares, settlementAt, splitProblem } from '../../../../server/features/escrow/settlement/rules.ts';
import { chargeFor, commissionOf } from '../../../../server/features/ledger/charges/rules.ts';
import { HOLD_LIMIT_DAYS } from '../../../../server/features/policies/rules.ts';

const DAY = 24 * 3_600_000;
const T0 = new Date('2026-03-28T22:00:00Z');
const at = (ms: number) => new Date(T0.getTime() + ms);
const TOTAL = DISPUTE_PHASES.reduce((sum, phase) => sum + PHASE_MS[phase], 0);
const sum = (fitted: Record<string, number>) => DISPUTE_PHASES.reduce((all, phase) => all + (fitted[phase] ?? 0), 0);

test('a dispute is opened with a reason of the list and a text, or not at all', () => {
  const input = {
    milestoneId: '01980000-0000-7000-8000-000000000000',
    version: 1,
    reason: 'late',
    text: 'Two weeks without a word.',
  };
  const fields = (more: object) =>
    openDisputeInput.safeParse({ ...input, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(fields({})).toEqual([]);
  expect(fields({ reason: '' })).toEqual(['reason']);
  expect(fields({ reason: undefined })).toEqual(['reason']);
  expect(fields({ text: '   late   ' })).toEqual(['text']);
});

describe('phases of a dispute', () => {
  test('are five, three, seven, three and three days, twenty-one in all', () => {
    expect(DISPUTE_PHASES.map((phase) => PHASE_MS[phase] / DAY)).toEqual([5, 3, 7, 3, 3]);
    expect(TOTAL).toBe(21 * DAY);
  });
  test('end by day 90, fifteen days after the last day of money that is not disputed', () => {
    expect(HOLD_LIMIT_DAYS).toBe(90);
    expect(disputeLimit(T0)).toEqual(at(15 * DAY));
  });
  test.each([-1_000, 0, 1_000])(
    'with %i ms more than they need, they end by the limit and none is cut needlessly',
    (more) => {
      const fitted = fitPhases(T0, at(TOTAL + more));
      expect(sum(fitted ?? {})).toBe(Math.min(TOTAL, TOTAL + more));
      if (more >= 0) expect(fitted).toEqual(PHASE_MS);
    },
  );
  test.each([-1_000, 0, 1_000])('with %i ms more than five days, each has a day or the dispute is refused', (more) => {
    const left = 5 * PHASE_MIN_MS + more;
    const fitted = fitPhases(T0, at(left));
    if (more < 0) return expect(fitted).toBeNull();
    expect(sum(fitted ?? {})).toBe(left);
    for (const phase of DISPUTE_PHASES) expect(fitted?.[phase]).toBeGreaterThanOrEqual(PHASE_MIN_MS);
  });
  test('fill the time to the millisecond and keep a day each, for every length between', () => {
    for (let left = 5 * DAY; left <= TOTAL; left += 3_333_333) {
      const fitted = fitPhases(T0, at(left));
      expect(sum(fitted ?? {})).toBe(left);
      for (const phase of DISPUTE_PHASES) {
        expect(fitted?.[phase]).toBeGreaterThanOrEqual(PHASE_MIN_MS);
        if (phase !== 'decision') expect(fitted?.[phase]).toBeLessThanOrEqual(PHASE_MS[phase]);
      }
    }
  });
});

describe('crossing offers', () => {
  test('settle halfway when they meet or cross, and not before', () => {
    expect(meetingPoint(12_000, 12_001, 'EUR')).toBeNull();
    expect(meetingPoint(12_000, 12_000, 'EUR')).toBe(12_000);
    expect(meetingPoint(16_000, 8_000, 'EUR')).toBe(12_000);
  });
  test('round half a step up, for the creator, and stay between both offers in every currency', () => {
    expect(meetingPoint(101, 100, 'EUR')).toBe(101);
    expect(meetingPoint(1_010, 1_000, 'KWD')).toBe(1_010);
    for (const currency of CURRENCY_CODES) {
      const step = stepOf(currency);
      for (let taken = 0; taken <= 12; taken++)
        for (let given = taken; given <= 12; given++) {
          const met = meetingPoint(given * step, taken * step, currency) ?? -1;
          expect([met % step, met >= taken * step, met <= given * step]).toEqual([0, true, true]);
          expect(met).toBe(Math.ceil((given + taken) / 2) * step);
        }
    }
  });
});

describe('a split', () => {
  test('is refused below zero, above what is held, off the step, and in parts of a minor unit', () => {
    expect(splitProblem(-1, 100, 'EUR')).toBe('negative');
    expect(splitProblem(101, 100, 'EUR')).toBe('above_held');
    expect(splitProblem(0.5, 100, 'EUR')).toBe('not_integer');
    expect(splitProblem(1_005, 2_000, 'KWD')).toBe('off_step');
    expect([splitProblem(0, 100, 'EUR'), splitProblem(100, 100, 'EUR'), splitProblem(1_010, 2_000, 'KWD')]).toEqual([
      null,
      null,
      null,
    ]);
  });
  test('divides fee and tax pro rata, and earlier parts, kept and returned are the charge to the minor unit', () => {
    for (const currency of CURRENCY_CODES) {
      const step = stepOf(currency);
      const charge = chargeFor(33_330 * step, 500, 2_000, currency);
      for (const before of [0, 7 * step, 9_999 * step])
        for (const kept of [0, step, 10_001 * step, charge.price - before]) {
          const settlement = settlementAt(charge, { before, kept }, currency);
          const earlier = settlementAt(charge, { before: 0, kept: before }, currency).kept;
          for (const line of ['price', 'fee', 'tax', 'total'] as const)
            expect(earlier[line] + settlement.kept[line] + settlement.back[line]).toBe(charge[line]);
          const [first, second] = [
            settledShares({ before: 0, kept: before }, 1_500, currency),
            settledShares({ before, kept }, 1_500, currency),
          ];
          expect(first.agent + second.agent).toBe(commissionOf(before + kept, 1_500, currency).agent);
          expect(second.creator + second.agent).toBe(kept);
        }
    }
  });
});

const facts = (more: Partial<DisputeFacts> = {}): DisputeFacts => ({
  state: 'talk',
  amount: 24_000,
  returned: 0,
  kept: null,
  openedSide: 'brand',
  joinedAt: null,
  answered: { brand: false, creator: false },
  priorState: 'delivered',
  decided: false,
  phaseEndsAt: at(DAY),
  ...more,
});

describe('a part of what is held', () => {
  test('is disputed from one step up to all of it, and the rest is one of the currency’s steps', () => {
    const ofHeld = (amount: number, currency: 'EUR' | 'JPY' | 'KWD' = 'EUR', held = 24_000) =>
      disputedPartProblem(amount, held, currency);
    expect([0, -1, 24_001, 0.5, Number.NaN].map((amount) => ofHeld(amount))).toEqual([
      'too_small',
      'too_small',
      'above_held',
      'not_integer',
      'not_integer',
    ]);
    expect([1, 23_999, 24_000].map((amount) => ofHeld(amount))).toEqual([null, null, null]);
    expect([5, 15, 10, 23_990].map((amount) => ofHeld(amount, 'KWD'))).toEqual(['too_small', 'off_step', null, null]);
    expect(ofHeld(1, 'JPY')).toBe(null);
    // What is held may be no multiple of the step: then what is disputed has the odd end.
    expect([24_005, 14_005, 14_000].map((amount) => ofHeld(amount, 'KWD', 24_005))).toEqual([null, null, 'off_step']);
  });

  test('leaves the rest to the other side: a brand releases it, a creator gives it back', () => {
    expect(disputedPart(10_000, 24_000, 'brand')).toEqual({ disputed: 10_000, released: 14_000, returned: 0 });
    expect(disputedPart(10_000, 24_000, 'creator')).toEqual({ disputed: 10_000, released: 0, returned: 14_000 });
    expect(disputedPart(24_000, 24_000, 'brand')).toEqual({ disputed: 24_000, released: 0, returned: 0 });
  });
});

describe('the end of a phase', () => {
  test('a respondent who is silent through the talk loses all of it', () => {
    expect(atPhaseEnd(facts())).toEqual({ event: 'silence', creatorGets: 0 });
    expect(atPhaseEnd(facts({ openedSide: 'creator' }))).toEqual({ event: 'silence', creatorGets: 24_000 });
  });
  test('an answer, or an opening by both, leads to the evidence', () => {
    expect(atPhaseEnd(facts({ answered: { brand: false, creator: true } }))?.event).toBe('evidence');
    expect(atPhaseEnd(facts({ joinedAt: T0 }))?.event).toBe('evidence');
  });
  test('without a decision the money goes where the clock of the deal would have sent it', () => {
    expect(atPhaseEnd(facts({ state: 'deciding' }))).toEqual({ event: 'clock', creatorGets: 24_000 });
    for (const priorState of ['funded', 'changes_requested', 'overdue'] as const)
      expect(atPhaseEnd(facts({ state: 'deciding', priorState }))).toEqual({ event: 'clock', creatorGets: 0 });
    expect([clockOutcome('delivered', 5), clockOutcome('clearing', 5)]).toEqual([5, 5]);
  });
  test('an appeal without a decision leaves a decision, and a loss by silence to the clock of the deal', () => {
    expect(atPhaseEnd(facts({ state: 'appealed', kept: 9_000, decided: true }))).toEqual({
      event: 'stands',
      creatorGets: 9_000,
    });
    expect(atPhaseEnd(facts({ state: 'appealed', kept: 0 }))).toEqual({ event: 'clock', creatorGets: 24_000 });
  });
});

describe('a termination', () => {
  test('is of money that is held and neither approved nor disputed', () => {
    expect(MILESTONE_STATES.filter(isTerminable)).toEqual([
      'funded',
      'delivered',
      'changes_requested',
      'overdue',
      'cancel_requested',
      'awaiting_live',
      'retention',
    ]);
  });
  test('leaves three days to appeal and three to carry it out, also past the last day of money that was on hold', () => {
    const holdEnd = at(-20 * DAY);
    expect(terminationTimes(T0, { holdEnd, zone: null })).toEqual({ appealEndsAt: at(3 * DAY), limitAt: at(6 * DAY) });
    expect(terminationTimes(T0, { holdEnd: at(5 * DAY), zone: null }).limitAt).toEqual(at(20 * DAY));
    const times = { appeal_ms: 3 * DAY, execution_ms: 3 * DAY, zone: null, settled_at: T0 };
    const ends = { opened_at: T0, talk_ends_at: T0, evidence_ends_at: T0, decision_ends_at: T0 };
    expect(phasesOf({ ...times, ...ends })).toEqual([
      { phase: 'appeal', startsAt: T0, endsAt: at(3 * DAY) },
      { phase: 'execution', startsAt: at(3 * DAY), endsAt: at(6 * DAY) },
    ]);
  });
  test('is nothing that a side may act on before it takes effect, nor a loss by silence', () => {
    const begun = { ...facts({ openedSide: null, state: 'deciding' }), holds: [] };
    const viewer = { side: 'brand' as const, now: T0, resumes: true };
    for (const action of ['send', 'offer', 'concede', 'withdraw'] as const)
      expect(actRefusal(action, begun, viewer)).toBe('dispute.settled_meanwhile');
    expect(actRefusal('appeal', { ...begun, state: 'appeal' }, viewer)).toBeNull();
    expect(atPhaseEnd(facts({ openedSide: null, state: 'appeal', kept: 7 }))).toEqual({
      event: 'execution',
      creatorGets: 7,
    });
  });
  test('is decided anew by two, whatever the sum; a dispute of the sides above the limit', () => {
    expect([1, 20_001].map((amount) => needsSecond({ amount, opened_side: null }, 20_000))).toEqual([true, true]);
    expect([20_000, 20_001].map((amount) => needsSecond({ amount, opened_side: 'brand' }, 20_000))).toEqual([
      false,
      true,
    ]);
  });
});

describe('the state machine', () => {
  test('each state has an exit, or is an end', () => {
    for (const state of DISPUTE_STATES)
      expect(
        Object.values(DISPUTE_MACHINE).some(
          (step) => step.to !== null && (step.from as readonly string[]).includes(state),
        ),
      ).toBe(!isOver(state));
  });
  test.each([-1_000, 0, 1_000])('%i ms from the end of its phase, an act is refused from the end on', (ms) => {
    const viewer = { side: 'creator' as const, now: at(DAY + ms), resumes: true };
    expect(actRefusal('offer', { ...facts(), holds: [] }, viewer)).toBe(ms < 0 ? null : 'escrow.deadline_passed');
  });
  test('an appeal comes after a decision and before the execution', () => {
    const viewer = { side: 'brand' as const, now: T0, resumes: true };
    const appeal = (state: DisputeFacts['state']) => actRefusal('appeal', { ...facts({ state }), holds: [] }, viewer);
    expect([appeal('talk'), appeal('appeal'), appeal('executing'), appeal('settled')]).toEqual([
      'dispute.not_decided',
      null,
      'dispute.executed',
      'dispute.executed',
    ]);
  });
});

test('phases count working days where the contract does, while all of them end by the limit; else 24 hours a day', () => {
  // Friday 26 March 2027, 10:00 in Paris; clocks go forward on the Sunday.
  const opened = new Date('2027-03-26T09:00:00Z');
  const later = (days: number) => new Date(opened.getTime() + days * 86_400_000);
  const plan = planPhases(opened, later(40), 'Europe/Paris')!;
  expect(plan).toMatchObject({ zone: 'Europe/Paris', appealMs: PHASE_MS.appeal, executionMs: PHASE_MS.execution });
  const ends = [plan.talkEnds, plan.evidenceEnds, plan.decisionEnds].map((end) => end.toISOString());
  expect(ends).toEqual(['2027-04-02T08:00:00.000Z', '2027-04-07T08:00:00.000Z', '2027-04-16T08:00:00.000Z']);
  const cut = planPhases(opened, later(24), 'Europe/Paris')!;
  expect(cut).toEqual({ ...planPhases(opened, later(24), undefined), zone: null });
  expect(cut.talkEnds).toEqual(new Date(opened.getTime() + PHASE_MS.talk));
  expect(planPhases(opened, later(4), 'Europe/Paris')).toBeNull();
});
