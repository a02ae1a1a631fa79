import { join } from 'node:path';
import pg from 'pg';
import { createDb, createPool } from '../../../db/client.ts';
import { bulkLoad } from '../../../db/seed/bulk.ts';
import { crowd } from '../../../db/seed/demo/crowd.ts';
import type { OrgContext } from '../../../server/context.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { searchCreators } from '../../../server/features/discovery/service.ts';
import { NICHE_PARENT, type NicheKey } from '../../../server/features/niches/rules.ts';
import type { Integrations } from '../../../server/integrations/integrations.ts';
import { asMaintenance } from '../../stack/postgres-roles.ts';
import type { ThrowawayPostgres } from '../../stack/throwaway-postgres.ts';
import { projectRoot } from '../paths.ts';
import { jsonLines, type Collection } from './collection.ts';

interface JudgedQuery {
  id: string;
  text: string;
  language: string;
  niche: NicheKey;
}

/**
 * The creators of the demo's cities by headline and text, and 60 questions. A creator of the question's niche who speaks
 * its language has grade 2, one of another niche of the same group grade 1: the niches are not part of the text.
 */
export function demoCollection(): Collection {
  const people = crowd();
  const queries = jsonLines(join(projectRoot, 'tests/data/search/rank/queries.jsonl')).map(
    ({ value }) => value as unknown as JudgedQuery,
  );
  const groupOf = (niche: NicheKey): NicheKey => NICHE_PARENT[niche] ?? niche;
  const grade = ({ language, niche }: JudgedQuery, one: (typeof people)[number]): number => {
    if (!one.languages.includes(language)) return 0;
    if (one.niches.includes(niche)) return 2;
    return one.niches.some((own) => groupOf(own) === groupOf(niche)) ? 1 : 0;
  };
  return {
    documents: people.map(({ handle, headline, bio }) => ({ id: handle, title: headline, text: bio })),
    queries,
    judgements: new Map(
      queries.map((query) => [query.id, new Map(people.map((one) => [one.handle, grade(query, one)]))]),
    ),
  };
}

const TOP = 10;

/** nDCG of the first ten, gains as the grades are (as trec_eval's ndcg_cut). Null for a query without a relevant document. */
export function ndcg(found: readonly string[], grades: ReadonlyMap<string, number>): number | null {
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, TOP).reduce((sum, gain, at) => sum + Math.max(gain, 0) / Math.log2(at + 2), 0);
  const ideal = discounted([...grades.values()].toSorted((a, b) => b - a));
  return ideal === 0 ? null : discounted(found.map((id) => grades.get(id) ?? 0)) / ideal;
}

/** The language whose stop words stand most often in a text; null where none does. */
const LANGUAGE = (
  text: string,
): string => `(select v.lang from (values ('en', 'english', 1), ('fr', 'french', 2), ('es', 'spanish', 3), ('it', 'italian', 4),
    ('pt', 'portuguese', 5), ('ru', 'russian', 6), ('ar', 'arabic', 7)) v(lang, config, n)
  cross join lateral (select count(*) as hits from regexp_split_to_table(lower(left(${text}, 600)), '[^[:alpha:]]+') w
    where w <> '' and ts_lexize((v.config || '_stem')::regdictionary, w) = '{}') h
  where h.hits > 0 order by h.hits desc, v.n limit 1)`;
const CONFIG = (language: string): string =>
  `(case ${language} when 'en' then 'english' when 'fr' then 'french' when 'es' then 'spanish' when 'it' then 'italian' when 'pt' then 'portuguese' when 'ru' then 'russian' when 'ar' then 'arabic' else 'simple' end)::regconfig`;

const BATCH = 1_000;
const ID = `('00000ddd-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const READER = '00000ddd-0000-7000-8000-ffffffffffff';

/** The documents as rows of the search, title and text weighted as headline and text of a profile; and the table of the reference. */
async function load(pool: pg.Pool, documents: Collection['documents']): Promise<void> {
  await bulkLoad(pool, async (client) => {
    // The owner's, since sponsio_maintenance makes no tables.
    await client.query(`set role none; create table rank_reference (id text primary key, language text, words tsvector);
      grant select, insert on rank_reference to sponsio_maintenance; set role sponsio_maintenance`);
    await client.query(
      `insert into orgs(id, kind, name, slug, created_by) values ($1, 'brand', 'Reader', 'reader', 'rank')`,
      [READER],
    );
    for (let from = 0; from < documents.length; from += BATCH) {
      const rows = JSON.stringify(documents.slice(from, from + BATCH).map((one, i) => ({ ...one, n: from + i })));
      await client.query(
        `create temp table part on commit drop as select r.*, coalesce(${LANGUAGE(`r.title || ' ' || r.text`)}, 'en') as language
          from jsonb_to_recordset($1) as r(n bigint, id text, title text, text text)`,
        [rows],
      );
      await client.query(`
        insert into orgs(id, kind, name, slug, created_by) select ${ID}, 'creator', '-', 'doc-' || n, 'rank' from part;
        insert into creator_profiles(org_id, handle, published_at) select ${ID}, 'doc.' || n, now() from part;
        insert into creator_search(org_id, handle, facets, tags, words, words_length, words_forms, niches, verified, followers, prices, available, audience)
          select ${ID}, 'doc.' || n, '{}', '{}', w.words, length(w.words), 2, '{}', '{}', 0, '{}', false, '{}' from part
            cross join lateral (select setweight(search_vector(title, array[language]), 'B') || setweight(search_vector(text, array[language]), 'C') as words offset 0) w;
        insert into rank_reference select id, language, to_tsvector(${CONFIG('language')}, title || ' ' || text) from part;
        drop table part`);
    }
  });
  await pool.query(
    'set role none; analyze creator_search; analyze rank_reference; analyze orgs; analyze creator_profiles; set role sponsio_maintenance',
  );
}

export interface RankScore {
  queries: number;
  ours: number;
  /** An OR-query put in order by ts_rank. */
  reference: number;
}

/** Means over the queries that have a relevant document. */
export async function scoreRanking(urls: ThrowawayPostgres, collection: Collection): Promise<RankScore> {
  const maintenance = new pg.Pool({ connectionString: asMaintenance(urls.DATABASE_OWNER_URL), max: 1 });
  // The server ends while connections are still being closed.
  const onError = (): void => {};
  maintenance.on('error', onError);
  const db = createDb(createPool(urls.DATABASE_URL, { max: 1, onError }));
  try {
    await load(maintenance, collection.documents);
    const { rows } = await maintenance.query<{ language: string }>(
      'select language from rank_reference group by 1 order by count(*) desc limit 1',
    );
    const usual = rows[0]?.language ?? 'en';
    const ctx: OrgContext = {
      db,
      actor: {
        kind: 'org',
        userId: 'rank',
        name: 'Rank',
        email: 'rank@test.example',
        emailVerified: true,
        sessionId: 'rank',
        orgId: READER,
        orgKind: 'brand',
        role: 'owner',
      },
      clock: systemClock,
      integrations: { settings: { mode: 'test' } } as unknown as Integrations,
      requestId: 'rank',
      requestKey: null,
    };
    const scores: { ours: number; reference: number }[] = [];
    for (const { id, text } of collection.queries) {
      const grades = collection.judgements.get(id) ?? new Map<string, number>();
      const asked = text.slice(0, 400);
      const found = /[\p{L}\p{N}]/u.test(asked)
        ? await searchCreators(ctx, { filters: { text: asked }, limit: TOP })
        : { items: [] };
      const reference = await maintenance.query<{ id: string }>(
        `with asked as (select replace(plainto_tsquery(${CONFIG(`coalesce(${LANGUAGE('$1::text')}, $2)`)}, $1)::text, '&', '|')::tsquery as q)
          select r.id from rank_reference r, asked where r.words @@ asked.q order by ts_rank(r.words, asked.q) desc, r.id limit ${TOP}`,
        [asked, usual],
      );
      const ours = ndcg(
        found.items.map(({ handle }) => collection.documents[Number(handle.slice('doc.'.length))]!.id),
        grades,
      );
      if (ours !== null)
        scores.push({
          ours,
          reference:
            ndcg(
              reference.rows.map((row) => row.id),
              grades,
            ) ?? 0,
        });
    }
    const mean = (of: (score: (typeof scores)[number]) => number) =>
      scores.reduce((sum, score) => sum + of(score), 0) / Math.max(scores.length, 1);
    return { queries: scores.length, ours: mean((s) => s.ours), reference: mean((s) => s.reference) };
  } finally {
    await db.destroy();
    await maintenance.end();
  }
}
