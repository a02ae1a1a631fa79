import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface AuditLine {
  org_id: string | null;
  actor_kind: string;
  actor_user: string | null;
  action: string;
  target: string;
  data: string;
  request_id: string;
  at: Date;
}

export async function insertAuditLine(db: Db, line: AuditLine): Promise<void> {
  await db.insertInto('audit_log').values(line).execute();
}

/** Lines of the audit log before `money`, and of the nouns in `ofAccounts` before `other` already. */
export async function deleteAuditLines(
  db: Db,
  { money, other, ofAccounts, limit }: { money: Date; other: Date; ofAccounts: readonly string[]; limit: number },
): Promise<number> {
  const { rows } = await sql<{
    gone: number;
  }>`select clear_audit_log(${money}, ${other}, ${[...ofAccounts]}::text[], ${limit}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

/** Lines of an org under these names, the last first; `after`: the id of the row before. */
export async function linesOfOrg(
  db: Db,
  { orgId, actions, after, limit }: { orgId: string; actions: readonly string[]; after: string | null; limit: number },
): Promise<
  { id: string; action: string; by: string | null; at: Date; data: Record<string, string | number | boolean | null> }[]
> {
  const { rows } = await sql<{
    id: string;
    action: string;
    by: string | null;
    at: Date;
    data: Record<string, string | number | boolean | null>;
  }>`
    select a.id::text as id, a.action, p.display_name as by, a.at, a.data from audit_log a
      left join profiles p on p.id = case when a.actor_user is null then a.data->>'by' else a.actor_user end
      where a.org_id = ${orgId}::uuid and a.action = any(${[...actions]}::text[])
        ${after === null ? sql`` : sql`and a.id < ${after}::bigint`}
      order by a.id desc limit ${limit}`.execute(db);
  return rows;
}
