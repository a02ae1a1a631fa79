import type { ExportScope } from '../../registration.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isOwn, isParty } from '../../../db/parties.ts';
import { inIndexOrder, nextById, type IdPage, behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import type { OrgKind } from '../../context.ts';
import type { Locale } from '../../core/locale.ts';
import type { AgreedInYear } from '../clauses/rules.ts';
import type { OwnAccount } from '../connections/schema.ts';
import type { ContractState, LegalEntity } from './schema.ts';
import type { Side } from '../terms/schema.ts';

const LIST_COLUMNS = [
  'c.id',
  'c.offer_id',
  'c.campaign_id',
  'c.application_id',
  'c.brand_org',
  'c.creator_org',
  'c.agency_org',
  'c.state',
  'c.version',
  'c.title',
  'c.currency',
  'c.total',
  'c.deadline_at',
  'c.signed_at',
  'c.declined_at',
  'c.created_at',
] as const;
const DETAIL_COLUMNS = [
  ...LIST_COLUMNS,
  'c.terms',
  'c.terms_hash',
  'c.document',
  'c.document_hash',
  'c.fee_bps',
  'c.fee_terms',
  'c.tax_bps',
  'c.commission_bps',
  'c.declined_side',
  'c.decline_reason',
] as const;

export type ContractListRow = Awaited<ReturnType<typeof contractsOf>>[number];
export type ContractRow = NonNullable<Awaited<ReturnType<typeof contractFor>>>;

const STATES: Record<'open' | 'active' | 'ended', readonly ContractState[]> = {
  open: ['sent', 'partially_signed'],
  active: ['active'],
  ended: ['completed', 'cancelled', 'expired', 'voided', 'declined'],
};

/** Contracts of the reader's org, newest first. */
export async function contractsOf(
  db: Db,
  input: {
    reader: { orgId: string; orgKind: OrgKind };
    state: 'open' | 'active' | 'ended' | 'all';
    after: ListPlace | null;
    limit: number;
  },
) {
  return inIndexOrder(db, () =>
    db
      .selectFrom('contracts as c')
      .select(LIST_COLUMNS)
      .select((eb) => [
        eb
          .selectFrom('signatures as s')
          .select(sql<Side[]>`coalesce(array_agg(s.side), '{}')`.as('sides'))
          .whereRef('s.contract_id', '=', 'c.id')
          .as('signed'),
        placeTime('c.created_at').as('at'),
      ])
      .where(isOwn('c', input.reader))
      .$if(input.state !== 'all', (q) => q.where('c.state', 'in', input.state === 'all' ? [] : STATES[input.state]))
      .where(behind('c.created_at', 'c.id', 'descending', input.after))
      .orderBy('c.created_at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(input.limit)
      .execute(),
  );
}

/** One contract `orgId` is a party of; `lock`: no other transaction decides on it until this one ends. */
export async function contractFor(db: Db, input: { contractId: string; orgId: string; lock?: boolean }) {
  return db
    .selectFrom('contracts as c')
    .select(DETAIL_COLUMNS)
    .where('c.id', '=', input.contractId)
    .where(isParty('c', input.orgId))
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** For the platform itself, which acts for no org. */
export async function contractById(db: Db, input: { contractId: string; lock?: boolean }) {
  return db
    .selectFrom('contracts as c')
    .select(DETAIL_COLUMNS)
    .where('c.id', '=', input.contractId)
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

export async function contractOfOffer(db: Db, offerId: string) {
  return db
    .selectFrom('contracts')
    .select(['id', 'fee_bps', 'fee_terms', 'tax_bps', 'commission_bps'])
    .where('offer_id', '=', offerId)
    .executeTakeFirst();
}

export async function signaturesOf(db: Db, contractId: string) {
  return db
    .selectFrom('signatures')
    .select(['side', 'org_id', 'user_id', 'typed_name', 'document_hash', 'ip', 'user_agent', 'signed_at'])
    .where('contract_id', '=', contractId)
    .orderBy('signed_at')
    .execute();
}
export type SignatureRow = Awaited<ReturnType<typeof signaturesOf>>[number];

/** Events of the signing itself, in order: they do not change any more once the contract is signed. */
export async function signingEvents(db: Db, contractId: string) {
  return db
    .selectFrom('escrow_events')
    .select(['type', 'request_key', 'actor_user', 'at', 'hash'])
    .where('contract_id', '=', contractId)
    .where('type', 'in', ['contract_created', 'contract_signed'])
    .orderBy('seq')
    .execute();
}

export async function fileOf(db: Db, contractId: string, locale: Locale) {
  return db
    .selectFrom('contract_files')
    .select(['sha256', 'storage_key', 'size'])
    .where('contract_id', '=', contractId)
    .where('locale', '=', locale)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function knownFile(db: Db, sha256: string) {
  const { rows } = await sql<{
    title: string;
    signed_at: Date | null;
    brand_name: string;
    creator_name: string;
    document_hash: string;
    addendum: number | null;
  }>`
    select title, signed_at, brand_name, creator_name, document_hash, addendum from known_signed_file(${sha256})`.execute(
    db,
  );
  return rows[0];
}

export interface NewSignature {
  id: string;
  contract: Pick<ContractRow, 'id' | 'brand_org' | 'creator_org' | 'agency_org' | 'document_hash'>;
  side: Side;
  orgId: string;
  userId: string;
  typedName: string;
  ip: string | null;
  userAgent: string | null;
  /** Of the creator, at that time, as the signing side reads them. */
  accounts: readonly OwnAccount[];
  at: Date;
}

export async function insertSignature(db: Db, s: NewSignature): Promise<void> {
  await db
    .insertInto('signatures')
    .values({
      id: s.id,
      contract_id: s.contract.id,
      brand_org: s.contract.brand_org,
      creator_org: s.contract.creator_org,
      agency_org: s.contract.agency_org,
      side: s.side,
      org_id: s.orgId,
      user_id: s.userId,
      typed_name: s.typedName,
      document_hash: s.contract.document_hash,
      ip: s.ip,
      user_agent: s.userAgent,
      accounts: JSON.stringify(s.accounts),
      signed_at: s.at,
    })
    .execute();
}

/** Records a file of a contract; the same bytes made again stand under their newest key. */
export async function saveFile(
  db: Db,
  file: {
    sha256: string;
    contract: Pick<ContractRow, 'id' | 'brand_org' | 'creator_org' | 'agency_org'>;
    locale: Locale;
    key: string;
    size: number;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('contract_files')
    .values({
      sha256: file.sha256,
      contract_id: file.contract.id,
      brand_org: file.contract.brand_org,
      creator_org: file.contract.creator_org,
      agency_org: file.contract.agency_org,
      locale: file.locale,
      storage_key: file.key,
      size: file.size,
      created_at: file.at,
    })
    .onConflict((c) => c.column('sha256').doUpdateSet({ storage_key: file.key }))
    .execute();
}

/** Billing details of an offer's sides as contracts name them; only its own sides may read them. */
export async function legalEntitiesOf(
  db: Db,
  offerId: string,
): Promise<{ brand?: LegalEntity; creator?: LegalEntity }> {
  const { rows } = await sql<{ side: 'brand' | 'creator'; legal_name: string; address: string; tax_id: string | null }>`
    select side, legal_name, address, tax_id from legal_entities_of(${offerId})`.execute(db);
  return Object.fromEntries(
    rows.map((row) => [row.side, { name: row.legal_name, address: row.address, taxId: row.tax_id }]),
  );
}

const UNSIGNED = ['sent', 'partially_signed'] as const;

export async function unsignedContracts(
  db: Db,
  { before, ...page }: IdPage & { before: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('contracts')
    .select('id')
    .where('state', 'in', [...UNSIGNED])
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Past their deadline, or signed by both and still not active. */
export async function overdueContracts(
  db: Db,
  { ids, before, since }: { ids: string[]; before: Date; since: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('contracts')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', [...UNSIGNED])
    .where((eb) =>
      eb.or([eb('deadline_at', '<', since), eb.and([eb('signed_at', 'is not', null), eb('updated_at', '<', before)])]),
    )
    .execute();
}

export async function isUnsigned(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', [...UNSIGNED])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What the two sides agreed on in the calendar year of Paris around `at`, apart from one contract; a contract whose
 * addendum waits for its signatures counts with the higher sum. What one pair agrees on is serialized until the
 * transaction ends, so that of two agreements at one moment the later sees the earlier.
 */
export async function agreedInYear(
  db: Db,
  input: { brandOrg: string; creatorOrg: string; at: Date; except: string | null },
): Promise<AgreedInYear> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agreed ${input.brandOrg} ${input.creatorOrg}`}, 8))`.execute(
    db,
  );
  const year = sql`date_trunc('year', ${input.at}::timestamptz at time zone 'Europe/Paris')`;
  const { rows } = await sql<{ cents: number; other: boolean }>`
    select coalesce(sum(greatest(c.total, a.total_after) + coalesce((c.terms->'goods'->>'value')::bigint, 0))
             filter (where c.currency = 'EUR'), 0)::bigint as cents,
           coalesce(bool_or(c.currency <> 'EUR'), false) as other
      from contracts c left join addenda a on a.contract_id = c.id and a.ended_at is null
     where c.brand_org = ${input.brandOrg} and c.creator_org = ${input.creatorOrg}
       and c.state not in ('expired', 'declined', 'voided') and c.id is distinct from ${input.except}::uuid
       and c.created_at >= ${year} at time zone 'Europe/Paris'
       and c.created_at < (${year} + interval '1 year') at time zone 'Europe/Paris'`.execute(db);
  return { cents: Number(rows[0]?.cents ?? 0), otherCurrency: rows[0]?.other ?? false };
}

/** The language of the creator who is to sign the offer's contract; null while no member of it has one. */
export async function creatorLanguageOf(db: Db, offerId: string): Promise<string | null> {
  const { rows } = await sql<{
    language: string | null;
  }>`select creator_language(${offerId}::uuid) as language`.execute(db);
  return rows[0]?.language ?? null;
}

/** Signatures of the orgs' contracts; the other side's address and browser are its personal data. */
export const signaturesToExport = ({ userId, orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - case when user_id = ${userId} then '{}'::text[] else '{ip,user_agent,user_id}'::text[] end as row from signatures t where brand_org = any(${orgIds}::uuid[]) or creator_org = any(${orgIds}::uuid[])`;
