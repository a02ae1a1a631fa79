import type { Db } from '../../../../db/client.ts';
import { isParty } from '../../../../db/parties.ts';
import type { DealTerms, Side } from '../../terms/schema.ts';
import type { AddendumChange, AddendumDocument, AddendumKind, AddendumState } from '../schema.ts';

const COLUMNS = [
  'a.id',
  'a.contract_id',
  'a.brand_org',
  'a.creator_org',
  'a.agency_org',
  'a.n',
  'a.kind',
  'a.origin_milestone_id',
  'a.state',
  'a.version',
  'a.proposed_side',
  'a.reason',
  'a.currency',
  'a.total_before',
  'a.total_after',
  'a.document_hash',
  'a.previous_hash',
  'a.deadline_at',
  'a.signed_at',
  'a.ended_at',
  'a.end_reason',
  'a.created_at',
  'a.updated_at',
  'c.title',
  'b.name as brand_name',
  'k.name as creator_name',
] as const;

const addenda = (db: Db) =>
  db
    .selectFrom('addenda as a')
    .innerJoin('contracts as c', 'c.id', 'a.contract_id')
    .innerJoin('orgs as b', 'b.id', 'a.brand_org')
    .innerJoin('orgs as k', 'k.id', 'a.creator_org')
    .select(COLUMNS)
    .select((eb) => [
      eb.ref('a.changes').$castTo<AddendumChange[]>().as('changes'),
      eb.ref('a.document').$castTo<AddendumDocument>().as('document'),
      eb.ref('a.terms_after').$castTo<unknown>().as('terms_after'),
    ]);

export type AddendumRow = NonNullable<Awaited<ReturnType<typeof addendumById>>>;

/** `lock`: no other transaction decides on it until this one ends. */
export async function addendumById(db: Db, { id, lock = false }: { id: string; lock?: boolean }) {
  return addenda(db)
    .where('a.id', '=', id)
    .$if(lock, (q) => q.forNoKeyUpdate(['a']))
    .executeTakeFirst();
}

/** Of a deal, the newest first; at most as many as fit a page. */
export async function addendaOf(db: Db, contractId: string): Promise<AddendumRow[]> {
  return addenda(db).where('a.contract_id', '=', contractId).orderBy('a.n', 'desc').limit(50).execute();
}

/** The text of a contract that its next addendum refers to, and the number that one gets; only for a party of it. */
export async function chainOfContract(db: Db, { contractId, orgId }: { contractId: string; orgId: string }) {
  return db
    .selectFrom('contracts as c')
    .select((eb) => [
      'c.id',
      'c.title',
      'c.state',
      'c.currency',
      'c.total',
      'c.fee_bps',
      'c.fee_terms',
      'c.tax_bps',
      'c.brand_org',
      'c.creator_org',
      'c.agency_org',
      'c.document',
      'c.document_hash',
      eb.fn.coalesce('c.amended_terms', 'c.terms').as('terms'),
      eb
        .selectFrom('addenda as a')
        .select((e) => e.fn.max('a.n').as('n'))
        .whereRef('a.contract_id', '=', 'c.id')
        .as('last_n'),
      eb
        .selectFrom('addenda as a')
        .select('a.document_hash')
        .whereRef('a.contract_id', '=', 'c.id')
        .where('a.state', '=', 'applied')
        .orderBy('a.n', 'desc')
        .limit(1)
        .as('last_hash'),
      eb
        .exists(
          eb
            .selectFrom('addenda as a')
            .select('a.id')
            .whereRef('a.contract_id', '=', 'c.id')
            .where('a.ended_at', 'is', null),
        )
        .as('has_open'),
    ])
    .where('c.id', '=', contractId)
    .where(isParty('c', orgId))
    .executeTakeFirst();
}
export type ContractChain = NonNullable<Awaited<ReturnType<typeof chainOfContract>>>;

/** Fee, tax, state and terms in force of a contract, for the platform itself. */
export async function contractFactsOf(db: Db, contractId: string) {
  return db
    .selectFrom('contracts as c')
    .select((eb) => [
      'c.state',
      'c.currency',
      'c.total',
      'c.fee_bps',
      'c.fee_terms',
      'c.tax_bps',
      'c.commission_bps',
      eb.fn.coalesce('c.amended_terms', 'c.terms').as('terms'),
    ])
    .where('c.id', '=', contractId)
    .executeTakeFirstOrThrow();
}

export interface NewAddendum {
  id: string;
  contract: Pick<ContractChain, 'id' | 'brand_org' | 'creator_org' | 'agency_org' | 'currency'>;
  n: number;
  kind: AddendumKind;
  originMilestoneId: string | null;
  side: Side;
  userId: string;
  reason: string;
  changes: readonly AddendumChange[];
  totalBefore: number;
  totalAfter: number;
  termsAfter: DealTerms;
  document: AddendumDocument;
  documentHash: string;
  previousHash: string;
  deadlineAt: Date;
  at: Date;
}

/** False when another addendum of the deal is open. */
export async function insertAddendum(db: Db, a: NewAddendum): Promise<boolean> {
  const row = await db
    .insertInto('addenda')
    .values({
      id: a.id,
      contract_id: a.contract.id,
      brand_org: a.contract.brand_org,
      creator_org: a.contract.creator_org,
      agency_org: a.contract.agency_org,
      n: a.n,
      kind: a.kind,
      origin_milestone_id: a.originMilestoneId,
      state: 'proposed',
      proposed_side: a.side,
      proposed_by: a.userId,
      reason: a.reason,
      changes: JSON.stringify(a.changes),
      currency: a.contract.currency,
      total_before: a.totalBefore,
      total_after: a.totalAfter,
      terms_after: JSON.stringify(a.termsAfter),
      document: JSON.stringify(a.document),
      document_hash: a.documentHash,
      previous_hash: a.previousHash,
      deadline_at: a.deadlineAt,
      created_at: a.at,
      updated_at: a.at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Compares `(state, version)` and swaps; false when another transaction was first. */
export async function swapAddendum(
  db: Db,
  row: Pick<AddendumRow, 'id' | 'state' | 'version'>,
  set: { state: AddendumState; signedAt?: Date; endedSide?: Side; endReason?: string; ended?: boolean; at: Date },
): Promise<boolean> {
  const moved = await db
    .updateTable('addenda')
    .set({
      state: set.state,
      version: row.version + 1,
      updated_at: set.at,
      ...(set.signedAt ? { signed_at: set.signedAt } : {}),
      ...(set.ended ? { ended_at: set.at } : {}),
      ...(set.endedSide ? { ended_side: set.endedSide } : {}),
      ...(set.endReason === undefined ? {} : { end_reason: set.endReason }),
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export async function signaturesOf(db: Db, addendumIds: readonly string[]) {
  if (addendumIds.length === 0) return [];
  return db
    .selectFrom('addendum_signatures')
    .select(['addendum_id', 'side', 'user_id', 'typed_name', 'document_hash', 'signed_at'])
    .where('addendum_id', 'in', [...addendumIds])
    .orderBy('signed_at')
    .execute();
}
export type SignatureRow = Awaited<ReturnType<typeof signaturesOf>>[number];

export async function insertSignature(
  db: Db,
  s: {
    id: string;
    addendum: Pick<AddendumRow, 'id' | 'contract_id' | 'brand_org' | 'creator_org' | 'agency_org' | 'document_hash'>;
    side: Side;
    orgId: string;
    userId: string;
    typedName: string;
    ip: string | null;
    userAgent: string | null;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('addendum_signatures')
    .values({
      id: s.id,
      addendum_id: s.addendum.id,
      contract_id: s.addendum.contract_id,
      brand_org: s.addendum.brand_org,
      creator_org: s.addendum.creator_org,
      agency_org: s.addendum.agency_org,
      side: s.side,
      org_id: s.orgId,
      user_id: s.userId,
      typed_name: s.typedName,
      document_hash: s.addendum.document_hash,
      ip: s.ip,
      user_agent: s.userAgent,
      signed_at: s.at,
    })
    .execute();
}

/** Open addenda of running deals that a side has not signed, the next deadline first. */
export const unsignedBy = (db: Db, { orgId, side, limit }: { orgId: string; side: Side; limit: number }) =>
  db
    .selectFrom('addenda as a')
    .innerJoin('contracts as c', 'c.id', 'a.contract_id')
    .innerJoin('orgs as o', 'o.id', side === 'brand' ? 'a.creator_org' : 'a.brand_org')
    .select(['a.contract_id', 'a.n', 'a.total_after', 'a.currency', 'a.deadline_at', 'c.title', 'o.name as other_name'])
    .where(side === 'brand' ? 'a.brand_org' : 'a.creator_org', '=', orgId)
    .where('a.ended_at', 'is', null)
    .where('a.state', 'in', ['proposed', 'partially_signed'])
    .where('c.state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('addendum_signatures as s')
            .select('s.id')
            .whereRef('s.addendum_id', '=', 'a.id')
            .where('s.side', '=', side),
        ),
      ),
    )
    .orderBy('a.deadline_at')
    .orderBy('a.id')
    .limit(limit)
    .execute();
