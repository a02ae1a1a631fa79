import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../../db/client.ts';
import { behind, inIndexOrder, placeTime, type ListPlace } from '../../../../../db/keyset.ts';
import { isOwn as own } from '../../../../../db/parties.ts';
import type { OrgKind } from '../../../../context.ts';
import type { MilestoneState } from '../../schema.ts';

/** The org that reads, and the states in which its side acts next. */
export interface Reader {
  orgId: string;
  orgKind: OrgKind;
  turn: readonly MilestoneState[];
  now: Date;
}

export interface PlacedDeal extends ListPlace {
  contract_id: string;
}

/** As text, so that the index of these states serves a plan made for any states. */
const inStates = (table: string, states: readonly MilestoneState[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.state`)} in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** A proposed milestone belongs to an unsigned contract, which is listed by itself. */
const isOpen = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.state`)} not in ('proposed', 'released', 'refunded', 'void', 'settled_split')`;

/** Before a milestone can be funded and while a bank processes its payment, no side acts next. */
const canAct = (table: string, { turn, now }: Reader): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const unfunded = turn.includes('awaiting_funding')
    ? sql<boolean>`(${column('state')} <> 'awaiting_funding' or coalesce(${column('fundable_from')} <= ${now}, true))`
    : sql<boolean>`true`;
  return turn.includes('funding')
    ? sql<boolean>`${unfunded} and (${column('state')} <> 'funding'
        or not exists (select from payments p where p.milestone_id = ${column('id')} and p.state = 'processing'))`
    : unfunded;
};

// Conditions on other rows are subqueries with one value, not joins: rows are then read in the order of the index until
// the page is full. A join would be planned for an average org, with all its rows read and sorted.
const ofActiveDeal = sql<boolean>`(select c.state from contracts c where c.id = m.contract_id) = 'active'`;

/** The other side proposes to cancel it, and the reader's side answers. */
const isAsked = (table: string, { orgKind }: Reader): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.state`)} = 'cancel_requested'
    and ${sql.ref(`${table}.cancel_proposed_by`)} = ${sql.lit(orgKind === 'brand' ? 'creator' : 'brand')})`;
const toAct = (table: string, reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(${inStates(table, reader.turn)} and ${canAct(table, reader)} or ${isAsked(table, reader)})`;

/** Milestones whose next act is the reader's, by their next deadline. Each part has an index of its own. */
export async function milestonesToActOn(db: Db, reader: Reader, limit: number): Promise<string[]> {
  const { rows } = await inIndexOrder(db, () =>
    sql<{ id: string }>`
    select id from (
      (select m.id, m.next_at from milestones m
        where ${own('m', reader)} and ${inStates('m', reader.turn)} and ${canAct('m', reader)} and ${ofActiveDeal}
        order by m.next_at, m.id limit ${limit})
      union all
      (select m.id, m.next_at from milestones m
        where ${own('m', reader)} and ${isAsked('m', reader)} and ${ofActiveDeal}
        order by m.next_at, m.id limit ${limit})
    ) d order by next_at, id limit ${limit}`.execute(db),
  );
  return rows.map((row) => row.id);
}

interface Page {
  after: ListPlace | null;
  limit: number;
}

/** Deals whose next act is the reader's, each at the earliest deadline of such a milestone. */
export async function dealsToActOn(db: Db, reader: Reader, { after, limit }: Page): Promise<PlacedDeal[]> {
  const acts = (states: RawBuilder<boolean>) => sql<PlacedDeal>`
    (select m.contract_id, m.id, m.next_at as time from milestones m
      where ${own('m', reader)} and ${states} and ${ofActiveDeal} and ${behind('m.next_at', 'm.id', 'ascending', after)}
        and (select true from milestones e where e.contract_id = m.contract_id and (e.next_at, e.id) < (m.next_at, m.id)
          and ${toAct('e', reader)} limit 1) is null
      order by m.next_at, m.id limit ${limit})`;
  const { rows } = await inIndexOrder(db, () =>
    sql<PlacedDeal>`
    select contract_id, id, ${placeTime('time')} as at from (
      ${acts(sql<boolean>`${inStates('m', reader.turn)} and ${canAct('m', reader)}`)}
      union all ${acts(isAsked('m', reader))}
    ) d order by time, id limit ${limit}`.execute(db),
  );
  return rows;
}

/**
 * Deals under way whose next act is not the reader's: unsigned ones by the deadline of the signatures, active ones at the
 * earliest deadline of an open milestone.
 */
export async function waitingDeals(db: Db, reader: Reader, { after, limit }: Page): Promise<PlacedDeal[]> {
  const waiting = (states: RawBuilder<boolean>) => sql<PlacedDeal>`
    (select m.contract_id, m.id, m.next_at as time from milestones m
      where ${own('m', reader)} and ${states} and ${ofActiveDeal} and ${behind('m.next_at', 'm.id', 'ascending', after)}
        and (select true from milestones e where e.contract_id = m.contract_id
          and (${isOpen('e')} and (e.next_at, e.id) < (m.next_at, m.id) or ${toAct('e', reader)})
          limit 1) is null
      order by m.next_at, m.id limit ${limit})`;
  const parts = [
    sql<PlacedDeal>`
    (select c.id as contract_id, c.id, c.deadline_at as time from contracts c
      where ${own('c', reader)} and c.state in ('sent', 'partially_signed') and ${behind('c.deadline_at', 'c.id', 'ascending', after)}
      order by c.deadline_at, c.id limit ${limit})`,
    waiting(sql<boolean>`${isOpen('m')} and not ${inStates('m', reader.turn)} and not ${isAsked('m', reader)}`),
    // The reader's own states in which it cannot act yet; a creator has none.
    ...(reader.turn.includes('funding') ? [waiting(inStates('m', ['awaiting_funding', 'funding']))] : []),
  ];
  const { rows } = await inIndexOrder(db, () =>
    sql<PlacedDeal>`
    select contract_id, id, ${placeTime('time')} as at from (${sql.join(parts, sql` union all `)}) d order by time, id limit ${limit}`.execute(
      db,
    ),
  );
  return rows;
}

/** A completed deal paid something; of a cancelled one, the creator may have kept a part. */
const ENDED = ['completed', 'cancelled', 'expired', 'voided', 'declined'] as const;
type Ended = (typeof ENDED)[number];
const paidSomething = sql<boolean>`exists (select from ledger_tx t where t.contract_id = c.id and t.kind = 'release')`;

/** Ended deals in one state that paid something, those that did not, or all; null: none of that state did, or did not. */
function endedIn(state: Ended, paid: boolean | null): RawBuilder<boolean> | null {
  const inState = sql<boolean>`c.state = ${sql.lit(state)} and c.state not in ('sent', 'partially_signed', 'active')`;
  if (paid === null) return inState;
  if (state !== 'cancelled') return paid === (state === 'completed') ? inState : null;
  return paid ? sql<boolean>`${inState} and ${paidSomething}` : sql<boolean>`${inState} and not ${paidSomething}`;
}
const endedParts = (paid: boolean | null): RawBuilder<boolean>[] =>
  ENDED.flatMap((state) => endedIn(state, paid) ?? []);

/** Deals that are over, the last changed first; those that paid something, those that did not, or all. */
export async function endedDeals(
  db: Db,
  reader: Reader,
  { after, limit, paid }: Page & { paid: boolean | null },
): Promise<PlacedDeal[]> {
  const parts = endedParts(paid).map(
    (condition) => sql`
    (select c.id, c.updated_at from contracts c
      where ${own('c', reader)} and ${condition} and ${behind('c.updated_at', 'c.id', 'descending', after)}
      order by c.updated_at desc, c.id desc limit ${limit})`,
  );
  const { rows } = await inIndexOrder(db, () =>
    sql<PlacedDeal>`
    select id as contract_id, id, ${placeTime('updated_at')} as at from (${sql.join(parts, sql` union all `)}) c
     order by updated_at desc, id desc limit ${limit}`.execute(db),
  );
  return rows;
}

/** Deals in each list, counted up to `cap`. */
export async function countDeals(
  db: Db,
  reader: Reader,
  cap: number,
): Promise<{ active: number; paid: number; past: number }> {
  const upTo = (...conditions: RawBuilder<boolean>[]) =>
    sql<number>`(select count(*)::int from (select from (${sql.join(
      conditions.map(
        (condition) => sql`(select from contracts c where ${own('c', reader)} and ${condition} limit ${cap})`,
      ),
      sql` union all `,
    )}) found limit ${cap}) n)`;
  const { rows } = await sql<{ active: number; paid: number; past: number }>`
    select ${upTo(sql<boolean>`c.state in ('sent', 'partially_signed', 'active')`)} as active,
           ${upTo(...endedParts(true))} as paid,
           ${upTo(...endedParts(false))} as past`.execute(db);
  return rows[0] ?? { active: 0, paid: 0, past: 0 };
}

const isRunning = sql<boolean>`c.state in ('sent', 'partially_signed', 'active')`;

/** Deals in the order in which they were agreed, the last first: under way, over with or without a payment, or all. */
export async function newestDeals(
  db: Db,
  reader: Reader,
  { after, limit, box }: Page & { box: 'all' | 'active' | 'paid' | 'past' },
): Promise<PlacedDeal[]> {
  const wanted =
    box === 'all'
      ? sql<boolean>`true`
      : box === 'active'
        ? isRunning
        : sql<boolean>`(${sql.join(
            endedParts(box === 'paid').map((part) => sql`(${part})`),
            sql` or `,
          )})`;
  const { rows } = await inIndexOrder(db, () =>
    sql<PlacedDeal>`
    select c.id as contract_id, c.id, ${placeTime('c.created_at')} as at from contracts c
     where ${own('c', reader)} and ${wanted} and ${behind('c.created_at', 'c.id', 'descending', after)}
     order by c.created_at desc, c.id desc limit ${limit}`.execute(db),
  );
  return rows;
}
