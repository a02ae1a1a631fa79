import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FinishResult } from '../../../../server/features/connections/schema.ts';
import type { Network } from '../../../../server/features/connections/rules.ts';
import { cookiesOf, startTestSite, type TestSite } from '../../../support/http.ts';
import { consent, openSandbox, type OpenSandbox } from '../../integrations/social/harness.ts';

const APP = 'http://localhost:3000';
const PASSWORD = 'harbour-lantern-27';

let site: TestSite;
let box: OpenSandbox;
/** Everything that the API answered. */
export const answers: string[] = [];

export interface Visitor {
  orgId: string;
  /** Of the session, then of the browser. */
  session: string;
  browser: string;
}
let maya: Visitor;
let eve: Visitor;
let brand: Visitor;
export interface Attacked {
  site: TestSite;
  box: OpenSandbox;
  maya: Visitor;
  eve: Visitor;
}

async function visitor(name: string, userType: 'business' | 'influencer'): Promise<Visitor> {
  const { cookie, userId } = await site.signUp(`${name}@attacks.example`, PASSWORD, { userType, profile: true });
  const member = await site.owner
    .selectFrom('org_members')
    .select('org_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { orgId: member.org_id, session: cookie, browser: '' };
}

/** Starts the API on a database of its own beside the social sandbox, with three visitors. */
export async function openAttackedSite(): Promise<Attacked> {
  box = await openSandbox();
  site = await startTestSite('connect_attacks', {
    ...box.keys,
    APP_URL: APP,
    SOCIAL_API_BASE: box.url,
    SOCIAL_TOKEN_KEYS: `t1:${randomBytes(32).toString('base64')}`,
    META_APP_SECRET: box.keys.INSTAGRAM_APP_SECRET,
  });
  maya = await visitor('maya', 'influencer');
  eve = await visitor('eve', 'influencer');
  brand = await visitor('brand', 'business');
  return { site, box, maya, eve };
}
export async function closeAttackedSite(): Promise<void> {
  await site?.close();
  await box?.stop();
}

export interface Answer {
  status: number;
  /** Code of a refusal, or the outcome. */
  result: string;
  body: string;
  finish: FinishResult | null;
}

async function call(path: string, input: unknown, headers: Record<string, string>): Promise<Answer> {
  const reply = await site.post(`/api/trpc/connections.${path}`, { json: input }, { headers });
  answers.push(reply.body);
  const body = reply.json<{
    result?: { data: { json: FinishResult } };
    error?: string | { json?: { data?: { app?: { code: string } } } };
  }>();
  const code = typeof body.error === 'string' ? body.error : body.error?.json?.data?.app?.code;
  const finish = body.result?.data.json ?? null;
  return { status: reply.statusCode, result: code ?? finish?.outcome ?? '', body: reply.body, finish };
}

export const cookies = (
  who: Visitor,
  { browser = who.browser, session = who.session } = {},
): Record<string, string> => ({
  cookie: [session, browser].filter(Boolean).join('; '),
});

/** Begins in the visitor's browser; returns the state. */
export async function begin(who: Visitor, network: Network): Promise<string> {
  const reply = await site.post('/api/trpc/connections.begin', { json: { network } }, { headers: cookies(who) });
  answers.push(reply.body);
  who.browser ||= cookiesOf(reply);
  const { url } = reply.json<{ result: { data: { json: { url: string } } } }>().result.data.json;
  return new URL(url).searchParams.get('state')!;
}

let accounts = 0;
/** The code of a consent that the network's page gives to this state. */
export async function codeOf(network: Network, state: string, handle = `attacked.${(accounts += 1)}`): Promise<string> {
  const back = await consent(box[network], handle, { state });
  return back.searchParams.get('code')!;
}
export const finish = (
  network: Network,
  input: { state?: string | null; code?: string | null; error?: string | null },
  headers: Record<string, string>,
): Promise<Answer> => call('finish', { network, state: null, code: null, error: null, ...input }, headers);
const signedOut = (who: Visitor): Record<string, string> => cookies(who, { session: '' });

export async function connections(): Promise<number> {
  const { n } = await site.owner
    .selectFrom('social_connections')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
const age = (seconds: number) =>
  sql`update connection_attempts set expires_at = expires_at - make_interval(secs => ${seconds})`.execute(site.owner);

export type Attack = [what: string, expected: string | RegExp, run: () => Promise<Answer | { result: string }>];

export const ATTACKS: Attack[] = [
  ['an empty state', 'expired', async () => finish('instagram', { state: '', code: 'x' }, cookies(maya))],
  [
    'an invented state',
    'expired',
    async () => finish('instagram', { state: 'A'.repeat(22), code: 'x' }, cookies(maya)),
  ],
  [
    'a state of another network',
    'expired',
    async () => {
      const state = await begin(maya, 'instagram');
      return finish('tiktok', { state, code: await codeOf('tiktok', state) }, cookies(maya));
    },
  ],
  [
    'a state that was cut',
    'expired',
    async () => {
      const state = await begin(maya, 'instagram');
      return finish('instagram', { state: state.slice(0, -1), code: await codeOf('instagram', state) }, cookies(maya));
    },
  ],
  [
    'a state in other letters',
    'expired',
    async () => {
      const state = await begin(maya, 'instagram');
      return finish('instagram', { state: `${state}=`, code: await codeOf('instagram', state) }, cookies(maya));
    },
  ],
  [
    'a state without a code',
    'expired',
    async () => finish('instagram', { state: await begin(maya, 'instagram') }, cookies(maya)),
  ],
  [
    'an invented code',
    'expired',
    async () => finish('instagram', { state: await begin(maya, 'instagram'), code: 'invented' }, cookies(maya)),
  ],
  [
    'a state after a refusal, now with a code',
    'denied',
    async () => {
      const state = await begin(maya, 'instagram');
      await finish('instagram', { state, error: 'access_denied' }, cookies(maya));
      return finish('instagram', { state, code: await codeOf('instagram', state) }, cookies(maya));
    },
  ],
  [
    'a refusal that brings a code along',
    'denied',
    async () => {
      const state = await begin(maya, 'tiktok');
      const code = await codeOf('tiktok', state);
      return finish('tiktok', { state, code, error: 'access_denied' }, cookies(maya));
    },
  ],
  [
    'a state that is too old',
    'expired',
    async () => {
      const state = await begin(maya, 'tiktok');
      const code = await codeOf('tiktok', state);
      await age(601);
      return finish('tiktok', { state, code }, cookies(maya));
    },
  ],
  [
    'a code that is too old',
    'expired',
    async () => {
      const state = await begin(maya, 'tiktok');
      const code = await codeOf('tiktok', state);
      box.advance(3_600_000);
      return finish('tiktok', { state, code }, cookies(maya));
    },
  ],
  [
    'a code of another network',
    'expired',
    async () => {
      const state = await begin(maya, 'instagram');
      return finish('instagram', { state, code: await codeOf('youtube', state) }, cookies(maya));
    },
  ],
  [
    'a code that was used before',
    'expired',
    async () => {
      const first = await begin(maya, 'tiktok');
      const code = await codeOf('tiktok', first);
      await box.tiktok.exchange({ code, redirectUri: `${APP}/auth/tiktok/callback` });
      return finish('tiktok', { state: first, code }, cookies(maya));
    },
  ],
  [
    'a browser without the cookie',
    'other_browser',
    async () => {
      const state = await begin(maya, 'instagram');
      return finish('instagram', { state, code: await codeOf('instagram', state) }, cookies(maya, { browser: '' }));
    },
  ],
  [
    "the attacker's state and code in the victim's browser",
    'other_browser',
    async () => {
      const state = await begin(eve, 'instagram');
      return finish('instagram', { state, code: await codeOf('instagram', state) }, cookies(maya));
    },
  ],
  [
    "the same with the attacker's cookie planted",
    'other_user',
    async () => {
      const state = await begin(eve, 'instagram');
      const code = await codeOf('instagram', state);
      return finish('instagram', { state, code }, cookies(maya, { browser: eve.browser }));
    },
  ],
  [
    "the victim's state and code in the attacker's session",
    'other_browser',
    async () => {
      const state = await begin(maya, 'tiktok');
      return finish('tiktok', { state, code: await codeOf('tiktok', state) }, cookies(eve));
    },
  ],
  [
    'a kept code, taken up by another user of the browser',
    'other_user',
    async () => {
      const state = await begin(maya, 'instagram');
      await finish('instagram', { state, code: await codeOf('instagram', state) }, signedOut(maya));
      return finish('instagram', {}, cookies(eve, { browser: maya.browser }));
    },
  ],
  [
    'a kept code, taken up in another browser',
    'expired',
    async () => {
      await age(-600);
      return finish('instagram', {}, cookies(eve));
    },
  ],
  [
    'a kept code after its ten minutes',
    'expired',
    async () => {
      await age(1_300);
      return finish('instagram', {}, cookies(maya));
    },
  ],
  [
    'a visitor who was never signed in',
    'other_browser',
    async () => {
      const state = await begin(maya, 'youtube');
      return finish('youtube', { state, code: await codeOf('youtube', state) }, {});
    },
  ],
  ['a begin without a session', 'auth.sign_in_required', async () => call('begin', { network: 'instagram' }, {})],
  [
    'a begin by a brand',
    'auth.wrong_account_type',
    async () => call('begin', { network: 'instagram' }, cookies(brand)),
  ],
  [
    'a begin from another site',
    'request.origin',
    async () => call('begin', { network: 'instagram' }, { ...cookies(maya), origin: 'https://evil.example' }),
  ],
  [
    'a return from another site',
    'request.origin',
    async () => {
      const state = await begin(maya, 'instagram');
      const headers = { ...cookies(maya), origin: 'https://evil.example' };
      return finish('instagram', { state, code: await codeOf('instagram', state) }, headers);
    },
  ],
  ...(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'] as const).map(
    (returnPath): Attack => [
      `a way back to ${returnPath}`,
      'input.invalid',
      async () => call('begin', { network: 'instagram', returnPath }, cookies(maya)),
    ],
  ),
  [
    'a code of four kilobytes',
    'input.invalid',
    async () => finish('instagram', { state: 'x', code: 'x'.repeat(4_096) }, cookies(maya)),
  ],
  [
    "YouTube's return without the cookie",
    /\/profile\?youtube=other_browser/u,
    async () => {
      const state = await begin(maya, 'youtube');
      return youtube(`state=${state}&code=${await codeOf('youtube', state)}`, cookies(maya, { browser: '' }));
    },
  ],
  [
    "YouTube's return with an invented state",
    /\/profile\?youtube=expired/u,
    async () => youtube('state=invented&code=x', cookies(maya)),
  ],
  [
    "YouTube's return with two states",
    /\/profile\?youtube=expired/u,
    async () => {
      const state = await begin(maya, 'youtube');
      return youtube(`state=${state}&state=x&code=${await codeOf('youtube', state)}`, cookies(maya));
    },
  ],
  [
    'a consent without what is needed',
    'scopes',
    async () => {
      const state = await begin(maya, 'youtube');
      const back = await consent(box.youtube, 'without.scopes', { state, scopes: [] });
      return finish('youtube', { state, code: back.searchParams.get('code') }, cookies(maya));
    },
  ],
];

/** Follows YouTube's return; the answer is where it leads. */
async function youtube(query: string, headers: Record<string, string>): Promise<{ result: string }> {
  const reply = await site.app.inject({ url: `/api/social/youtube/callback?${query}`, headers });
  answers.push(`${reply.headers.location ?? ''} ${reply.body}`);
  return { result: String(reply.headers.location ?? reply.statusCode) };
}
