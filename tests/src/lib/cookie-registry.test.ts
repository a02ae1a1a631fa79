import { BROWSER_COOKIE } from '../../../server/http/browser-mark.ts';
import { readFileSync } from 'node:fs';
import { getCookies } from 'better-auth/cookies';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createAuth } from '../../../server/auth.ts';
import { readEnv } from '../../../server/env.ts';
import { createIntegrations, createLogger } from '../../../server/integrations/create.ts';
import { OPTIONAL_CATEGORIES, UNUSED_CATEGORIES } from '../../../server/features/consents/rules.ts';
import {
  BROWSER_ENTRIES,
  COOKIE_CATEGORIES,
  type BrowserEntry,
  entriesIn,
  entryNamed,
} from '../../../src/lib/cookie-registry.ts';
import { readSources } from '../../support/sources.ts';

/** Besides our folders: the page itself, and what the router keeps by itself. */
const ONE_BY_ONE = ['index.html', 'node_modules/@tanstack/router-core/dist/esm/scroll-restoration.js'];
const SOURCES = [
  ...readSources('src', /\.tsx?$/u),
  ...readSources('server', /\.ts$/u).filter(({ path }) => !path.includes('/sandbox/')),
  ...readSources('public', /\.(?:js|html)$/u),
  ...ONE_BY_ONE.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
];

interface Use {
  path: string;
  kind: BrowserEntry['kind'];
  /** Null when the scan cannot determine which name the code uses. */
  name: string | null;
}

/** Cookies that better-auth and its plugins may set; those it only ever removes are left out. */
const NEVER_SET: Record<string, string> = {
  'sponsio.session_data': 'the cookie cache is off',
  'sponsio.account_data': 'no account of another service is kept in a cookie',
  'sponsio.dont_remember': 'no portal offers to be forgotten',
};

it('the consent choices call those categories unused in which nothing is stored', () => {
  expect(UNUSED_CATEGORIES).toEqual(OPTIONAL_CATEGORIES.filter((category) => entriesIn(category).length === 0));
});

describe('the list of what is kept in a browser', () => {
  it('names every entry that the code writes or reads in storage and cookies', () => {
    const unknown = SOURCES.flatMap(usesIn).filter(({ kind, name }) => name === null || !entryNamed(kind, name));
    expect(unknown, 'write the name as a constant and add it to src/lib/cookie-registry.ts').toEqual([]);
  });

  it('names every cookie of the sign-in service, with its life', () => {
    const options = authOptions();
    const set = Object.values(getCookies(options)).filter(({ name }) => !(name in NEVER_SET));
    expect(set.length).toBeGreaterThan(0);
    expect(set.filter(({ name }) => !entryNamed('cookie', name)).map(({ name }) => name)).toEqual([]);
    expect(set.map(({ name, attributes }) => [name, attributes.maxAge])).toEqual(
      set.map(({ name }) => [name, entryNamed('cookie', name)?.maxAge]),
    );
    expect(options.session?.cookieCache?.enabled).toBe(false);
  });

  it('names every other cookie that the sign-in service may set', () => {
    const named = signInCookies();
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !entryNamed('cookie', name))).toEqual([]);
  });

  it('lists nothing that no code uses', () => {
    const used = [
      ...SOURCES.flatMap(usesIn),
      ...signInCookies().map((name): Use => ({ path: 'server/auth.ts', kind: 'cookie', name })),
      { path: 'server/http/browser-mark.ts', kind: 'cookie', name: BROWSER_COOKIE.name } satisfies Use,
    ];
    const idle = BROWSER_ENTRIES.filter(
      (entry) => !used.some(({ kind, name }) => name !== null && entryNamed(kind, name) === entry),
    ).map(({ id }) => id);
    expect(idle).toEqual([]);
  });

  it('gives cookies the life the code gives them', () => {
    const lives = SOURCES.flatMap(({ text }) =>
      [...text.matchAll(/document\.cookie = [`'"]([\w.-]+)=[^\n]*?Max-Age=(\d+)/gu)].map(
        (match) => [match[1] ?? '', Number(match[2])] as const,
      ),
    );
    expect(lives.length).toBeGreaterThan(0);
    for (const [name, seconds] of lives) expect(entryNamed('cookie', name)?.maxAge, name).toBe(seconds);
  });

  it('names the cookie by which a browser is recognized, with its life', () => {
    expect(entryNamed('cookie', BROWSER_COOKIE.name)).toMatchObject({
      id: 'connecting',
      maxAge: BROWSER_COOKIE.seconds,
    });
  });

  it('has each name once, in a known category', () => {
    const names = BROWSER_ENTRIES.map(({ kind, name }) => `${kind} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(
      BROWSER_ENTRIES.filter(({ category }) => !(COOKIE_CATEGORIES as readonly string[]).includes(category)),
    ).toEqual([]);
  });

  it('finds a use that is not listed, however it is spelled', () => {
    const text = `const KEY = 'sponsio.secret';
      window.localStorage.setItem(KEY, '1'); sessionStorage.getItem("seen"); const read = (key) => localStorage.getItem(key); read('x.y');
      localStorage['direct'] = 1; document.cookie = \`trace=\${id}; Path=/\`; reply.setCookie('server', '1'); localStorage.setItem(build(), '');`;
    expect(
      usesIn({ path: 'made-up.ts', text })
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),
    ).toEqual([
      'cookie server',
      'cookie trace',
      'local direct',
      'local null',
      'local sponsio.secret',
      'local x.y',
      'session seen',
    ]);
  });
});

/** Every name of storage and cookies in one file; keys given through a constant or a small function are followed. */
function usesIn({ path, text }: { path: string; text: string }): Use[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gmu, '');
  const stored = [
    ...code.matchAll(/(local|session)Storage\s*(?:\?)?\.(?:get|set|remove)Item\(\s*([^,)]+?)\s*(?=[,)]|\()/giu),
  ].flatMap((match) =>
    namesOf(match[2] ?? '', code, path).map((name): Use => ({
      path,
      kind: match[1]?.toLowerCase() === 'local' ? 'local' : 'session',
      name,
    })),
  );
  const indexed = [...code.matchAll(/\b(local|session)Storage\[['"`]([^'"`]+)['"`]\]/gu)].map((match): Use => ({
    path,
    kind: match[1] === 'local' ? 'local' : 'session',
    name: match[2] ?? null,
  }));
  const written = [
    ...code.matchAll(/document\.cookie\s*=\s*['"`]([\w.-]+)=/gu),
    ...code.matchAll(/\.setCookie\(\s*['"`]([\w.-]+)['"`]/gu),
    ...code.matchAll(/['"]set-cookie['"],\s*[`'"]([\w.-]+)=/giu),
  ].map((match): Use => ({ path, kind: 'cookie', name: match[1] ?? null }));
  const bySignInService = [...code.matchAll(/createAuthCookie\((?:['"`]([\w.-]+)['"`]|(\w+))/gu)].flatMap((match) =>
    (match[1] ? [match[1]] : namesOf(match[2] ?? '', code, path)).map((name): Use => ({
      path,
      kind: 'cookie',
      name: name === null ? null : `sponsio.${name}`,
    })),
  );
  return [...stored, ...indexed, ...written, ...bySignInService];
}

/** What an expression for a key can be: itself, a constant of the file or of another one, or what a small function around the storage is called with. */
function namesOf(expression: string, code: string, path: string): (string | null)[] {
  const literal = /^['"`]([^'"`$]+)['"`]$/u.exec(expression)?.[1];
  if (literal) return [literal];
  if (!/^\w+$/u.test(expression)) return [null];
  const constant =
    constantOf(expression, code) ??
    SOURCES.filter(({ path: other }) => other !== path)
      .map(({ text }) => constantOf(expression, text, 'export '))
      .find(Boolean);
  if (constant) return [constant];
  const reader = new RegExp(`(?:const (\\w+) = \\(${expression}\\b|function (\\w+)\\(${expression}\\b)`, 'u').exec(
    code,
  );
  const name = reader?.[1] ?? reader?.[2];
  if (!name) return [null];
  const call = new RegExp(`(?<!function )\\b${name}\\(\\s*(?:['"\`]([^'"\`]+)['"\`]|([A-Z][A-Z_]+))`, 'gu');
  const callers = code.includes(`export function ${name}(`) ? SOURCES.map(({ text }) => text) : [code];
  const calls = callers
    .flatMap((text) => [...text.matchAll(call)])
    .flatMap((match) => (match[1] ? [match[1]] : namesOf(match[2] ?? '', code, path)));
  return calls.length > 0 ? calls : [null];
}

function constantOf(name: string, code: string, before = ''): string | undefined {
  return new RegExp(`${before}const ${name}(?:: \\w+)? = ['"]([^'"]+)['"]`, 'u').exec(code)?.[1];
}

/** Over https each is named, so that it is bound to this host; their list is therefore complete. */
function signInCookies(): string[] {
  const { cookies } = authOptions('https://sponsio.example').advanced as { cookies?: Record<string, { name: string }> };
  return Object.values(cookies ?? {})
    .map(({ name }) => name.replace('__Host-', ''))
    .filter((name) => !(name in NEVER_SET));
}

function authOptions(APP_URL = 'http://localhost:3000') {
  const env = readEnv({
    APP_URL,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    AUTH_SECRET: 'a'.repeat(32),
    CODE_SECRET: 'b'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_test',
  });
  return createAuth(
    env,
    new pg.Pool({ connectionString: env.DATABASE_URL }),
    createIntegrations(env, createLogger(env, 'test')),
  ).options;
}
