import { stepOf, type Currency } from '../../../core/money.ts';
import type { Side } from '../../terms/schema.ts';

/* A dispute about a part of what is held: who opens it gives the rest to the other side in the same act. */

/** What opening a dispute does with what is held, for its preview: the service does the same. */
export interface DisputedPart {
  disputed: number;
  /** Of the brand, to the creator at once. */
  released: number;
  /** Of the creator, to the brand with the settlement, however that ends. */
  returned: number;
}

export type DisputedPartProblem = 'not_integer' | 'too_small' | 'above_held' | 'off_step';

/** Why so much of what is held cannot be disputed, or null. The rest is paid as a part, so it is one of the currency's steps. */
export function disputedPartProblem(amount: number, held: number, currency: Currency): DisputedPartProblem | null {
  if (!Number.isSafeInteger(amount)) return 'not_integer';
  if (amount > held) return 'above_held';
  if (amount === held && held > 0) return null;
  const step = stepOf(currency);
  if (amount < step) return 'too_small';
  return (held - amount) % step === 0 ? null : 'off_step';
}

export const disputedPart = (amount: number, held: number, by: Side): DisputedPart => ({
  disputed: amount,
  released: by === 'brand' ? held - amount : 0,
  returned: by === 'creator' ? held - amount : 0,
});
