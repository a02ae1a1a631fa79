import { fundableFrom } from '../timers/rules.ts';
import { clearsByPost, POST_FAULTS, waitsForPost, type PostFacts } from '../live/rules.ts';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endedByStaff } from '../../../../db/ended-by-staff.ts';
import { withdrewDispute } from '../../../../db/withdrawn-disputes.ts';
import type { DB } from '../../../../db/types.ts';
import { newId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { ContractState } from '../../contracts/schema.ts';
import type { FeeTerms } from '../../ledger/charges/rules.ts';
import type { DealTerms, Side } from '../../terms/schema.ts';
import type { Hold } from './rules.ts';
import type { MilestoneState } from '../schema.ts';

/** A milestone with the terms of its contract; everything a decision, a posting or a notice needs. */
export interface MilestoneRow {
  id: string;
  contract_id: string;
  brand_org: string;
  creator_org: string;
  agency_org: string | null;
  seq: number;
  title: string;
  amount: number;
  /** Of the amount; what the brand released before the work was approved. */
  released_parts: number;
  currency: Currency;
  state: MilestoneState;
  version: number;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  round: number;
  rounds_max: number;
  review_extended: boolean;
  /** Since when its post is overdue, and when the brand gave it more time. */
  post_overdue_at: Date | null;
  post_extended_at: Date | null;
  holds: string[];
  funded_at: Date | null;
  submitted_at: Date | null;
  accepted_at: Date | null;
  accepted_by: string | null;
  approved_at: Date | null;
  released_at: Date | null;
  refunded_at: Date | null;
  hold_expires_at: Date | null;
  refund_reason: string | null;
  /** Since when the bank of the brand's card has taken its payment back for good. */
  charged_back_at: Date | null;
  /** The dispute it is in, or was in last. */
  dispute_id: string | null;
  /** No side opened that dispute: it began when staff ended the milestone. */
  ended_by_staff: boolean;
  /** The sides that withdrew a dispute about it as it is. */
  withdrew: Side[];
  /** What the creator keeps in the settlement that has begun. */
  settled_kept: number | null;
  /** What both sides agreed that the creator keeps of what was held. */
  agreed_kept: number | null;
  /** The side whose proposal to cancel waits for an answer. */
  cancel_proposed_by: Side | null;
  /** Released when it is funded. */
  bonus: boolean;
  contract_state: ContractState;
  contract_title: string;
  campaign_id: string | null;
  commission_bps: number;
  fee_bps: number;
  fee_terms: FeeTerms | null;
  tax_bps: number;
  terms: DealTerms;
  brand_name: string;
  creator_name: string;
  creator_on_hold_since: Date | null;
  /** Read while its money waits for its post, or clears by it. */
  post?: PostFacts | null;
}

const MILESTONE_COLUMNS = [
  'm.id',
  'm.contract_id',
  'm.brand_org',
  'm.creator_org',
  'm.agency_org',
  'm.seq',
  'm.title',
  'm.amount',
  'm.released_parts',
  'm.currency',
  'm.state',
  'm.version',
  'm.due_at',
  'm.work_due_at',
  'm.deadline_at',
  'm.funding_deadline_at',
  'm.round',
  'm.rounds_max',
  'm.review_extended',
  'm.post_overdue_at',
  'm.post_extended_at',
  'm.holds',
  'm.funded_at',
  'm.submitted_at',
  'm.accepted_at',
  'm.accepted_by',
  'm.approved_at',
  'm.released_at',
  'm.refunded_at',
  'm.hold_expires_at',
  'm.refund_reason',
  'm.charged_back_at',
  'm.dispute_id',
  'm.settled_kept',
  'm.agreed_kept',
  'm.cancel_proposed_by',
  'm.bonus',
  'c.state as contract_state',
  'c.title as contract_title',
  'c.campaign_id',
  'c.commission_bps',
  'c.fee_bps',
  'c.fee_terms',
  'c.tax_bps',
  'b.name as brand_name',
  'k.name as creator_name',
  'k.suspended_at as creator_on_hold_since',
] as const;

const milestones = (db: Db) =>
  db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as b', 'b.id', 'm.brand_org')
    .innerJoin('orgs as k', 'k.id', 'm.creator_org')
    .select(MILESTONE_COLUMNS)
    .select([endedByStaff('m').as('ended_by_staff'), withdrewDispute('m').as('withdrew')])
    // The terms in force: after addenda those of the last one.
    .select((eb) => eb.fn.coalesce('c.amended_terms', 'c.terms').$castTo<DealTerms>().as('terms'));

/**
 * Locks the milestone until commit and reads it after that: a statement that waits for the lock reads the other tables as
 * they were before the wait, and an addendum may have changed the terms meanwhile. `orgId`: the acting party; null for the
 * platform itself.
 */
export async function lockMilestone(
  db: Db,
  input: { milestoneId: string; orgId: string | null },
): Promise<MilestoneRow | undefined> {
  let lock = db.selectFrom('milestones as m').select('m.id').where('m.id', '=', input.milestoneId).forNoKeyUpdate();
  if (input.orgId)
    lock = lock.where((eb) =>
      eb(eb.val(input.orgId), 'in', [eb.ref('m.brand_org'), eb.ref('m.creator_org'), eb.ref('m.agency_org')]),
    );
  return (await lock.executeTakeFirst()) && milestoneById(db, input.milestoneId);
}

/** Without a lock. */
export async function milestoneById(db: Db, milestoneId: string): Promise<MilestoneRow | undefined> {
  return (await withPosts(db, await milestones(db).where('m.id', '=', milestoneId).execute()))[0];
}

export const milestonesOfContract = async (db: Db, contractId: string): Promise<MilestoneRow[]> =>
  withPosts(db, await milestones(db).where('m.contract_id', '=', contractId).orderBy('m.seq').execute());

/** Adds what the looks at their posts found, in states that depend on it; in one statement for all. */
async function withPosts(db: Db, rows: MilestoneRow[]): Promise<MilestoneRow[]> {
  const waiting = rows.filter((row) => waitsForPost(row.state) || clearsByPost(row));
  if (waiting.length === 0) return rows;
  const posts = await db
    .selectFrom('publications')
    .select([
      'milestone_id',
      'state',
      'passed_at as passedAt',
      'retention_ends_at as keepUntil',
      'decide_until as decideUntil',
      'linked_at as linkedAt',
      'updated_at as changedAt',
    ])
    .select(sql<boolean>`coalesce(outcome = any(${[...POST_FAULTS]}), false)`.as('fault'))
    .where(
      'milestone_id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute();
  const found = new Map(posts.map(({ milestone_id, ...post }) => [milestone_id, post]));
  for (const row of waiting) row.post = found.get(row.id) ?? null;
  return rows;
}

export interface MilestoneMove {
  id: string;
  from: MilestoneState;
  version: number;
  to: MilestoneState;
  set: Updateable<DB['milestones']>;
  at: Date;
}

/** Compares `(state, version)` and swaps; undefined when another transaction was first. */
export async function swapMilestone(db: Db, move: MilestoneMove): Promise<{ version: number } | undefined> {
  return db
    .updateTable('milestones')
    .set({ ...move.set, state: move.to, version: move.version + 1, updated_at: move.at })
    .where('id', '=', move.id)
    .where('state', '=', move.from)
    .where('version', '=', move.version)
    .returning('version')
    .executeTakeFirst();
}

/**
 * Puts a hold on a milestone, in any state; `rest`: pauses its timers from now on; `payableUntil`: moves the deadline of one that
 * is being paid, and of one that waits for it as far as it is sooner. False when it was there.
 */
export async function addHold(
  db: Db,
  input: { milestoneId: string; hold: Hold; rest: boolean; payableUntil?: Date; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('milestones')
    .set((eb) => ({
      holds: sql<Hold[]>`array_append(holds, ${input.hold})`,
      version: eb('version', '+', 1),
      updated_at: input.at,
      ...(input.payableUntil
        ? {
            deadline_at: sql<Date>`case state when 'funding' then ${input.payableUntil}::timestamptz
              when 'awaiting_funding' then greatest(deadline_at, ${input.payableUntil}::timestamptz) else deadline_at end`,
            funding_deadline_at: sql<Date>`case state when 'awaiting_funding'
              then greatest(funding_deadline_at, ${input.payableUntil}::timestamptz) else funding_deadline_at end`,
          }
        : {}),
      ...(input.rest ? { clock_stopped_at: sql<Date>`coalesce(clock_stopped_at, ${input.at}::timestamptz)` } : {}),
    }))
    .where('id', '=', input.milestoneId)
    .where(sql<boolean>`not (${input.hold} = any(holds))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lifts a hold. `resume`: paused timers continue with the time they had left, and the last day of the money moves by
 * the pause, since it was not held meanwhile. False when it was not there.
 */
export async function liftHold(
  db: Db,
  input: { milestoneId: string; hold: Hold; resume: boolean; at: Date },
): Promise<boolean> {
  const rested = sql`(${input.at}::timestamptz - clock_stopped_at)`;
  const { numUpdatedRows } = await db
    .updateTable('milestones')
    .set((eb) => ({
      holds: sql<Hold[]>`array_remove(holds, ${input.hold})`,
      version: eb('version', '+', 1),
      updated_at: input.at,
      ...(input.resume
        ? {
            deadline_at: sql<Date>`case when state in ('funded', 'changes_requested', 'overdue', 'awaiting_live', 'retention') then deadline_at + coalesce(${rested}, '0'::interval) else deadline_at end`,
            hold_expires_at: sql<Date>`hold_expires_at + coalesce(${rested}, '0'::interval)`,
            post_rested_ms: sql<number>`post_rested_ms + case when state = 'awaiting_live' then coalesce(extract(epoch from ${rested}) * 1000, 0)::bigint else 0 end`,
            clock_stopped_at: null,
          }
        : {}),
    }))
    .where('id', '=', input.milestoneId)
    .where(sql<boolean>`${input.hold} = any(holds)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a card's bank took the payment of a milestone back for good, or (null) gave it back after all. */
export async function setChargedBack(
  db: Db,
  input: { milestoneId: string; since: Date | null; at: Date },
): Promise<void> {
  await db
    .updateTable('milestones')
    .set((eb) => ({ charged_back_at: input.since, version: eb('version', '+', 1), updated_at: input.at }))
    .where('id', '=', input.milestoneId)
    .execute();
}

/** The proposed milestones of a new contract, one for each part of its terms, in their order. */
export async function insertMilestones(
  db: Db,
  contract: {
    id: string;
    parties: Pick<MilestoneRow, 'brand_org' | 'creator_org' | 'agency_org'>;
    terms: DealTerms;
    at: Date;
  },
): Promise<void> {
  const { parties, terms, at } = contract;
  await db
    .insertInto('milestones')
    .values(
      terms.milestones.map((m, i) => ({
        id: newId(at.getTime()),
        contract_id: contract.id,
        brand_org: parties.brand_org,
        creator_org: parties.creator_org,
        agency_org: parties.agency_org,
        seq: i + 1,
        title: m.title,
        amount: m.amount,
        currency: terms.currency,
        state: 'proposed' as const,
        due_at: m.dueAt,
        fundable_from: fundableFrom({ dueAt: m.dueAt, bonus: false }, terms.clocks),
        rounds_max: terms.revisions,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
}

/** Parts of a contract that was never signed are not owed. */
export async function voidMilestones(db: Db, contractId: string, at: Date): Promise<void> {
  await db
    .updateTable('milestones')
    .set((eb) => ({ state: 'void', version: eb('version', '+', 1), deadline_at: null, updated_at: at }))
    .where('contract_id', '=', contractId)
    .where('state', '=', 'proposed')
    .execute();
}
