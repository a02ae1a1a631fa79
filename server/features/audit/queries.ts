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
