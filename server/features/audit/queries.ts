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
