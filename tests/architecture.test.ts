import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { columnTypes } from '../scripts/lib/generated-types.ts';
import { indexes, searchAttributesIndex } from '../scripts/lib/indexes.ts';
import { TABLES } from '../server/features/tables.gen.ts';
import { importsOf, ROOT, sources, type Import } from './support/imports.ts';
import { readSources } from './support/sources.ts';

const server = sources('server');
const workflows = sources('workflows');
const client = sources('src');
/** What the nouns register, generated for each reader. */
const INDEXES = indexes(ROOT);

const featureOf = (file: string) => /^(?:server|src)\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
/** What a feature registers for server and client, and its tables, stand at the top of its folder. */
const REGISTERED = ['approvals', 'cases', 'contacts', 'finds', 'mails', 'notices', 'refusals', 'rights', 'tables'];
const registeredFile = new RegExp(`^server/features/[^/]+/(?:${REGISTERED.join('|')})\\.ts$`);
const pureFile = (file: string) =>
  file.startsWith('server/features/') && (/\/(schema|rules)\.ts$/.test(file) || registeredFile.test(file));
/** Generated sums of pure files: they may be read wherever those may. */
const PURE_INDEXES = REGISTERED.map((name) => `server/features/${name}.gen.ts`);
/** What every runtime reads of the features. */
const CORE_INDEXES = new Map([
  ['server/core/errors.ts', 'server/features/refusals.gen.ts'],
  ['server/core/staff.ts', 'server/features/rights.gen.ts'],
]);
const base = (file: string) => path.basename(file);

/** Layer of a server or workflow file, by its place and name; a feature may group its files in folders. */
function layer(file: string): string {
  if (file.startsWith('server/core/')) return 'core';
  if (pureFile(file) || PURE_INDEXES.includes(file)) return 'pure';
  if (file.startsWith('server/features/'))
    return base(file) === 'queries.ts' || file.includes('/queries/')
      ? 'queries'
      : base(file) === 'router.ts'
        ? 'router'
        : 'service';
  if (file.startsWith('server/integrations/') && file.includes('/sandbox/')) return 'sandbox';
  if (file.startsWith('server/integrations/')) return 'integrations';
  if (file.startsWith('workflows/activities/')) return 'activities';
  if (/^workflows\/(contracts|types\.gen|types\/[\w-]+)\.ts$/.test(file)) return 'contracts';
  if (/^workflows\/(worker|runtime)[\w-]*\.ts$/.test(file)) return 'process';
  if (file.startsWith('workflows/')) return 'workflow';
  if (file.startsWith('db/seed/')) return 'seed';
  if (file.startsWith('db/')) return 'db';
  if (file.startsWith('server/http/') || file.startsWith('server/')) return 'server';
  return file.split('/')[0] ?? '';
}

const SHARED_SERVER = [
  'server/context.ts',
  'server/csv.ts',
  'server/failpoint.ts',
  'server/guards.ts',
  'server/listener.ts',
  'server/once.ts',
  'server/registration.ts',
  'server/zip.ts',
  'server/pdf/issuer.ts',
  'server/pdf/page.ts',
  'server/pdf/texts.ts',
  'server/pdf/bidi.ts',
  'server/pdf/typefaces.ts',
];

/** The roles of actors and the names of workflows. */
const COLUMN_TYPES_ELSEWHERE = new Set(['server/context.ts', 'workflows/contracts.ts']);

/** Null when `from` may import `i`, else the rule it breaks. */
function breach(from: string, i: Import): string | null {
  const source = layer(from);
  if (i.external) {
    if (
      (source === 'core' || source === 'pure') &&
      (i.target.startsWith('node:') || ['pg', 'fastify', 'kysely'].includes(i.target))
    )
      return 'safe-everywhere code reaches for the machine';
    if (
      source === 'workflow' &&
      !i.target.startsWith('@temporalio/workflow') &&
      !i.target.startsWith('@temporalio/common')
    )
      return 'workflow code imports a package beside Temporal';
    return null;
  }
  const target = layer(i.target);
  const sameFeature = featureOf(from) !== null && featureOf(from) === featureOf(i.target);
  if (['scripts', 'bench', 'tests', 'seed'].includes(target)) return 'nothing imports scripts, benches, tests or seeds';
  switch (source) {
    case 'core':
      return target === 'core' || CORE_INDEXES.get(from) === i.target ? null : 'core imports core alone';
    case 'pure':
      return target === 'core' || target === 'pure' || (i.typeOnly && i.target === 'server/context.ts')
        ? null
        : 'schema and rules import core and each other';
    case 'queries':
      return ['core', 'pure'].includes(target) ||
        target === 'db' ||
        (target === 'queries' && sameFeature) ||
        (i.typeOnly && SHARED_SERVER.includes(i.target))
        ? null
        : 'queries import core, schema, rules and db';
    case 'service':
      if (target === 'queries')
        return sameFeature ? null : "a service reads its own queries; ask the other feature's service";
      if (target === 'router') return 'services know no router';
      if (target === 'integrations') return i.typeOnly ? null : 'services reach integrations through ctx';
      if (target === 'db') return i.typeOnly ? null : 'services take the database from ctx';
      return ['core', 'pure', 'service', 'contracts'].includes(target) ||
        SHARED_SERVER.includes(i.target) ||
        i.target.startsWith('locales/')
        ? null
        : 'services import core, rules, services and workflow contracts';
    case 'router':
      return i.target === 'server/trpc.ts' || ['core', 'pure'].includes(target) || (target === 'service' && sameFeature)
        ? null
        : 'a router is a persona, an input and one call';
    case 'workflow':
      if (target === 'activities') return i.typeOnly ? null : 'workflows know activities by type only';
      return ['core', 'pure', 'contracts', 'workflow'].includes(target)
        ? null
        : 'workflows import core, names and contracts';
    case 'activities':
      return ['core', 'pure', 'service', 'contracts', 'activities'].includes(target) ||
        SHARED_SERVER.includes(i.target) ||
        (i.typeOnly && ['db', 'integrations'].includes(target))
        ? null
        : 'activities call services';
    case 'sandbox':
      return target === 'core' || target === 'sandbox' ? null : 'sandboxes import core alone';
    case 'integrations':
      return ['core', 'integrations', 'contracts'].includes(target) || i.target === 'server/env.ts'
        ? null
        : 'integrations know no feature';
    default:
      return null;
  }
}

test('server and workflow files import only what their layer may', () => {
  const wrong = [...server, ...workflows].flatMap((file) =>
    importsOf(file).flatMap((i) => (breach(file, i) ? [`${file} → ${i.target}: ${breach(file, i)}`] : [])),
  );
  expect(wrong).toEqual([]);
});

test('the types of columns come from core, schemas and rules', async () => {
  const files = new Set(
    Object.values(await columnTypes()).flatMap((type) =>
      [...type.matchAll(/import\('\.\.\/([^']+)'\)/g)].map((m) => m[1] ?? ''),
    ),
  );
  expect(files.size).toBeGreaterThan(10);
  expect(
    [...files].filter((file) => layer(file) !== 'core' && !pureFile(file) && !COLUMN_TYPES_ELSEWHERE.has(file)),
  ).toEqual([]);
});

test('the client sees core, schemas and rules of the server, and the router as a type', () => {
  const wrong = client.flatMap((file) =>
    importsOf(file)
      .filter((i) => !i.external && /^(server|workflows|db|scripts)\//.test(i.target))
      .filter(
        (i) => !(layer(i.target) === 'core' || pureFile(i.target) || (i.typeOnly && i.target === 'server/router.ts')),
      )
      .map((i) => `${file} → ${i.target}`),
  );
  expect(wrong).toEqual([]);
});

test('schemas, and zod with them, reach the browser with the check of a form alone: elsewhere as types', () => {
  const wrong = client.flatMap((file) =>
    /\/(checks?|check-file|six-digits)\.ts$/.test(file)
      ? []
      : importsOf(file)
          .filter((i) => !i.typeOnly && !i.dynamic && (i.target === 'zod' || /^server\/.*\/schema\.ts$/.test(i.target)))
          .map((i) => `${file} → ${i.target}`),
  );
  expect(wrong).toEqual([]);
});

test('client layers point one way: ui, components, features, routes; features do not import each other', () => {
  const rank: Record<string, number> = { lib: 0, ui: 0, components: 1, features: 2, routes: 3 };
  const wrong = client.flatMap((file) => {
    const ownRank = rank[file.split('/')[1] ?? ''];
    return importsOf(file).flatMap((i) => {
      if (i.external || !i.target.startsWith('src/') || ownRank === undefined) return [];
      const theirs = rank[i.target.split('/')[1] ?? ''];
      if (theirs !== undefined && theirs > ownRank) return [`${file} → ${i.target}`];
      const [a, b] = [featureOf(file), featureOf(i.target)];
      return a && b && a !== b && file.startsWith('src/features/') ? [`${file} → ${i.target}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test('lazy components are made once, outside of components: one made anew would take away what it shows', () => {
  const inside = readSources('src', /\.tsx?$/)
    .filter(({ path: file }) => file !== 'src/lib/lazy.ts')
    .flatMap(({ path: file, text }) =>
      [...text.matchAll(/^(?!(?:export )?const |import ).*\blazy(?:Named)?\(.*/gm)].map(([line]) => `${file}: ${line}`),
    );
  expect(inside).toEqual([]);
});

test('primitives in src/ui import neither router, query, form library nor texts', () => {
  const banned = /^(@tanstack\/|@trpc\/|react-hook-form|react-i18next|i18next)/;
  const wrong = client
    .filter((f) => f.startsWith('src/ui/'))
    .flatMap((f) =>
      importsOf(f)
        .filter((i) => i.external && banned.test(i.target))
        .map((i) => `${f} → ${i.target}`),
    );
  expect(wrong).toEqual([]);
});

/** Every cycle of a graph, each as its path. */
function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
    done.add(file);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}

const valueImports = (file: string) =>
  importsOf(file)
    .filter((i) => !i.external && !i.typeOnly)
    .map((i) => i.target);

test('value imports on the server form no cycle', () => {
  const files = [...server, ...workflows, ...INDEXES.map(({ file }) => file)];
  expect(cyclesOf(new Map(files.map((file) => [file, valueImports(file)])))).toEqual([]);
});

test('the generated indexes list what the nouns register today', async () => {
  const stale = [...INDEXES, await searchAttributesIndex()].filter(
    ({ file, text }) => text !== readFileSync(path.join(ROOT, file), 'utf8'),
  );
  expect(stale.map(({ file }) => file)).toEqual([]);
});

test('features form a directed graph: none reaches itself through others', () => {
  const graph = new Map<string, Set<string>>();
  for (const file of server) {
    const from = featureOf(file);
    if (!from) continue;
    const others = graph.get(from) ?? graph.set(from, new Set()).get(from)!;
    for (const target of valueImports(file)) {
      const to = featureOf(target);
      if (to && to !== from) others.add(to);
    }
  }
  expect(cyclesOf(graph)).toEqual([]);
});

/** The features of each layer in ARCHITECTURE.md, the lowest first. */
function drawnLayers(): string[][] {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rows = /\n\| layer \| features \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
  return rows
    .trim()
    .split('\n')
    .map((row) => [...row.matchAll(/`([a-z-]+)`/g)].map((m) => m[1] ?? ''));
}

test('ARCHITECTURE.md draws the layers of features as they import each other; what it does not name is on top', () => {
  const layers = drawnLayers();
  const drawn = layers.flat();
  const existing = new Set(server.flatMap((file) => featureOf(file) ?? []));
  expect(drawn.filter((feature, at) => !existing.has(feature) || drawn.indexOf(feature) !== at)).toEqual([]);
  const heightOf = (feature: string) => {
    const at = layers.findIndex((layer) => layer.includes(feature));
    return at < 0 ? layers.length : at;
  };
  const upward = server.flatMap((file) => {
    const from = featureOf(file);
    if (!from) return [];
    return valueImports(file).flatMap((target) => {
      const to = featureOf(target);
      return to && heightOf(to) > heightOf(from) ? [`${file} → ${target}`] : [];
    });
  });
  expect(upward).toEqual([]);
});

/** What platform reaches in another feature besides the registrations, and why. */
const MECHANISMS: Record<string, string> = {
  audit: 'the log of acts, which every act of staff adds a line to',
  outbox: 'the commands to workflows, which the repair adds to',
};

test('platform reaches other features through what they registered', () => {
  const reached = server
    .filter((file) => featureOf(file) === 'platform')
    .flatMap(valueImports)
    .map(featureOf)
    .filter((feature) => feature && feature !== 'platform');
  expect([...new Set(reached)].sort()).toEqual(Object.keys(MECHANISMS));
});

test('relative imports name the file itself, with its ending, and the file exists', () => {
  const wrong = [...server, ...workflows, ...client].flatMap((file) =>
    importsOf(file)
      .filter(
        (i) =>
          !i.external &&
          !i.target.includes('*') &&
          !/\?(raw|url)$/.test(i.target) &&
          !existsSync(path.join(ROOT, i.target)),
      )
      .map((i) => `${file} → ${i.target}`),
  );
  expect(wrong).toEqual([]);
});

test('no barrel files: an index re-exports nothing', () => {
  const wrong = [...server, ...client, ...workflows].filter(
    (f) => /(^|\/)index\.tsx?$/.test(f) && !f.startsWith('src/routes/'),
  );
  expect(wrong).toEqual([]);
});

test('process.env is read in server/env.ts alone', () => {
  const wrong = [...server, ...workflows, ...client].filter(
    (f) => f !== 'server/env.ts' && readFileSync(path.join(ROOT, f), 'utf8').includes('process.env'),
  );
  expect(wrong.filter((f) => layer(f) !== 'sandbox')).toEqual([]);
});

test('the top level holds the agreed names and nothing else', () => {
  const agreed = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
    'playwright.config.ts',
    'src',
    'server',
    'workflows',
    'db',
    'locales',
    'tests',
    'docker-compose.yml',
    'docs',
    'scripts',
    'bench',
    'public',
    'index.html',
    'components.json',
    'Dockerfile',
    'LICENSE',
  ]);
  const kept = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  }).split('\n');
  const extra = [...new Set(kept.map((f) => f.split('/')[0] ?? ''))].filter(
    (n) => n !== '' && !n.startsWith('.') && !n.endsWith('.md') && !agreed.has(n),
  );
  expect(extra).toEqual([]);
});

/** Paths inside a package that its documentation describes; every other one is private. */
const DOCUMENTED_PATHS = [
  '@hookform/resolvers/zod',
  '@tanstack/router-plugin/vite',
  '@trpc/server/adapters/fastify',
  '@trpc/server/observable',
  'better-auth/api',
  'better-auth/cookies',
  'better-auth/plugins',
  'kysely/helpers/postgres',
  'read-excel-file/node',
  'react-dom/client',
  'react-dom/server',
  'react-dom/static',
  'tsx/esm/api',
  'vitest/config',
  'csv-parse/sync',
  'csv-stringify/browser/esm/sync',
  'csv-stringify/sync',
  'vitest/node',
  'zod/v4',
  'zod/v4/core',
];
/** Imported all the same, and why; at most five. */
const DEEP_IMPORTS: Record<string, string> = {
  'better-auth/crypto': 'hashes passwords as sign-in checks them; scenarios write authenticators that it reads',
  '@temporalio/common/lib/proto-utils': 'saved histories are read and written in the form that Temporal exports',
};
/** Packages that package.json names and no file of ours imports, and why. */
const UNIMPORTED: Record<string, string> = {
  '@better-auth/core':
    'peer of better-auth and its plugins: one exact version, since newer ones ask for packages that do not exist',
  '@better-auth/utils': 'as @better-auth/core',
  '@better-fetch/fetch': 'as @better-auth/core',
  'better-call': 'as @better-auth/core',
  protobufjs: 'keeps one copy in the tree, which Temporal and the exporter of traces share',
};
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
const everyFile = [
  ...['server', 'workflows', 'src', 'db', 'scripts', 'bench', 'tests'].flatMap(sources),
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];

test('packages are imported by the paths that they document', () => {
  const deep = new Set(
    everyFile
      .flatMap(importsOf)
      .filter((i) => i.external && !/^(node|virtual):/.test(i.target))
      .map((i) => i.target)
      .filter((target) => target !== packageOf(target) && !/\.(css|json)$/.test(target))
      .filter((target) => !DOCUMENTED_PATHS.includes(target)),
  );
  expect([...deep].sort()).toEqual(Object.keys(DEEP_IMPORTS).sort());
  expect(Object.keys(DEEP_IMPORTS).length).toBeLessThanOrEqual(5);
});

test('a dependency is imported, or says why it is there', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const imported = new Set(everyFile.flatMap(importsOf).map((i) => packageOf(i.target)));
  const fonts = (name: string) => name.startsWith('@fontsource');
  expect(
    Object.keys(dependencies)
      .filter((name) => !imported.has(name) && !fonts(name))
      .sort(),
  ).toEqual(Object.keys(UNIMPORTED).sort());
});

test('the bundle replaces no package', () => {
  const text = readFileSync(path.join(ROOT, 'vite.config.ts'), 'utf8');
  const found = [...text.matchAll(/\bfind:\s*([^,]+),/g)].map((m) => m[1]);
  expect(found).toEqual(["'@'"]);
});

test('no class of a driver or protocol is extended', () => {
  const extended = everyFile
    .filter((file) => !file.startsWith('tests/'))
    .filter((file) =>
      /\bclass\s+\w+\s+extends\s+\(?(pg|Client|Pool|Query|Connection|PostgresDriver|Kysely)\b[.\s({]/.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
  expect(extended).toEqual([]);
});

const BUILDER = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`;]*>)?`/;

test('query builders stand in queries.ts and queries/ alone', () => {
  const found = server.filter(
    (file) => featureOf(file) && layer(file) !== 'queries' && BUILDER.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

/** Written by the code of requests itself. */
const TABLES_OF_REQUESTS = ['request_keys'];

const WRITE =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)(?: as \w+)?'|\b(?:insert into|update|delete from|merge into) (?:only )?(\w+)/g;

test('each table is written by its own feature alone', () => {
  const types = readFileSync(path.join(ROOT, 'db/types.ts'), 'utf8');
  const tables = new Set(
    [...types.slice(types.indexOf('interface DB {')).matchAll(/^  (\w+): /gm)].map((m) => m[1] ?? ''),
  );
  const owned = Object.entries(TABLES).flatMap(([owner, types]) =>
    Object.keys(types).map((name) => [name, owner] as const),
  );
  const owners = new Map(owned);
  const writes = [...server, ...workflows]
    .filter((file) => layer(file) !== 'sandbox')
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(WRITE)]
        .map((m) => m[1] ?? m[2] ?? '')
        .filter((table) => tables.has(table))
        .map((table) => ({ table, by: featureOf(file) ?? file })),
    );
  const foreign = writes
    .filter(({ table, by }) => owners.get(table) !== by)
    .filter(({ table, by }) => !(TABLES_OF_REQUESTS.includes(table) && by === 'server/once.ts'))
    .map(({ table, by }) => `${by} → ${table}`);
  expect([...new Set(foreign)].sort()).toEqual([]);
  expect([...owned.map(([table]) => table), ...TABLES_OF_REQUESTS].sort()).toEqual([...tables].sort());
});

const MAX_LINES = 400;
const MAX_SERVICE_LINES = 350;

test('no file is over 400 lines, no service or queries file over 350; seeds and migrations apart', () => {
  const files = ['server', 'workflows', 'src', 'db', 'scripts', 'bench'].flatMap((folder) => sources(folder));
  const long = files
    .filter((file) => !/^db\/(migrations|seed|types\.ts)/.test(file))
    .filter((file) => {
      const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1;
      return lines > (['service', 'queries'].includes(layer(file)) ? MAX_SERVICE_LINES : MAX_LINES);
    });
  expect(long).toEqual([]);
});

test('a test that replaces modules says so in its name, since other tests share their modules', () => {
  const replaces = /\bvi\.(mock|doMock|resetModules)\(/;
  const unnamed = readSources('tests', /\.(test|spec)\.tsx?$/).filter(
    ({ path: file, text }) => replaces.test(text) && !/\.mocked\.test\.tsx?$/.test(file),
  );
  expect(unnamed.map(({ path: file }) => file)).toEqual([]);
});
