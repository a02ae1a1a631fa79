import type { ErrorCode } from '../../core/errors.ts';
import { refusal, type Machine } from '../../core/state-machine.ts';
import { stepOf, type Currency } from '../../core/money.ts';
import { plusCounted } from '../../core/working-days.ts';
import { DISPUTE_DAYS, MIN_PHASE_DAYS, HOLD_CAP_MS, HOLD_LIMIT_MS } from '../policies/rules.ts';
import type { DisputableState } from '../escrow/settlement/rules.ts';
import { refundsStop } from '../escrow/milestone/rules.ts';
import type { Side } from '../terms/schema.ts';
import type { DisputeAction, DisputePhase, DisputeState, PhaseDto, PhaseEnd } from './schema.ts';

/** The complaint of a side. Texts under `disputes:reason.<reason>`. */
export const DISPUTE_REASONS = [
  'not_delivered',
  'not_as_agreed',
  'late',
  'label_missing',
  'rights',
  'changes_beyond_brief',
  'no_answer',
  'other',
] as const;

/** Why two staff members end a milestone. Texts under `disputes:reason.<reason>`. */
export const TERMINATION_REASONS = ['sanctions', 'terms_broken', 'safety', 'unreachable', 'legal'] as const;

export const DISPUTE_PHASES = ['talk', 'evidence', 'decision', 'appeal', 'execution'] as const;

export type DisputeActor = Side | 'system' | 'staff';

/** States in which both sides may still agree. */
export const NEGOTIABLE = ['talk', 'evidence', 'deciding'] as const satisfies DisputeState[];
const SIDES = ['brand', 'creator'] as const;

/** The life of a dispute. Every move compares and swaps `(state, version)`. */
export const DISPUTE_MACHINE = {
  join: { from: NEGOTIABLE, to: null, by: SIDES },
  send: { from: ['talk', 'evidence', 'deciding', 'appeal', 'appealed'], to: null, by: SIDES },
  addEvidence: { from: ['talk', 'evidence', 'appealed'], to: null, by: SIDES },
  offer: { from: NEGOTIABLE, to: null, by: SIDES },
  agree: { from: NEGOTIABLE, to: 'executing', by: SIDES },
  concede: { from: NEGOTIABLE, to: 'executing', by: SIDES },
  withdraw: { from: NEGOTIABLE, to: 'withdrawing', by: SIDES },
  loseBySilence: { from: ['talk'], to: 'appeal', by: ['system'] },
  endTalk: { from: ['talk'], to: 'evidence', by: ['system'] },
  endEvidence: { from: ['evidence'], to: 'deciding', by: ['system'] },
  decide: { from: ['deciding'], to: 'appeal', by: ['staff'] },
  // What two staff members confirmed ends the milestone, or finds that it moved on.
  takeEffect: { from: ['deciding'], to: 'appeal', by: ['system'] },
  lapse: { from: ['deciding'], to: 'withdrawn', by: ['system'] },
  endDecision: { from: ['deciding'], to: 'executing', by: ['system'] },
  appeal: { from: ['appeal'], to: 'appealed', by: SIDES },
  endAppeal: { from: ['appeal'], to: 'executing', by: ['system'] },
  decideAppeal: { from: ['appealed'], to: 'executing', by: ['staff'] },
  endAppealed: { from: ['appealed'], to: 'executing', by: ['system'] },
  finish: { from: ['executing'], to: 'settled', by: ['system'] },
  resume: { from: ['withdrawing'], to: 'withdrawn', by: ['system'] },
} as const satisfies Machine<DisputeState, string, DisputeActor>;
export type DisputeStep = keyof typeof DISPUTE_MACHINE;

export const isOver = (state: DisputeState): boolean => state === 'settled' || state === 'withdrawn';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const PHASE_MS: Record<DisputePhase, number> = {
  talk: DISPUTE_DAYS.talk * DAY,
  evidence: DISPUTE_DAYS.evidence * DAY,
  decision: DISPUTE_DAYS.decision * DAY,
  appeal: DISPUTE_DAYS.appeal * DAY,
  execution: DISPUTE_DAYS.execution * DAY,
};
/** The end of a phase that lasts so long. With a zone its days are working days there. */
export const phaseEnd = (at: Date, ms: number, zone: string | null | undefined): Date =>
  zone ? plusCounted(at, `PT${ms / 1_000}S`, zone) : new Date(at.getTime() + ms);

/** No phase is cut below this. */
export const PHASE_MIN_MS = MIN_PHASE_DAYS * DAY;

/** The day by which disputed money has left escrow; `holdEnd`: the last day of money that is not disputed. */
export const disputeLimit = (holdEnd: Date): Date => new Date(holdEnd.getTime() + HOLD_LIMIT_MS - HOLD_CAP_MS);

/**
 * How long each phase lasts so that all of them end by the limit: in full when they fit, else cut in proportion, none
 * below a day; null when not even that fits. Milliseconds; what rounding leaves over goes to the decision.
 */
export function fitPhases(openedAt: Date, limitAt: Date): Record<DisputePhase, number> | null {
  const left = limitAt.getTime() - openedAt.getTime();
  const total = DISPUTE_PHASES.reduce((sum, phase) => sum + PHASE_MS[phase], 0);
  if (left >= total) return { ...PHASE_MS };
  if (left < DISPUTE_PHASES.length * PHASE_MIN_MS) return null;
  const fitted: Record<DisputePhase, number> = { ...PHASE_MS };
  let open: DisputePhase[] = [...DISPUTE_PHASES];
  for (;;) {
    const least = DISPUTE_PHASES.length - open.length;
    const room = left - least * PHASE_MIN_MS;
    const wanted = open.reduce((sum, phase) => sum + PHASE_MS[phase], 0);
    const cut = open.filter((phase) => (PHASE_MS[phase] * room) / wanted < PHASE_MIN_MS);
    if (cut.length === 0) {
      for (const phase of open) fitted[phase] = Math.floor((PHASE_MS[phase] * room) / wanted);
      break;
    }
    for (const phase of cut) fitted[phase] = PHASE_MIN_MS;
    open = open.filter((phase) => !cut.includes(phase));
  }
  fitted.decision += left - DISPUTE_PHASES.reduce((sum, phase) => sum + fitted[phase], 0);
  return fitted;
}

export interface PlannedPhases {
  talkEnds: Date;
  evidenceEnds: Date;
  decisionEnds: Date;
  appealMs: number;
  executionMs: number;
  /** In which the phases count working days; null: 24 hours a day. */
  zone: string | null;
}

/**
 * The phases of a dispute that is opened now. Where its contract counts working days they do so as long as all of them end
 * by the limit; else they are cut as they are without. Null when not even that fits.
 */
export function planPhases(openedAt: Date, limitAt: Date, workingDaysIn: string | undefined): PlannedPhases | null {
  const zones = workingDaysIn ? [workingDaysIn, null] : [null];
  for (const zone of zones) {
    const phases = zone ? PHASE_MS : fitPhases(openedAt, limitAt);
    if (!phases) return null;
    const talkEnds = phaseEnd(openedAt, phases.talk, zone);
    const evidenceEnds = phaseEnd(talkEnds, phases.evidence, zone);
    const decisionEnds = phaseEnd(evidenceEnds, phases.decision, zone);
    const last = phaseEnd(decisionEnds, phases.appeal, zone).getTime() + phases.execution;
    if (zone && last > limitAt.getTime()) continue;
    return { talkEnds, evidenceEnds, decisionEnds, appealMs: phases.appeal, executionMs: phases.execution, zone };
  }
  return null;
}

/**
 * Where two offers settle: halfway when what the brand gives meets or exceeds what the creator takes, rounded up to the
 * currency's step; null when they do not meet. `dispute_settle` in the database computes the same.
 */
export function meetingPoint(brandGives: number, creatorTakes: number, currency: Currency): number | null {
  if (brandGives < creatorTakes) return null;
  const step = stepOf(currency);
  return Math.floor((Math.floor((brandGives + creatorTakes) / step) + 1) / 2) * step;
}

/**
 * What the creator would get if the deal's own clock had run out instead of the dispute: silence approves work, what waits
 * for a post is released while that is live, and what clears is paid.
 */
export const clockOutcome = (prior: DisputableState, amount: number, live = false): number =>
  prior === 'delivered' || prior === 'clearing' || (live && (prior === 'awaiting_live' || prior === 'retention'))
    ? amount
    : 0;

export const otherSide = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');

/** What a side gets the creator when all of it is its own. */
export const allTo = (side: Side, amount: number): number => (side === 'creator' ? amount : 0);

/** Facts of a dispute that its rules read. */
export interface DisputeFacts {
  state: DisputeState;
  amount: number;
  /** What its creator gave back when it opened the dispute. */
  returned: number;
  kept: number | null;
  /** Null: two staff members ended the milestone. */
  openedSide: Side | null;
  joinedAt: Date | null;
  answered: Record<Side, boolean>;
  priorState: DisputableState;
  /** The post of the milestone is live. */
  live?: boolean;
  decided: boolean;
  phaseEndsAt: Date | null;
}

/** Who did not open it has neither answered, offered nor opened it as well. */
export const isRespondentSilent = (d: Pick<DisputeFacts, 'openedSide' | 'joinedAt' | 'answered'>): boolean =>
  d.openedSide !== null && d.joinedAt === null && !d.answered[otherSide(d.openedSide)];

/** Who moves a dispute next: each side that the phase waits for, else staff, a deadline or the bank. */
export type DisputeTurn = Side | 'staff' | 'clock' | 'bank';

export function turnsOf(
  d: Pick<DisputeFacts, 'state' | 'openedSide' | 'joinedAt' | 'answered'>,
): readonly DisputeTurn[] {
  switch (d.state) {
    case 'talk':
      return d.openedSide && isRespondentSilent(d) ? [otherSide(d.openedSide)] : SIDES;
    case 'evidence':
      return SIDES;
    case 'deciding':
    case 'appealed':
      return ['staff'];
    case 'appeal':
      // Either side may appeal, and neither has to.
      return ['clock'];
    case 'executing':
    case 'withdrawing':
      return ['bank'];
    default:
      return [];
  }
}

/** What happens when the phase ends without an act. */
export function atPhaseEnd(d: DisputeFacts): PhaseEnd | null {
  switch (d.state) {
    case 'talk':
      return d.openedSide && isRespondentSilent(d)
        ? { event: 'silence', creatorGets: allTo(d.openedSide, d.amount) }
        : { event: 'evidence', creatorGets: null };
    case 'evidence':
      return { event: 'decision', creatorGets: null };
    case 'deciding':
      return { event: 'clock', creatorGets: clockOutcome(d.priorState, d.amount, d.live) };
    case 'appeal':
      return { event: 'execution', creatorGets: d.kept };
    case 'appealed':
      // A person's decision stands; a loss by silence has no decision behind it, so the deal's clock decides.
      return d.decided
        ? { event: 'stands', creatorGets: d.kept }
        : { event: 'clock', creatorGets: clockOutcome(d.priorState, d.amount, d.live) };
    default:
      return null;
  }
}

export interface DisputeRowTimes {
  opened_at: Date;
  talk_ends_at: Date;
  evidence_ends_at: Date;
  decision_ends_at: Date;
  appeal_ms: number;
  execution_ms: number;
  zone: string | null;
  settled_at: Date | null;
}

/** The phases with their planned ends; a decision that staff begin with leaves the appeal and the settlement. */
export function phasesOf(row: DisputeRowTimes): PhaseDto[] {
  const appealEnd = phaseEnd(row.decision_ends_at, row.appeal_ms, row.zone);
  const ends = [
    row.talk_ends_at,
    row.evidence_ends_at,
    row.decision_ends_at,
    appealEnd,
    new Date(appealEnd.getTime() + row.execution_ms),
  ];
  let startsAt = row.opened_at;
  return DISPUTE_PHASES.map((phase, i) => {
    const endsAt = ends[i] ?? startsAt;
    const one = { phase, startsAt, endsAt };
    startsAt = endsAt;
    return one;
  }).filter((one) => one.endsAt > one.startsAt);
}

/** Which phase a state belongs to. */
export const PHASE_OF: Record<DisputeState, DisputePhase> = {
  talk: 'talk',
  evidence: 'evidence',
  deciding: 'decision',
  appeal: 'appeal',
  appealed: 'appeal',
  executing: 'execution',
  withdrawing: 'execution',
  settled: 'execution',
  withdrawn: 'execution',
};

/** By when an appeal is decided: a day before the time to execute ends, and never less than a day after it was made. */
export const appealDueAt = (
  decidedAt: Date,
  appealedAt: Date,
  row: { appeal_ms: number; execution_ms: number; zone?: string | null },
): Date =>
  new Date(
    Math.max(
      phaseEnd(decidedAt, row.appeal_ms, row.zone).getTime() + row.execution_ms - DAY,
      appealedAt.getTime() + DAY,
    ),
  );

/** How a withdrawn dispute's milestone goes on: with the time it had left, and its work due as much later. */
export function resumption(
  d: { prior_deadline_at: Date; opened_at: Date },
  now: Date,
): { deadlineAt: Date; pausedMs: number } {
  const pausedMs = now.getTime() - d.opened_at.getTime();
  return { deadlineAt: new Date(d.prior_deadline_at.getTime() + pausedMs), pausedMs };
}

/** Staff have confirmed to end the milestone, and the worker has not moved it yet: neither side reads of it. */
export const isUndecided = (d: Pick<DisputeFacts, 'state' | 'openedSide'>): boolean =>
  d.openedSide === null && d.state === 'deciding';

/** Whether one person's decision about a dispute needs a second one; a termination was decided by two. */
export const needsSecond = (d: { amount: number; opened_side: Side | null }, aloneUpTo: number): boolean =>
  d.opened_side === null || d.amount > aloneUpTo;

/** The times of a decision that staff end a milestone with: in full, also where money on hold has outlasted its last day. */
export function terminationTimes(
  decidedAt: Date,
  { holdEnd, zone }: { holdEnd: Date; zone: string | null },
): { appealEndsAt: Date; limitAt: Date } {
  const appealEndsAt = phaseEnd(decidedAt, PHASE_MS.appeal, zone);
  const end = appealEndsAt.getTime() + PHASE_MS.execution;
  return { appealEndsAt, limitAt: new Date(Math.max(disputeLimit(holdEnd).getTime(), end)) };
}

/** Why a side may not act now; null when it may. `resumes`: whether the time it had left still fits. */
export function actRefusal(
  action: DisputeAction,
  d: DisputeFacts & { holds: readonly string[] },
  viewer: { side: Side; now: Date; resumes: boolean },
): ErrorCode | null {
  const why = refusal<DisputeState, DisputeStep, DisputeActor>(DISPUTE_MACHINE, action, d.state, viewer.side);
  if (why)
    return action === 'appeal' && ['executing', 'settled'].includes(d.state)
      ? 'dispute.executed'
      : closed(action, d.state);
  // A decision of staff that has not taken effect yet.
  if (isUndecided(d)) return closed(action, d.state);
  // The phase has ended, whether or not the timer has fired.
  const late = d.phaseEndsAt !== null && viewer.now.getTime() >= d.phaseEndsAt.getTime();
  if (late && action !== 'send') return 'escrow.deadline_passed';
  if (action === 'withdraw') {
    if (d.openedSide !== viewer.side || d.joinedAt) return 'dispute.not_yours';
    if (d.returned > 0) return 'dispute.gave_back';
    if (refundsStop(d.holds)) return 'escrow.on_hold';
    if (!viewer.resumes) return 'dispute.too_late_to_withdraw';
  }
  return null;
}

const closed = (action: DisputeAction, state: DisputeState): ErrorCode =>
  action === 'addEvidence' && state === 'deciding'
    ? 'dispute.evidence_closed'
    : action === 'appeal'
      ? 'dispute.not_decided'
      : 'dispute.settled_meanwhile';
