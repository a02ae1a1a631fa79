import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';

export interface BrandTexts {
  org_id: string;
  name: string;
  description: string | null;
  niches: string[] | null;
}

/** What these orgs say of themselves. */
export async function brandTexts(db: Db, orgIds: readonly string[]): Promise<BrandTexts[]> {
  const { rows } = await sql<BrandTexts>`
    select o.id as org_id, o.name, b.description, b.niches from orgs o left join brand_profiles b on b.org_id = o.id
      where o.id = any(${[...new Set(orgIds)]}::uuid[])`.execute(db);
  return rows;
}
