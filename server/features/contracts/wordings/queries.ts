import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ContractWording, StoredWording } from '../schema.ts';

/** Signed contracts whose wording is neither part of their text nor stored beside it. */
export const contractsWithoutWording = (db: Db, limit: number) =>
  db
    .selectFrom('contracts as c')
    .select(['c.id', 'c.offer_id', 'c.brand_org', 'c.creator_org', 'c.agency_org', 'c.document'])
    .where('c.signed_at', 'is not', null)
    .where(sql<boolean>`c.document->'wordings' is null`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contract_wordings as w').select('w.contract_id').whereRef('w.contract_id', '=', 'c.id'))),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute();

export async function insertWording(
  db: Db,
  contract: { id: string; brand_org: string; creator_org: string; agency_org: string | null },
  { wording, at }: { wording: ContractWording; at: Date },
): Promise<void> {
  await db
    .insertInto('contract_wordings')
    .values({
      contract_id: contract.id,
      brand_org: contract.brand_org,
      creator_org: contract.creator_org,
      agency_org: contract.agency_org,
      language: wording.language,
      wording: JSON.stringify(wording),
      stored_at: at,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** The wording that was stored after a contract was signed; null where it is part of its text, or not stored yet. */
export async function storedWording(db: Db, contractId: string): Promise<StoredWording | null> {
  const rows = await db
    .selectFrom('contract_wordings')
    .select(['wording', 'stored_at'])
    .where('contract_id', '=', contractId)
    .orderBy('language')
    .execute();
  const [first] = rows;
  return first
    ? { storedAt: first.stored_at, wordings: rows.map((row) => row.wording as unknown as ContractWording) }
    : null;
}
