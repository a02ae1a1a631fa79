import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { endingRows } from '../../../../db/ending-rows.ts';
import type { Currency } from '../../../core/money.ts';
import type { Evidence, EvidenceFacts } from '../evidence/rules.ts';
import type { EvidenceState } from '../schema.ts';

/** Messages that a pack quotes at most, the newest ones. */
const MESSAGES = 40;
/** Looks at the live post, likewise. */
const LOOKS = 20;

export interface PackRow {
  id: string;
  dispute_id: string;
  contract_id: string;
  milestone_id: string;
  brand_org: string;
  title: string;
  state: EvidenceState;
  submit_at: Date;
  requested_at: Date | null;
  evidence: Evidence | null;
  evidence_hash: string | null;
  /** What staff wrote instead, once it was refused. */
  correction: Evidence | null;
  attempt: number;
  ended_at: Date | null;
  due_at: Date | null;
  dispute_state: 'open' | 'won' | 'lost';
}

const packs = (db: Db) =>
  db
    .selectFrom('evidence_packs as e')
    .innerJoin('card_disputes as d', 'd.id', 'e.dispute_id')
    .innerJoin('contracts as k', 'k.id', 'e.contract_id')
    .select([
      'e.id',
      'e.dispute_id',
      'e.contract_id',
      'e.milestone_id',
      'd.brand_org',
      'k.title',
      'e.state',
      'e.submit_at',
      'e.requested_at',
      sql<Evidence | null>`e.evidence`.as('evidence'),
      'e.evidence_hash',
      sql<Evidence | null>`e.correction`.as('correction'),
      'e.attempt',
      'e.ended_at',
      'd.evidence_due_at as due_at',
      'd.state as dispute_state',
    ]);

export const packById = (db: Db, id: string): Promise<PackRow | undefined> =>
  packs(db).where('e.id', '=', id).executeTakeFirst();
export const packOfDispute = (db: Db, disputeId: string): Promise<PackRow | undefined> =>
  packs(db).where('e.dispute_id', '=', disputeId).executeTakeFirst();

/** False when the dispute has one. */
export async function insertPack(
  db: Db,
  row: { id: string; disputeId: string; contractId: string; milestoneId: string; submitAt: Date; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('evidence_packs')
    .values({
      id: row.id,
      dispute_id: row.disputeId,
      contract_id: row.contractId,
      milestone_id: row.milestoneId,
      state: 'waiting',
      submit_at: row.submitAt,
      created_at: row.at,
      updated_at: row.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Changes a pack; false when it is in none of the states. */
export async function updatePack(
  db: Db,
  id: string,
  from: readonly EvidenceState[],
  change: {
    state?: EvidenceState;
    submit_at?: Date;
    evidence?: Evidence | null;
    evidence_hash?: string;
    correction?: null;
    attempt?: number;
    requested_at?: null;
    ended_at?: Date | null;
    at: Date;
  },
): Promise<boolean> {
  const { at, evidence, ...columns } = change;
  const { numUpdatedRows } = await db
    .updateTable('evidence_packs')
    .set({
      ...columns,
      ...(evidence === undefined ? {} : { evidence: evidence === null ? null : JSON.stringify(evidence) }),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** By a staff member; false when it was requested or submitted before. */
export async function requestPack(db: Db, disputeId: string, by: { userId: string; at: Date }): Promise<string | null> {
  const row = await db
    .updateTable('evidence_packs')
    .set({ requested_at: by.at, requested_by: by.userId, updated_at: by.at })
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'waiting')
    .where('requested_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** By a staff member; false when the pack is not refused any more, or was corrected before. */
export async function correctPack(db: Db, id: string, by: { correction: Evidence; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidence_packs')
    .set({ correction: JSON.stringify(by.correction), updated_at: by.at })
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    .where('correction', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface DealFacts {
  dealTitle: string;
  milestoneTitle: string;
  brandName: string;
  creatorName: string;
  amount: number;
  paid: number;
  currency: Currency;
  documentHash: string;
  signedAt: Date | null;
  serviceAt: Date | null;
  offerId: string;
}

/** Everything that a pack is written from; amounts are left to the caller. */
export async function evidenceFacts(
  db: Db,
  { contractId, milestoneId, disputeId }: { contractId: string; milestoneId: string; disputeId: string },
): Promise<
  { deal: DealFacts } & Pick<EvidenceFacts, 'signatures' | 'deliveries' | 'post' | 'looks' | 'events' | 'messages'>
> {
  const { rows: deals } = await sql<DealFacts>`
    select c.title as "dealTitle", m.title as "milestoneTitle", coalesce(nullif(p.legal_name, ''), b.name) as "brandName", k.name as "creatorName",
           m.amount, y.total as paid, m.currency, c.document_hash as "documentHash", c.signed_at as "signedAt", coalesce(m.approved_at, m.submitted_at) as "serviceAt", c.offer_id as "offerId"
      from milestones m join contracts c on c.id = m.contract_id join orgs b on b.id = m.brand_org join orgs k on k.id = m.creator_org
      join card_disputes d on d.id = ${disputeId} join payments y on y.id = d.payment_id
      left join billing_profiles p on p.org_id = m.brand_org where m.id = ${milestoneId}::uuid`.execute(db);
  const deal = deals[0];
  if (!deal) throw new Error(`dispute ${disputeId} has no deal`);
  const { rows: signatures } = await sql<EvidenceFacts['signatures'][number]>`
    select side, typed_name as name, document_hash as hash, ip, user_agent as device, signed_at as at from signatures where contract_id = ${contractId}::uuid order by signed_at`.execute(
    db,
  );
  const { rows: deliveries } = await sql<EvidenceFacts['deliveries'][number]>`
    select s.n, s.state, s.submitted_at as at,
           coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'sha256', f.sha256) order by f.id) from files f where f.submission_id = s.id and f.state = 'ready'), '[]') as files
      from submissions s where s.milestone_id = ${milestoneId}::uuid and s.state <> 'draft' order by s.n`.execute(db);
  const { rows: posts } = await sql<NonNullable<EvidenceFacts['post']>>`
    select p.url, coalesce(nullif(array_to_string(p.handles, ', '), ''), k.name) as by, p.linked_at as "linkedAt", p.passed_at as "passedAt", p.digest
      from publications p join orgs k on k.id = p.creator_org where p.milestone_id = ${milestoneId}::uuid`.execute(db);
  const { rows: looks } = await sql<EvidenceFacts['looks'][number]>`
    select * from (
      select l.at, l.outcome, l.digest from publication_checks l join publications p on p.id = l.publication_id and p.url = l.url
        where p.milestone_id = ${milestoneId}::uuid order by l.at desc, l.id desc limit ${LOOKS}) newest order by at`.execute(
    db,
  );
  const { rows: events } = await sql<EvidenceFacts['events'][number]>`
    select seq, type, actor_kind || coalesce(' ' || actor_name, '') as by, at, hash from escrow_events
      where contract_id = ${contractId}::uuid and (milestone_id = ${milestoneId}::uuid or milestone_id is null) order by seq`.execute(
    db,
  );
  const { rows: messages } = await sql<EvidenceFacts['messages'][number]>`
    select * from (
      select o.kind || ' ' || m.author_name as by, m.body, m.created_at as at from messages m join orgs o on o.id = m.author_org
        where m.contract_id = ${contractId}::uuid or m.offer_id = ${deal.offerId}::uuid order by m.created_at desc limit ${MESSAGES}) newest order by at`.execute(
    db,
  );
  return { deal, signatures, deliveries, post: posts[0] ?? null, looks, events, messages };
}

/** Packs whose workflow must be running. Late: the time to submit passed, or a staff member's request had no effect. */
export const openPacks = endingRows(
  'evidence_packs',
  ({ before, since }) => sql<boolean>`state = 'waiting' and (submit_at < ${since} or requested_at < ${before})`,
);
