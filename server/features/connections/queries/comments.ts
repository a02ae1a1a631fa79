import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { ExportPart } from '../../../registration.ts';

export interface CommentValues {
  remoteId: string;
  postId: string;
  at: Date;
  authorHash: string;
  text: string;
  isQuestion: boolean;
}

/** Adds comments to the sample; one that is in it stays, with the time it was read first. */
export async function insertComments(
  db: Db,
  { accountId, comments, at }: { accountId: string; comments: readonly CommentValues[]; at: Date },
): Promise<void> {
  if (comments.length === 0) return;
  await sql`
    insert into social_comments(account_id, remote_id, post_id, at, author_hash, text, is_question, read_at)
    select ${accountId}::uuid, r."remoteId", r."postId", r.at, r."authorHash", r.text, r."isQuestion", ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) as r("remoteId" text, "postId" text, at timestamptz, "authorHash" text,
        text text, "isQuestion" boolean)
    on conflict (account_id, remote_id) do nothing`.execute(db);
}

/** The newest comments of an account that are counted: with more of them, more would say the same by chance. */
const COUNTED_COMMENTS = 1_000;

/** How many comments are in the sample, how many ask something, and how many say what another one says, signs and capitals aside. */
export async function countComments(
  db: Db,
  accountId: string,
): Promise<{ counted: number; questions: number; repeats: number }> {
  const { rows } = await sql<{ counted: number; questions: number; repeats: number }>`
    select count(*)::int as counted, count(*) filter (where is_question)::int as questions, count(*) filter (where same > 1)::int as repeats
      from (select is_question,
          count(*) over (partition by coalesce(nullif(lower(regexp_replace(text, '[^[:alnum:]]+', '', 'g')), ''), text)) as same
        from (select text, is_question from social_comments where account_id = ${accountId}
          order by at desc, remote_id limit ${COUNTED_COMMENTS}) newest) c`.execute(db);
  return rows[0] ?? { counted: 0, questions: 0, repeats: 0 };
}

export async function deletePastComments(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`delete from social_comments where (account_id, remote_id) in (
      select account_id, remote_id from social_comments where read_at < ${before} order by read_at limit ${limit})`.execute(
      db,
    ),
  );
}

/** For the copy of personal data: comments on the person's posts. */
export const rowsOfComments: ExportPart = {
  name: 'creator-comments',
  rows: ({ orgIds }) =>
    sql`select to_jsonb(t) - 'author_hash' as row from social_comments t join social_accounts a on a.id = t.account_id
      where a.org_id = any(${orgIds}::uuid[])`,
};
