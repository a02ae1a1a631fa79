import { sql, type ExpressionBuilder, type Updateable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { DB } from '../../../db/types.ts';
import type { Currency } from '../../core/money.ts';
import type { ContractState } from '../contracts/schema.ts';
import type { Clocks, DealTerms } from '../terms/schema.ts';
import { OPEN_CONTRACT_STATES, type Hold } from './rules.ts';
import type { MilestoneState, TimelineEvent } from './schema.ts';

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
  holds: string[];
  funded_at: Date | null;
  submitted_at: Date | null;
  approved_at: Date | null;
  released_at: Date | null;
  refunded_at: Date | null;
  hold_expires_at: Date | null;
  refund_reason: string | null;
  contract_state: ContractState;
  contract_title: string;
  campaign_id: string | null;
  commission_bps: number;
  fee_bps: number;
  tax_bps: number;
  terms: DealTerms;
  brand_name: string;
  creator_name: string;
  creator_on_hold_since: Date | null;
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
  'm.holds',
  'm.funded_at',
  'm.submitted_at',
  'm.approved_at',
  'm.released_at',
  'm.refunded_at',
  'm.hold_expires_at',
  'm.refund_reason',
  'c.state as contract_state',
  'c.title as contract_title',
  'c.campaign_id',
  'c.commission_bps',
  'c.fee_bps',
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
    .select((eb) => eb.ref('c.terms').$castTo<DealTerms>().as('terms'));

/** Whether both sides were notified of a milestone's last day that long before it. */
export async function wasWarned(db: Db, row: Pick<MilestoneRow, 'id' | 'brand_org'>, hours: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('notices')
      .select('id')
      .where('dedupe_key', '=', `hold_ending:${row.id}:${hours}h:${row.brand_org}`)
      .executeTakeFirst()) !== undefined
  );
}

/** Locks the milestone until commit. `orgId`: the acting party; null for the platform itself. */
export async function lockMilestone(
  db: Db,
  input: { milestoneId: string; orgId: string | null },
): Promise<MilestoneRow | undefined> {
  let query = milestones(db).where('m.id', '=', input.milestoneId).forNoKeyUpdate(['m']);
  if (input.orgId)
    query = query.where((eb) =>
      eb(eb.val(input.orgId), 'in', [eb.ref('m.brand_org'), eb.ref('m.creator_org'), eb.ref('m.agency_org')]),
    );
  return query.executeTakeFirst();
}

/** Without a lock. */
export async function milestoneById(db: Db, milestoneId: string): Promise<MilestoneRow | undefined> {
  return milestones(db).where('m.id', '=', milestoneId).executeTakeFirst();
}

export async function milestonesOfContract(db: Db, contractId: string): Promise<MilestoneRow[]> {
  return milestones(db).where('m.contract_id', '=', contractId).orderBy('m.seq').execute();
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

/** Puts a hold on a milestone, in any state; `rest`: pauses its timers from now on. False when it was there. */
export async function addHold(
  db: Db,
  input: { milestoneId: string; hold: Hold; rest: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('milestones')
    .set((eb) => ({
      holds: sql<Hold[]>`array_append(holds, ${input.hold})`,
      version: eb('version', '+', 1),
      updated_at: input.at,
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
            deadline_at: sql<Date>`case when state in ('funded', 'changes_requested', 'overdue') then deadline_at + coalesce(${rested}, '0'::interval) else deadline_at end`,
            hold_expires_at: sql<Date>`hold_expires_at + coalesce(${rested}, '0'::interval)`,
            clock_stopped_at: null,
          }
        : {}),
    }))
    .where('id', '=', input.milestoneId)
    .where(sql<boolean>`${input.hold} = any(holds)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface LockedContract {
  brand_org: string;
  creator_org: string;
  agency_org: string | null;
}

export async function lockContract(db: Db, contractId: string): Promise<LockedContract | undefined> {
  return db
    .selectFrom('contracts')
    .select(['brand_org', 'creator_org', 'agency_org'])
    .where('id', '=', contractId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface LastEvent {
  seq: number;
  hash: string;
  held: number;
  released: number;
  refunded: number;
  disputed: number;
}

export async function lastEvent(db: Db, contractId: string): Promise<LastEvent | undefined> {
  return db
    .selectFrom('escrow_events')
    .select(['seq', 'hash', 'held', 'released', 'refunded', 'disputed'])
    .where('contract_id', '=', contractId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface InsertedEvent extends Omit<TimelineEvent, 'milestoneTitle'> {
  contractId: string;
  actorUser: string | null;
  requestKey: string | null;
  parties: LockedContract;
}

export async function insertEvent(db: Db, e: InsertedEvent): Promise<void> {
  await db
    .insertInto('escrow_events')
    .values({
      id: e.id,
      contract_id: e.contractId,
      milestone_id: e.milestoneId,
      brand_org: e.parties.brand_org,
      creator_org: e.parties.creator_org,
      agency_org: e.parties.agency_org,
      seq: e.seq,
      type: e.type,
      actor_kind: e.actorKind,
      actor_user: e.actorUser,
      actor_name: e.actorName,
      request_key: e.requestKey,
      data: JSON.stringify(e.data),
      held: e.held,
      released: e.released,
      refunded: e.refunded,
      disputed: e.disputed,
      at: e.at,
      prev_hash: e.prevHash,
      hash: e.hash,
    })
    .execute();
}

/** The whole timeline of a deal, oldest first. */
export async function chainOf(db: Db, contractId: string): Promise<TimelineEvent[]> {
  const rows = await db
    .selectFrom('escrow_events as e')
    .leftJoin('milestones as m', 'm.id', 'e.milestone_id')
    .select([
      'e.id',
      'e.seq',
      'e.type',
      'e.milestone_id',
      'm.title',
      'e.actor_kind',
      'e.actor_name',
      'e.data',
      'e.at',
      'e.held',
      'e.released',
      'e.refunded',
      'e.disputed',
      'e.hash',
      'e.prev_hash',
    ])
    .where('e.contract_id', '=', contractId)
    .orderBy('e.seq')
    .execute();
  return rows.map((r) => ({
    id: r.id,
    seq: r.seq,
    type: r.type,
    milestoneId: r.milestone_id,
    milestoneTitle: r.title,
    actorKind: r.actor_kind,
    actorName: r.actor_name,
    data: r.data as TimelineEvent['data'],
    at: r.at,
    held: r.held,
    released: r.released,
    refunded: r.refunded,
    disputed: r.disputed,
    hash: r.hash,
    prevHash: r.prev_hash,
  }));
}

export interface ContractFacts {
  id: string;
  title: string;
  state: ContractState;
  brand_org: string;
  creator_org: string;
  agency_org: string | null;
  campaign_id: string | null;
  campaign_title: string | null;
  currency: Currency;
  total: number;
  terms: DealTerms;
  fee_bps: number;
  tax_bps: number;
  signed_at: Date | null;
  deadline_at: Date;
  clock_policy: string;
  updated_at: Date;
}

const isOpen = (state: ContractState): boolean => (OPEN_CONTRACT_STATES as readonly ContractState[]).includes(state);

type Contracts = ExpressionBuilder<DB & { c: DB['contracts'] }, 'c'>;
const isParty = (orgId: string) => (eb: Contracts) =>
  eb.or([eb('c.brand_org', '=', orgId), eb('c.creator_org', '=', orgId), eb('c.agency_org', '=', orgId)]);

const contracts = (db: Db, orgId: string) =>
  db
    .selectFrom('contracts as c')
    .leftJoin('campaigns as p', 'p.id', 'c.campaign_id')
    .select([
      'c.id',
      'c.title',
      'c.state',
      'c.brand_org',
      'c.creator_org',
      'c.agency_org',
      'c.campaign_id',
      'p.title as campaign_title',
      'c.currency',
      'c.total',
      'c.terms',
      'c.fee_bps',
      'c.tax_bps',
      'c.signed_at',
      'c.deadline_at',
      'c.clock_policy',
      'c.updated_at',
    ])
    .where(isParty(orgId));

export async function contractOf(
  db: Db,
  input: { contractId: string; orgId: string },
): Promise<ContractFacts | undefined> {
  return (await contracts(db, input.orgId).where('c.id', '=', input.contractId).executeTakeFirst()) as unknown as
    | ContractFacts
    | undefined;
}

/** Columns that decide the status of a deal, beside its milestones. */
export interface ContractBrief {
  id: string;
  state: ContractState;
  brand_org: string;
  deadline_at: Date;
  clocks: Clocks;
}

/** Deals that are active or unsigned, or those that have ended; the most recently changed first. */
export async function contractsOf(
  db: Db,
  input: { orgId: string; campaignId?: string | undefined; open: boolean; limit: number | null },
): Promise<ContractBrief[]> {
  const rows = await db
    .selectFrom('contracts as c')
    .select(['c.id', 'c.state', 'c.brand_org', 'c.deadline_at', sql<Clocks>`c.terms->'clocks'`.as('clocks')])
    .where(isParty(input.orgId))
    .where('c.state', input.open ? 'in' : 'not in', [...OPEN_CONTRACT_STATES])
    .$if(input.campaignId !== undefined, (q) => q.where('c.campaign_id', '=', input.campaignId ?? ''))
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .$if(input.limit !== null, (q) => q.limit(input.limit ?? 0))
    .execute();
  return rows as ContractBrief[];
}

export async function contractFacts(
  db: Db,
  input: { orgId: string; ids: readonly string[] },
): Promise<Map<string, ContractFacts>> {
  if (input.ids.length === 0) return new Map();
  const rows = (await contracts(db, input.orgId)
    .where('c.id', '=', sql<string>`any(${[...input.ids]}::uuid[])`)
    .execute()) as unknown as ContractFacts[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many deals are active or unsigned, and how many ended ones paid something. */
export async function countDeals(db: Db, orgId: string): Promise<{ active: number; paid: number }> {
  const { rows } = await sql<{
    state: ContractState;
    deals: number;
    released: number;
  }>`select state, deals, released from deal_counts(${orgId}::uuid)`.execute(db);
  const counts = { active: 0, paid: 0 };
  for (const { state, deals, released } of rows) {
    if (isOpen(state)) counts.active += deals;
    else counts.paid += released;
  }
  return counts;
}

export type MilestoneBrief = Pick<
  MilestoneRow,
  | 'id'
  | 'contract_id'
  | 'seq'
  | 'title'
  | 'amount'
  | 'state'
  | 'due_at'
  | 'work_due_at'
  | 'deadline_at'
  | 'funding_deadline_at'
  | 'holds'
> & {
  /** A bank is processing its payment; visible to the brand alone. */
  bank_is_paying: boolean;
};

export async function milestonesOf(db: Db, contractIds: readonly string[]): Promise<MilestoneBrief[]> {
  if (contractIds.length === 0) return [];
  const rows = await db
    .selectFrom('milestones')
    .select((eb) => [
      'id',
      'contract_id',
      'seq',
      'title',
      'amount',
      'state',
      'due_at',
      'work_due_at',
      'deadline_at',
      'funding_deadline_at',
      'holds',
      eb
        .exists(
          eb
            .selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.milestone_id', '=', 'milestones.id')
            .where('p.state', '=', 'processing'),
        )
        .as('bank_is_paying'),
    ])
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::uuid[])`)
    .orderBy('contract_id')
    .orderBy('seq')
    .execute();
  return rows as unknown as MilestoneBrief[];
}

export interface PaymentBrief {
  id: string;
  milestone_id: string;
  state: string;
  session_url: string | null;
  started_by: string | null;
  price: number;
  fee: number;
  tax: number;
  total: number;
  expires_at: Date;
}

/** Payments of a contract that hold or held money or are under way; row security shows them to the brand alone. */
export async function paymentsOfContract(db: Db, contractId: string): Promise<PaymentBrief[]> {
  return db
    .selectFrom('payments as p')
    .leftJoin('profiles as u', 'u.id', 'p.created_by')
    .select([
      'p.id',
      'p.milestone_id',
      'p.state',
      'p.session_url',
      'u.display_name as started_by',
      'p.price',
      'p.fee',
      'p.tax',
      'p.total',
      'p.expires_at',
    ])
    .where('p.contract_id', '=', contractId)
    .where('p.state', 'in', ['claimed', 'open', 'processing', 'paid', 'refunding', 'refunded'])
    .orderBy('p.attempt')
    .execute();
}

export interface RefundBrief {
  milestone_id: string;
  amount: number;
  reason: string;
  state: string;
  settled_at: Date | null;
  reference: string | null;
  /** Price of the payment that goes back. */
  paid_price: number;
  note_id: string | null;
  note_year: number | null;
  note_number: number | null;
}

/** Refunds of a contract with their credit notes, oldest first; row security shows them to the brand alone. */
export async function refundsOfContract(db: Db, contractId: string): Promise<RefundBrief[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('documents as d', (join) =>
      join
        .onRef('d.milestone_id', '=', 'r.milestone_id')
        .on('d.kind', '=', 'credit_note')
        .on(sql<boolean>`d.data->>'paymentId' = r.payment_id::text`),
    )
    .select([
      'r.milestone_id',
      'r.amount',
      'r.reason',
      'r.state',
      'r.settled_at',
      'r.reference',
      'p.price as paid_price',
      'd.id as note_id',
      'd.year as note_year',
      'd.number as note_number',
    ])
    .where('p.contract_id', '=', contractId)
    .orderBy('r.created_at')
    .execute();
}

/** What the brand owes by milestone; nothing for any other reader, whom row security shows no such account. */
export async function owedByBrand(
  db: Db,
  contractId: string,
): Promise<{ milestone_id: string; amount: number; currency: Currency }[]> {
  const { rows } = await sql<{ milestone_id: string; amount: number; currency: Currency }>`
    select t.milestone_id, sum(e.debit - e.credit)::bigint as amount, e.currency
    from ledger_tx t join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.contract_id = ${contractId} and t.milestone_id is not null and a.code = 'BRAND_RECEIVABLE'
    group by t.milestone_id, e.currency having sum(e.debit - e.credit) > 0`.execute(db);
  return rows;
}

/** What was taken back of the org's own transfers and is not decided about, by milestone. */
export async function takenBackFrom(
  db: Db,
  { contractId, orgId }: { contractId: string; orgId: string },
): Promise<{ milestone_id: string; amount: number; currency: Currency; at: Date }[]> {
  const { rows } = await sql<{ milestone_id: string; amount: number; currency: Currency; at: Date }>`
    select milestone_id, (reversed_amount - reversed_by_bank - reversed_kept)::bigint as amount, currency, reversed_at as at from transfers
    where contract_id = ${contractId} and payee_org = ${orgId} and reversed_amount > reversed_by_bank + reversed_kept`.execute(
    db,
  );
  return rows;
}

export async function latestSubmissions(
  db: Db,
  contractId: string,
): Promise<{ milestone_id: string; id: string; n: number }[]> {
  return db
    .selectFrom('submissions')
    .distinctOn('milestone_id')
    .select(['milestone_id', 'id', 'n'])
    .where('contract_id', '=', contractId)
    .where('state', '<>', 'draft')
    .orderBy('milestone_id')
    .orderBy('n', 'desc')
    .execute();
}

/** How many finished files each milestone's accepted work has. */
export async function approvedFileCounts(db: Db, contractId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('files as f', 'f.submission_id', 's.id')
    .select((eb) => ['s.milestone_id', eb.fn.countAll<number>().as('n')])
    .where('s.contract_id', '=', contractId)
    .where('s.state', 'in', ['approved', 'auto_approved'])
    .where('f.state', '=', 'ready')
    .groupBy('s.milestone_id')
    .execute();
  return new Map(rows.map((row) => [row.milestone_id, row.n]));
}

/** A brand's request for changes to a version. */
export interface ChangeRequest {
  reason: string;
  briefItems: string[];
  label: boolean;
  commentIds: string[];
}
const asColumns = (request: ChangeRequest | undefined) =>
  request
    ? {
        reason: request.reason,
        brief_items: request.briefItems,
        cites_label: request.label,
        cited_comments: request.commentIds,
      }
    : {};

/** Those of the comments that the brand itself made on the submission under review, oldest first. */
export async function commentsToCite(
  db: Db,
  input: { milestoneId: string; brandOrg: string; ids: string[] },
): Promise<{ id: string; body: string }[]> {
  if (input.ids.length === 0) return [];
  return db
    .selectFrom('review_comments as r')
    .innerJoin('submissions as s', 's.id', 'r.submission_id')
    .select(['r.id', 'r.body'])
    .where('s.milestone_id', '=', input.milestoneId)
    .where('s.state', '=', 'submitted')
    .where('r.author_org', '=', input.brandOrg)
    .where('r.id', 'in', input.ids)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

/** The items that a request cites are marked as asked; one that was marked so before and is not cited is open again. */
export async function markAsked(
  db: Db,
  input: {
    submissionId: string;
    sides: Pick<MilestoneRow, 'brand_org' | 'creator_org' | 'agency_org'>;
    items: string[];
    at: Date;
  },
): Promise<void> {
  const { submissionId, sides, at } = input;
  await db
    .updateTable('brief_marks')
    .set({ mark: null, marked_at: at })
    .where('submission_id', '=', submissionId)
    .where('mark', '=', 'asked')
    .execute();
  const items = [...new Set(input.items)];
  if (items.length === 0) return;
  await db
    .insertInto('brief_marks')
    .values(
      items.map((item) => ({
        submission_id: submissionId,
        item,
        mark: 'asked',
        brand_org: sides.brand_org,
        creator_org: sides.creator_org,
        agency_org: sides.agency_org,
        marked_at: at,
      })),
    )
    .onConflict((c) => c.columns(['submission_id', 'item']).doUpdateSet({ mark: 'asked', marked_at: at }))
    .execute();
}

/** Decides the submission under review; undefined when there is none. */
export async function decideSubmission(
  db: Db,
  input: {
    milestoneId: string;
    state: 'approved' | 'auto_approved' | 'changes_requested';
    at: Date;
    by: { userId: string; name: string } | null;
    request?: ChangeRequest;
  },
): Promise<{ id: string; n: number } | undefined> {
  return db
    .updateTable('submissions')
    .set({
      state: input.state,
      decided_at: input.at,
      decided_by: input.by?.userId ?? null,
      decided_by_name: input.by?.name ?? null,
      ...asColumns(input.request),
    })
    .where('milestone_id', '=', input.milestoneId)
    .where('state', '=', 'submitted')
    .returning(['id', 'n'])
    .executeTakeFirst();
}

/** States of the other milestones of a contract, to see whether the deal has ended. */
export async function statesOfContract(
  db: Db,
  contractId: string,
): Promise<{ id: string; state: MilestoneState; amount: number }[]> {
  return (await db
    .selectFrom('milestones')
    .select(['id', 'state', 'amount'])
    .where('contract_id', '=', contractId)
    .execute()) as { id: string; state: MilestoneState; amount: number }[];
}

/** Ends an active contract once; undefined when it had ended before. */
export async function endContract(
  db: Db,
  input: { contractId: string; state: ContractState; at: Date },
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('contracts')
    .set({ state: input.state, version: sql`version + 1`, updated_at: input.at, completed_at: input.at })
    .where('id', '=', input.contractId)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst();
}
