import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { bulkLoad, insertOrgs } from '../db/seed/bulk.ts';
import { loadManyCreators } from '../db/seed/many-creators.ts';
import { createPool } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { linesOf, type Sentence } from '../scripts/lib/search/sentences.ts';
import { asMaintenance } from '../scripts/stack/postgres-roles.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import type { OrgContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { LOCALES } from '../server/core/locale.ts';
import type { Filters } from '../server/features/discovery/filters/schema.ts';
import { parseQuery } from '../server/features/discovery/grammar/parse.ts';
import { searchCreators } from '../server/features/discovery/service.ts';
import { NICHE_KEYS } from '../server/features/niches/rules.ts';
import { nicheWords } from '../server/features/niches/synonyms.ts';
import type { Integrations } from '../server/integrations/integrations.ts';
import { orgOf } from './lib/lists-data.ts';
import { row, type LoadResult } from './lib/load.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from './lib/measurement.ts';
import { atRate } from './lib/open-loop.ts';

const { values } = readFlags({
  options: {
    creators: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:search -- [--creators 1000000] [--rate 10] [--seconds 60] [--record]

Loads a throw-away database with that many creators and asks 500 fixed questions in eight languages, at a constant rate, through
the service behind the search as the application's role: the 400 sentences of npm run search:score, read by the grammar, and
100 searches for words. Before it the same with a tenth of the creators. Each question is sent once before it is measured.
- with ranking and facets: the first page, with its counts. Bar: p95 below 300 ms, at most twice that of a tenth.
- filters alone: the second page, in its order. Bar: p95 below 50 ms.
- bare: the statement of the first page alone, without transaction, service and counts.
${RECORD_HELP}`);
  process.exit(0);
}
const creators = countOf('creators', values.creators);
const pace = { rate: countOf('rate', values.rate), seconds: countOf('seconds', values.seconds) };
const PAGE = 25;

const measurement = await beginMeasurement('bench:search', values.record);

/** The questions: sentences as native speakers type them, and words of niches that no filter is made of. */
function questions(): Filters[] {
  const sentences = LOCALES.flatMap((language) =>
    linesOf('sentences', language).map(
      (line) => parseQuery((JSON.parse(line) as Sentence).text, { language, country: 'FR' }).filters,
    ),
  );
  const words = Array.from({ length: 100 }, (_, n): Filters => {
    const synonyms = nicheWords(NICHE_KEYS[(n * 7) % NICHE_KEYS.length]!, LOCALES[n % LOCALES.length]!);
    return { text: synonyms[n % synonyms.length]! };
  });
  return [...sentences, ...words];
}

interface Measured {
  full: LoadResult;
  filters: LoadResult;
  bare: LoadResult;
}

async function measureAt(size: number): Promise<Measured> {
  return withThrowawayPostgres(
    async (urls) => {
      const loader = new pg.Pool({ connectionString: asMaintenance(urls.DATABASE_OWNER_URL), max: 1 });
      await bulkLoad(loader, (client) => insertOrgs(client, { kind: 'brand', from: 0, to: 0 }));
      await loader.end();
      console.log(`\n${size} creators`);
      await loadManyCreators(urls.DATABASE_OWNER_URL, size, { onStep: (what) => console.log(`  ${what}`) });

      const settings = `-c app.org=${orgOf('brand', 0)} -c app.kind=brand -c plan_cache_mode=force_custom_plan -c jit=off -c work_mem=32MB`;
      const bare = new pg.Pool({ connectionString: urls.DATABASE_URL, max: 8, options: settings });
      // When a measurement fails, the server ends while the pools are still connected.
      const onError = (): void => {};
      bare.on('error', onError);
      const statements: CompiledQuery[] = [];
      const db = new Kysely<DB>({
        dialect: new PostgresDialect({ pool: createPool(urls.DATABASE_URL, { max: 8, onError }) }),
        log: ({ query }) =>
          void (
            /as key from creator_search|from creator_search s[^]*limit/.test(query.sql) &&
            statements.push(query as CompiledQuery)
          ),
      });
      const ctx: OrgContext = {
        db,
        actor: {
          kind: 'org',
          userId: 'brand-0',
          name: 'Bench',
          email: 'bench@test.example',
          emailVerified: true,
          sessionId: 'bench',
          orgId: orgOf('brand', 0),
          orgKind: 'brand',
          role: 'owner',
        },
        clock: systemClock,
        integrations: { settings: { mode: 'test' } } as unknown as Integrations,
        requestId: 'bench',
        requestKey: null,
      };
      const asked = questions();
      const later: { filters: Filters; after: string }[] = [];
      const pages: CompiledQuery[] = [];
      for (const filters of asked) {
        statements.length = 0;
        const page = await searchCreators(ctx, { filters, limit: PAGE });
        pages.push(...statements.slice(0, 1));
        if (page.next !== null && !filters.text) later.push({ filters, after: page.next });
      }
      const full = await atRate((n) => searchCreators(ctx, { filters: asked[n % asked.length]!, limit: PAGE }), pace);
      console.log(row('  with ranking and facets', full));
      const filters = await atRate((n) => searchCreators(ctx, { ...later[n % later.length]!, limit: PAGE }), pace);
      console.log(row(`  filters alone (${later.length} questions)`, filters));
      const plain = await atRate((n) => {
        const { sql: text, parameters } = pages[n % pages.length]!;
        return bare.query(text, [...parameters]);
      }, pace);
      console.log(row('  bare statement', plain));
      await db.destroy();
      await bare.end();
      return { full, filters, bare: plain };
    },
    { durable: true },
  );
}

const tenth = await measureAt(Math.ceil(creators / 10));
const whole = await measureAt(creators);
const ms = (atMost?: number) => ({ unit: 'ms', ...(atMost === undefined ? {} : { atMost }) });
measurement.figure(`${pace.rate} searches a second with ranking and facets, p95`, whole.full.p95, ms(300));
measurement.figure('their median', whole.full.p50, ms());
measurement.figure('filters alone, p95', whole.filters.p95, ms(50));
measurement.figure('bare statement, p95', whole.bare.p95, ms());
measurement.figure(
  'with ranking and facets, p95, times that of a tenth of the creators',
  whole.full.p95 / tenth.full.p95,
  {
    unit: '×',
    atMost: 2,
  },
);
const failed = [tenth, whole].flatMap((one) => Object.values(one)).reduce((sum, { failed: n }) => sum + n, 0);
measurement.figure('failed searches', failed, { unit: '', atMost: 0, digits: 0, exact: true });
process.exit(await measurement.end());
