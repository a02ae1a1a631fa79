import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { PairCount } from '../topics/rules.ts';

export interface TopicsRow {
  org_id: string;
  niches: string[];
}

/** Creators whom every user may find by these handles, neither blocked by the org nor blocking it. */
export async function seedsOf(
  db: Db,
  { orgId, handles }: { orgId: string; handles: readonly string[] },
): Promise<TopicsRow[]> {
  const { rows } = await sql<TopicsRow>`
    select s.org_id, s.niches from creator_search s
      where s.handle = any(${[...handles]}::text[]) and s.org_id <> all(array(select orgs_blocked_with(${orgId}::uuid)))`.execute(
    db,
  );
  return rows;
}

/** Topics that go together, of the creators who posted last. */
export async function pairsOfTopics(db: Db, limit: number): Promise<{ pairs: PairCount[]; creators: number }> {
  const { rows } = await sql<PairCount & { creators: number }>`
    with recent as (
      select niches from creator_search s
        order by coalesce(s.last_post_at, '-infinity'::timestamptz) desc, s.org_id limit ${limit})
    select a, b, count(*)::int as count, (select count(*)::int from recent) as creators
      from recent, unnest(niches) a, unnest(niches) b group by a, b`.execute(db);
  return { pairs: rows.map(({ a, b, count }) => ({ a, b, count })), creators: rows[0]?.creators ?? 0 };
}

/** Creators who cover one of the topics, those who posted last first. */
export async function coveringTopics(
  db: Db,
  input: { orgId: string; niches: readonly string[]; without: readonly string[]; limit: number },
): Promise<TopicsRow[]> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(
    db,
  );
  const { rows } = await sql<TopicsRow>`
    select s.org_id, s.niches from creator_search s
      where s.facets && ${input.niches.map((niche) => `n:${niche}`)}::text[]
        and s.org_id <> all(${[...input.without]}::uuid[])
        and s.org_id <> all(array(select orgs_blocked_with(${input.orgId}::uuid)))
      order by coalesce(s.last_post_at, '-infinity'::timestamptz) desc, s.org_id limit ${input.limit}`.execute(db);
  return rows;
}
