import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

/** Files of a conversation that were not sent: from now on treated as abandoned uploads. */
export async function abandonUnsent(db: Db, input: { before: Date }): Promise<void> {
  await db
    .updateTable('files')
    .set({ state: 'uploading' })
    .where((eb) => eb.or([eb('offer_id', 'is not', null), eb('conversation_id', 'is not', null)]))
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .where('created_at', '<', input.before)
    .execute();
}

/** Files that are no work of a portfolio (any more): from now on treated as abandoned uploads. */
export async function abandonRemovedWorks(db: Db, input: { before: Date }): Promise<void> {
  await sql`update files f set state = 'uploading' where f.state = 'ready' and f.storage_key like 'portfolio/%'
    and f.created_at < ${input.before} and not exists (select from portfolio_works w where w.file_id = f.id)`.execute(
    db,
  );
}

/** Abandoned uploads, e.g. because the process was killed. */
export async function abandonedUploads(
  db: Db,
  input: { before: Date; limit: number },
): Promise<{ id: string; storageKey: string }[]> {
  return db
    .selectFrom('files')
    .select(['id', 'storage_key as storageKey'])
    .where('state', '=', 'uploading')
    .where('created_at', '<', input.before)
    .limit(input.limit)
    .execute();
}
