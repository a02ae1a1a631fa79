import type { Currency } from '../../core/money.ts';
import { isStep, MILESTONE_MACHINE } from '../escrow/milestone/rules.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { Breach } from './schema.ts';

/** A run reads all lines of the provider when the last one that did is older than this; in between, what is younger than the last clean run. */
export const ALL_LINES_EVERY_MS = 24 * 3_600_000;
/** Lines are compared again from this long before the last clean run: money may have been on its way then. */
export const LINES_OVERLAP_MS = 24 * 3_600_000;

/** Verdict of a run about money-out: the currencies that it stops, and those whose books agree. */
export interface Verdict {
  stopped: Currency[];
  agreeing: Currency[];
}

/**
 * Which currencies a run stops. A breach that is of no currency stops all of them. `accepted`: by currency, the keys of
 * the breaches that were listed when two staff members lifted its stop; a breach that is not among them stops it anew.
 * Where more were found than are stored the list is incomplete, so that nothing counts as accepted.
 */
export function verdictOf(
  breaches: readonly Breach[],
  currencies: readonly Currency[],
  accepted: ReadonlyMap<string, ReadonlySet<string>>,
  isComplete: boolean,
): Verdict {
  const stopping = breaches.filter((b) => b.stopsMoneyOut);
  const stopped: Currency[] = [];
  const agreeing: Currency[] = [];
  for (const currency of currencies) {
    const own = stopping.filter((b) => b.currency === null || b.currency === currency);
    if (own.length === 0) agreeing.push(currency);
    else if (!isComplete || own.some((b) => !accepted.get(currency)?.has(b.key))) stopped.push(currency);
  }
  return { stopped, agreeing };
}

/** An event of a timeline, as far as the machine is concerned. */
export interface StepEvent {
  seq: number;
  type: string;
  actorKind: string;
  data?: Readonly<Record<string, unknown>>;
}

/** The state an event of a milestone leads to; absent: it does not move the state. */
const LEADS_TO: Record<string, MilestoneState> = {
  payment_started: 'funding',
  payment_failed: 'awaiting_funding',
  payment_expired: 'awaiting_funding',
  funded: 'funded',
  submitted: 'delivered',
  changes_requested: 'changes_requested',
  approved: 'approved',
  auto_approved: 'auto_approved',
  overdue: 'overdue',
  clearing: 'clearing',
  release_started: 'releasing',
  released: 'released',
  charged_back: 'refunding',
  fraud_confirmed: 'refunding',
  refund_started: 'refunding',
  refunded: 'refunded',
  void: 'void',
  dispute_opened: 'disputed',
  terminated: 'disputed',
  settlement_started: 'settling',
  settled_split: 'settled_split',
  cancel_proposed: 'cancel_requested',
  awaiting_live: 'awaiting_live',
};

/** Events that name the state they lead to: of a proposal to cancel that ended, and of an addendum that gave more time. */
const GOES_BACK: readonly string[] = ['cancel_declined', 'cancel_withdrawn', 'cancel_lapsed', 'milestone_amended'];

/** The state that a withdrawn dispute or an ended proposal goes back to stands in its event. */
const targetOf = (e: StepEvent): MilestoneState | undefined => {
  if (e.type === 'dispute_resumed') return e.data?.['state'] as MilestoneState;
  if (e.type === 'live_confirmed') return e.data?.['to'] as MilestoneState | undefined;
  return GOES_BACK.includes(e.type) ? (e.data?.['to'] as MilestoneState | undefined) : LEADS_TO[e.type];
};

/** Whom the machine lets lead to a state. */
const actorsTo = (state: MilestoneState): Set<string> =>
  new Set(Object.values(MILESTONE_MACHINE).flatMap((t) => (t.to === state ? [...t.by] : [])));

/**
 * The first step of a milestone's events that the state machine does not have, or whose actor was not allowed to make
 * it.
 */
export function wrongStep(
  events: readonly StepEvent[],
  from: MilestoneState = 'awaiting_funding',
): { text: string | null; state: MilestoneState } {
  let state = from;
  for (const e of events) {
    const to = targetOf(e);
    if (!to) continue;
    const cancelled = e.type === 'refund_started' || e.type === 'void';
    if (to !== state && !isStep(state, to)) return { text: `${state} → ${to} by event ${e.seq}`, state };
    const who = e.actorKind === 'agency' ? 'creator' : e.actorKind;
    if (!cancelled && !actorsTo(to).has(who)) return { text: `${to} by ${e.actorKind} in event ${e.seq}`, state };
    state = to;
  }
  return { text: null, state };
}

/** States that a milestone reaches shortly before its workflow writes the event. */
const AHEAD: Partial<Record<MilestoneState, MilestoneState>> = { refunding: 'funded' };

export const mayBeAhead = (stored: MilestoneState, events: readonly StepEvent[]): boolean =>
  AHEAD[stored] !== undefined && events.some((e) => ['cancelled', 'overdue', 'live_missed'].includes(e.type));
