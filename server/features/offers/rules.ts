import { canonicalJson } from '../../core/canonical.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Machine } from '../../core/state-machine.ts';
import type { Side } from '../terms/schema.ts';
import type { OfferState, TermsChange } from './schema.ts';

export const OFFER_BOXES = ['open', 'in', 'out', 'expiring', 'closed'] as const;

export const MAX_VERSIONS = 20;
/** An offer with less time left is shown as expiring. */
export const EXPIRING_MS = 24 * 3_600_000;

export type OfferAction = 'accept' | 'counter' | 'decline' | 'withdraw' | 'extend' | 'expire';
/** `answerer`: the side that acts next; `proposer`: the side that made the newest version. */
export type OfferActor = 'answerer' | 'proposer' | 'system';

const OPEN = ['sent', 'countered'] as const;

export const OFFER_MACHINE = {
  counter: { from: OPEN, to: 'countered', by: ['answerer'] },
  accept: { from: OPEN, to: 'accepted', by: ['answerer'] },
  decline: { from: OPEN, to: 'declined', by: ['answerer'] },
  withdraw: { from: OPEN, to: 'withdrawn', by: ['proposer'] },
  extend: { from: OPEN, to: null, by: ['proposer'] },
  expire: { from: OPEN, to: 'expired', by: ['system'] },
} as const satisfies Machine<OfferState, OfferAction, OfferActor>;

export const isOpen = (state: OfferState): boolean => (OPEN as readonly OfferState[]).includes(state);

export interface OfferFacts {
  state: OfferState;
  turn: Side;
  deadlineAt: Date;
  versions: number;
  extended: boolean;
  /** The terms are accepted or declined as they are. */
  fixed: boolean;
}

/** Why this side may not do that now, as an error code, or null. */
export function offerRefusal(
  action: Exclude<OfferAction, 'expire'>,
  offer: OfferFacts,
  side: Side,
  now: Date,
): ErrorCode | null {
  const rule = OFFER_MACHINE[action];
  if (offer.state === 'expired') return 'offer.expired';
  if (!(rule.from as readonly OfferState[]).includes(offer.state)) return 'offer.closed';
  if (offer.deadlineAt.getTime() <= now.getTime()) return 'offer.expired';
  const actor: OfferActor = offer.turn === side ? 'answerer' : 'proposer';
  if (!(rule.by as readonly OfferActor[]).includes(actor)) return 'offer.not_your_turn';
  if (action === 'counter' && offer.fixed) return 'offer.fixed';
  if (action === 'counter' && offer.versions >= MAX_VERSIONS) return 'offer.too_many_versions';
  if (action === 'extend' && offer.extended) return 'offer.already_extended';
  return null;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPlain);

function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * What differs between two versions of terms, one entry per field. Objects and lists of objects are compared field by
 * field (`milestones.0.amount`), an added or removed member as a whole; lists of plain values (a brief) as one field.
 */
export function termsChanges(before: unknown, after: unknown, path = ''): TermsChange[] {
  if (same(before, after)) return [];
  if (isPlain(before) && isPlain(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => termsChanges(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  if (isListOfObjects(before) && isListOfObjects(after)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, i) =>
      termsChanges(before[i], after[i], `${path}.${i}`),
    ).flat();
  }
  return [{ path, before: before ?? null, after: after ?? null }];
}
