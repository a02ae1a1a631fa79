import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ExportScope } from '../../../registration.ts';

export const filesToExport = ({ orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - 'storage_key' as row from files t where org_id = any(${orgIds}::uuid[]) and state = 'ready'`;

/** Names of the orgs' stored files, except what a finished deal keeps. */
export async function storedFiles(db: Db, { orgIds }: { orgIds: readonly string[] }): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select f.storage_key as key from files f left join submissions s on s.id = f.submission_id
      where f.org_id = any(${[...orgIds]}::uuid[]) and coalesce(s.state, '') not in ('approved', 'auto_approved')`.execute(
    db,
  );
  return rows.map((r) => r.key);
}
