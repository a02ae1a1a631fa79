import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

const FILE = [
  'id',
  'org_id',
  'name',
  'mime',
  'size',
  'sha256',
  'width',
  'height',
  'duration_ms as durationMs',
  'created_at',
] as const;

/** Finished files of a dispute, oldest first. */
export const evidenceFiles = (db: Db, disputeId: string) =>
  db
    .selectFrom('files')
    .select(FILE)
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** One finished file of a dispute; row security shows it to the parties and to staff. */
export const evidenceFile = (db: Db, fileId: string) =>
  db
    .selectFrom('files')
    .select(['name', 'mime', 'size', 'sha256', 'storage_key as storageKey'])
    .where('id', '=', fileId)
    .where('dispute_id', 'is not', null)
    .where('state', '=', 'ready')
    .executeTakeFirst();

/** Files of a side that take a place: finished ones and uploads that can still be running. */
export async function countEvidence(
  db: Db,
  input: { disputeId: string; orgId: string; runningSince: Date },
): Promise<number> {
  const { n } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('dispute_id', '=', input.disputeId)
    .where('org_id', '=', input.orgId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'ready'),
        eb.and([eb('state', '=', 'uploading'), eb('created_at', '>', input.runningSince)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** A file that the org added under the same name with the same content. */
export const evidenceLike = (db: Db, input: { disputeId: string; orgId: string; name: string; sha256: string }) =>
  db
    .selectFrom('files')
    .select(FILE)
    .where('dispute_id', '=', input.disputeId)
    .where('org_id', '=', input.orgId)
    .where('name', '=', input.name)
    .where('sha256', '=', input.sha256)
    .where('state', '=', 'ready')
    .executeTakeFirst();

/** Serializes the uploads of an org into a dispute until commit. */
export async function lockEvidence(db: Db, { disputeId, orgId }: { disputeId: string; orgId: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`evidence:${disputeId}:${orgId}`}, 0))`.execute(db);
}
