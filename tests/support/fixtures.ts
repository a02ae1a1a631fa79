import type { OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import type { ActorName, MatrixWorld, RowSet, RowOwner } from './matrix-fixtures.ts';
import type { TestWorld } from './people.ts';

/** What a noun says of itself to the actor matrix and to the test of row security, in `tests/fixtures/<noun>.ts`. */
export interface NounFixtures {
  /** An input for each procedure, by path. */
  procedures: Record<string, Fixture>;
  /** A row in each of its tables, between these two; the returned ids stand in `RowSet.ids`. */
  addRows?(world: TestWorld, between: { brand: OrgActor; creator: OrgActor }): Promise<Record<string, string>>;
}

export interface Fixture {
  input(world: MatrixWorld, owner: RowOwner): unknown;
  /** The input names a row that only its parties may see. */
  owned?: boolean;
  parties?: ActorName[];
}

export const BOTH: ActorName[] = ['brand', 'viewer', 'creator'];
export const BRAND: ActorName[] = ['brand', 'viewer'];
export const CREATOR: ActorName[] = ['creator'];

/** The rows that an input names; random ids where it names no existing row. */
export const pick = <T>(world: MatrixWorld, owner: RowOwner, read: (set: RowSet) => T, random: T): T =>
  owner === 'random' ? random : read(world[owner]);
export const plain = (input?: unknown): Fixture => ({ input: () => input });
export const owned = (parties: ActorName[], read: (set: RowSet) => unknown, random: unknown): Fixture => ({
  owned: true,
  parties,
  input: (w, owner) => pick(w, owner, read, random),
});

export const campaign = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ campaignId: s.campaignId, ...more }), { campaignId: newId(), ...more });
export const milestone = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ milestoneId: s.deal.milestoneId, ...more }), { milestoneId: newId(), ...more });
export const contract = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ contractId: s.deal.contractId, ...more }), { contractId: newId(), ...more });
export const offer = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ offerId: s.offerId, ...more }), { offerId: newId(), ...more });
export const submission = (parties: ActorName[], more: object = {}) =>
  owned(parties, (s) => ({ submissionId: s.submissionId, ...more }), { submissionId: newId(), ...more });
export const onMarket = (more: object = {}): Fixture => ({
  input: (w) => ({ campaignId: w.foreign.campaignId, ...more }),
});
