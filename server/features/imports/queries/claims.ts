import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Platform } from '../../terms/schema.ts';

export interface ClaimRow {
  id: string;
  org_id: string;
  platform: Platform;
  handle: string;
  name: string | null;
  followers: number | null;
  claim: 'accepted' | null;
  linked_at: Date;
}

export async function importsOfCaller(db: Db): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`select * from imports_of_caller()`.execute(db);
  return rows;
}

/** False where there is no such link of the caller's. */
export async function answerImport(db: Db, of: { id: string; accepted: boolean; at: Date }): Promise<boolean> {
  const { rows } = await sql<{
    answered: boolean;
  }>`select answer_import(${of.id}::uuid, ${of.accepted}, ${of.at}) as answered`.execute(db);
  return rows[0]?.answered ?? false;
}
