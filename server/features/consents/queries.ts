import { sql } from 'kysely';
import type { ExportScope } from '../../registration.ts';
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { DB } from '../../../db/types.ts';

/** The last choice of a browser that is known to be this user's. */
export async function lastConsent(db: Db, { userId, consentId }: { userId: string; consentId: string }) {
  return db
    .selectFrom('consents')
    .select(['created_at', 'policy_version', 'categories', 'action'])
    .where('user_id', '=', userId)
    .where('consent_id', '=', consentId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertConsent(db: Db, consent: Insertable<DB['consents']>): Promise<void> {
  await db.insertInto('consents').values(consent).execute();
}

/** With the choices of the same browser before its sign-in. */
export const consentsToExport = ({ userId }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) as row from consents t where user_id = ${userId} or (user_id is null and consent_id in (select consent_id from consents where user_id = ${userId}))`;
