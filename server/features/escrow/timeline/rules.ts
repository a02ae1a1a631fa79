import { canonicalJson, sha256Hex } from '../../../core/canonical.ts';
import type { Balances, TimelineEvent } from '../schema.ts';

export const ZERO_HASH = '0'.repeat(64);

/** Names the form of a file with a deal's events; another form gets another number. */
export const LOG_FORMAT = 'sponsio.event-log/1';

/**
 * Fields of an event that its hash covers besides the previous hash; both sides see each of them and can recompute it.
 */
export type HashedEvent = Pick<
  TimelineEvent,
  | 'seq'
  | 'type'
  | 'milestoneId'
  | 'actorKind'
  | 'actorName'
  | 'data'
  | 'at'
  | 'held'
  | 'released'
  | 'refunded'
  | 'disputed'
> & {
  contractId: string;
};

/** The fields alone: rows of the database and of the screen have more. */
export function hashedFields(e: HashedEvent): HashedEvent {
  const { contractId, seq, type, milestoneId, actorKind, actorName, data, at, held, released, refunded, disputed } = e;
  return { contractId, seq, type, milestoneId, actorKind, actorName, data, at, held, released, refunded, disputed };
}

/** Input of an event's hash: the previous hash and canonical JSON of the event's fields. */
export const hashedText = (prevHash: string, e: HashedEvent): string => prevHash + canonicalJson(hashedFields(e));

/** SHA-256 of `hashedText`, lower-case hex. */
export const eventHash = (prevHash: string, e: HashedEvent): Promise<string> => sha256Hex(hashedText(prevHash, e));

export type ChainedEvent = Omit<HashedEvent, 'contractId'> & Pick<TimelineEvent, 'hash' | 'prevHash'>;

/** Position (from 1) of the first event whose number, link or hash is wrong, or null when the whole chain holds. */
export async function firstBrokenEvent(contractId: string, events: readonly ChainedEvent[]): Promise<number | null> {
  let previous = ZERO_HASH;
  for (const [i, event] of events.entries()) {
    if (
      event.seq !== i + 1 ||
      event.prevHash !== previous ||
      (await eventHash(previous, { ...event, contractId })) !== event.hash
    )
      return i + 1;
    previous = event.hash;
  }
  return null;
}

/** What one event does to the balances of its contract. */
export type BalanceChange = Partial<Omit<Balances, 'funded'>>;

/** Position (from 1) of the first event that does not fit the deal's hash chain, null when all do. */
export interface ChainVerdict {
  valid: boolean;
  brokenAt: number | null;
}
