import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Locale } from '../../core/locale.ts';
import type { Policy } from '../policies/rules.ts';
import type { AgreeingAct, StoredText } from './schema.ts';

interface Party {
  userId: string;
  orgId: string;
}

/** This version or a newer one. */
export async function hasAccepted(db: Db, { userId, orgId }: Party, version: string): Promise<boolean> {
  const row = await db
    .selectFrom('policy_acceptances')
    .select('id')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('policy', '=', 'terms')
    .where('version', '>=', version)
    .executeTakeFirst();
  return row !== undefined;
}

export async function lastAcceptance(db: Db, { userId, orgId }: Party) {
  return db
    .selectFrom('policy_acceptances')
    .select(['version', 'at', 'text_sha256'])
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('policy', '=', 'terms')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores a text once. */
export async function storeText(
  db: Db,
  text: { sha256: string; policy: Policy; version: string; language: Locale; body: string; at: Date },
): Promise<void> {
  await sql`select store_policy_text(${text.sha256}, ${text.policy}, ${text.version}, ${text.language}, ${text.body}, ${text.at})`.execute(
    db,
  );
}

/** False when this person has accepted this version for this org before. */
export async function insertAcceptance(
  db: Db,
  input: Party & {
    id: string;
    policy: Policy;
    version: string;
    language: Locale;
    sha256: string;
    act: AgreeingAct;
    at: Date;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('policy_acceptances')
    .values({
      id: input.id,
      user_id: input.userId,
      org_id: input.orgId,
      policy: input.policy,
      version: input.version,
      language: input.language,
      text_sha256: input.sha256,
      act: input.act,
      at: input.at,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'org_id', 'policy', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findText(db: Db, sha256: string): Promise<StoredText | undefined> {
  const row = await db
    .selectFrom('policy_texts')
    .select(['policy', 'version', 'language', 'body'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row;
}

/** What a person accepted, each with its text. */
export const acceptancesToExport = ({ userId }: { userId: string }) =>
  sql<{ row: unknown }>`
    select to_jsonb(a) || jsonb_build_object('text', t.body) as row from policy_acceptances a
      left join policy_texts t on t.sha256 = a.text_sha256 where a.user_id = ${userId} order by a.at`;
