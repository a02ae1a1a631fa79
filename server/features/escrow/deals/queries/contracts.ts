import { sql } from 'kysely';
import type { Db } from '../../../../../db/client.ts';
import { endedByStaff } from '../../../../../db/ended-by-staff.ts';
import { isParty } from '../../../../../db/parties.ts';
import type { Currency } from '../../../../core/money.ts';
import type { ContractState } from '../../../contracts/schema.ts';
import type { FeeTerms } from '../../../ledger/charges/rules.ts';
import type { DealTerms, Side } from '../../../terms/schema.ts';
import { OPEN_CONTRACT_STATES } from '../../milestone/rules.ts';
import type { LivePost } from '../schema.ts';
import type { MilestoneRow } from '../../milestone/queries.ts';

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
  commission_bps: number;
  fee_bps: number;
  tax_bps: number;
  signed_at: Date | null;
  /** The sides that have signed. */
  signed: Side[];
  deadline_at: Date;
  clock_policy: string;
  updated_at: Date;
}

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
      'c.commission_bps',
      'c.fee_bps',
      'c.tax_bps',
      'c.signed_at',
      'c.deadline_at',
      'c.clock_policy',
      'c.updated_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('c.amended_terms', 'c.terms').as('terms'),
      eb
        .selectFrom('signatures as s')
        .select(sql<Side[]>`coalesce(array_agg(s.side), '{}')`.as('sides'))
        .whereRef('s.contract_id', '=', 'c.id')
        .as('signed'),
    ])
    .where(isParty('c', orgId));

export async function contractOf(
  db: Db,
  input: { contractId: string; orgId: string },
): Promise<ContractFacts | undefined> {
  return (await contracts(db, input.orgId).where('c.id', '=', input.contractId).executeTakeFirst()) as unknown as
    | ContractFacts
    | undefined;
}

/** The deals of a campaign, those under way first; never more than there were agreements about its places. */
export async function contractsOfCampaign(
  db: Db,
  { orgId, campaignId }: { orgId: string; campaignId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contracts as c')
    .select('c.id')
    .where(isParty('c', orgId))
    .where('c.campaign_id', '=', campaignId)
    .orderBy((eb) => eb('c.state', 'in', [...OPEN_CONTRACT_STATES]), 'desc')
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map((row) => row.id);
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
  | 'accepted_at'
  | 'cancel_proposed_by'
  | 'bonus'
  | 'ended_by_staff'
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
      'accepted_at',
      'cancel_proposed_by',
      'bonus',
      endedByStaff('milestones').as('ended_by_staff'),
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

/** The running deals with an addendum that this side has not signed, each with its deadline. */
export async function addendaToSign(
  db: Db,
  { contractIds, side }: { contractIds: readonly string[]; side: Side },
): Promise<Map<string, Date>> {
  if (contractIds.length === 0) return new Map();
  const { rows } = await sql<{ contract_id: string; deadline_at: Date }>`
    select a.contract_id, a.deadline_at from addenda a join contracts c on c.id = a.contract_id and c.state = 'active'
      where a.contract_id = any(${[...contractIds]}::uuid[]) and a.ended_at is null and a.state <> 'signed'
        and not exists (select from addendum_signatures s where s.addendum_id = a.id and s.side = ${side})`.execute(db);
  return new Map(rows.map((row) => [row.contract_id, row.deadline_at]));
}

/** Of each deal the live post that needs attention first. */
export async function livePosts(db: Db, contractIds: readonly string[]): Promise<Map<string, LivePost>> {
  if (contractIds.length === 0) return new Map();
  const { rows } = await sql<{ contract_id: string; live: LivePost }>`
    select distinct on (contract_id) contract_id, live
      from (select contract_id, case when state = 'watching' and outcome is null then 'waiting' else state end as live
        from publications where contract_id = any(${[...contractIds]}::uuid[]) and state <> 'stopped') p
      order by contract_id, array_position(array['undecided', 'failing', 'waiting', 'watching', 'ended', 'kept'], live)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.contract_id, row.live]));
}

type EndedMilestone = Pick<MilestoneRow, 'id' | 'state' | 'amount' | 'released_parts' | 'settled_kept'>;

/** States of the other milestones of a contract, to see whether the deal has ended. */
export async function statesOfContract(db: Db, contractId: string): Promise<EndedMilestone[]> {
  return (await db
    .selectFrom('milestones')
    .select(['id', 'state', 'amount', 'released_parts', 'settled_kept'])
    .where('contract_id', '=', contractId)
    .execute()) as EndedMilestone[];
}

export interface NewContract {
  id: string;
  offerId: string;
  campaignId: string | null;
  applicationId: string | null;
  parties: LockedContract;
  commissionBps: number;
  title: string;
  terms: DealTerms;
  termsHash: string;
  total: number;
  /** The text that both sides sign. */
  document: unknown;
  documentHash: string;
  feeBps: number;
  /** The whole schedule at this time; the deal never reads it again. */
  feeTerms: FeeTerms;
  taxBps: number;
  clockPolicy: string;
  deadlineAt: Date;
  at: Date;
}

export async function insertContract(db: Db, c: NewContract): Promise<void> {
  await db
    .insertInto('contracts')
    .values({
      id: c.id,
      brand_org: c.parties.brand_org,
      creator_org: c.parties.creator_org,
      agency_org: c.parties.agency_org,
      offer_id: c.offerId,
      campaign_id: c.campaignId,
      application_id: c.applicationId,
      commission_bps: c.commissionBps,
      state: 'sent',
      title: c.title,
      currency: c.terms.currency,
      total: c.total,
      terms: JSON.stringify(c.terms),
      terms_hash: c.termsHash,
      document: JSON.stringify(c.document),
      document_hash: c.documentHash,
      fee_bps: c.feeBps,
      fee_terms: c.feeTerms,
      tax_bps: c.taxBps,
      clock_policy: c.clockPolicy,
      deadline_at: c.deadlineAt,
      created_at: c.at,
      updated_at: c.at,
    })
    .execute();
}

/** Moves a contract that the caller has locked; `signedAt`: when the second side signed. */
export async function setContractState(
  db: Db,
  input: { contractId: string; state: ContractState; signedAt?: Date; at: Date },
): Promise<void> {
  await db
    .updateTable('contracts')
    .set((eb) => ({
      state: input.state,
      version: eb('version', '+', 1),
      updated_at: input.at,
      ...(input.signedAt ? { signed_at: input.signedAt } : {}),
    }))
    .where('id', '=', input.contractId)
    .execute();
}

/** Ends a contract that the caller has locked, with its parts; the function acts for the side alone that declines. */
export async function declineRow(
  db: Db,
  input: { contractId: string; side: Side; reason: string; at: Date },
): Promise<void> {
  const { at, side, reason } = input;
  await db
    .updateTable('contracts')
    .set((eb) => ({
      state: 'declined',
      version: eb('version', '+', 1),
      declined_side: side,
      decline_reason: reason,
      declined_at: at,
      updated_at: at,
    }))
    .where('id', '=', input.contractId)
    .execute();
  await sql`select void_declined_milestones(${input.contractId}::uuid)`.execute(db);
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
