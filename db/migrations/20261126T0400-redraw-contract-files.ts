import { sql, type Kysely } from 'kysely';
import { asMaintenance } from '../secure-table.ts';

/**
 * Contracts in PDF held the network address and the device of each signer, for both sides to read. What was made before is
 * drawn again when it is next asked for; its hash stays, so that a copy somebody keeps can still be verified.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await asMaintenance(db, () =>
    sql`update contract_files set storage_key = 'contracts/replaced/' || sha256 || '.pdf' where storage_key not like 'contracts/replaced/%'`.execute(
      db,
    ),
  );
}

/** The files that stood there are still in the storage, under names that are no longer known; they are drawn again all the same. */
export async function down(_db: Kysely<unknown>): Promise<void> {}
