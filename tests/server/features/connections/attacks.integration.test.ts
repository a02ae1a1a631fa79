import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFigures } from '../../../support/chaos/chosen.ts';
import {
  answers,
  ATTACKS,
  begin,
  closeAttackedSite,
  codeOf,
  connections,
  cookies,
  finish,
  openAttackedSite,
  type Attacked,
} from './attacks.ts';

/** Callbacks that are sent twice at once; `npm run sec:connect` sends more. */
const DOUBLE = Number(process.env['DOUBLE_CALLBACKS'] ?? 6);

let site: Attacked['site'];
let maya: Attacked['maya'];
let eve: Attacked['eve'];
beforeAll(async () => {
  ({ site, maya, eve } = await openAttackedSite());
}, 60_000);
afterAll(closeAttackedSite);

test(`${ATTACKS.length} attacks on connecting are refused, and connect nothing`, async () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(30);
  for (const who of [maya, eve]) await begin(who, 'instagram');
  const wrong: string[] = [];
  for (const [what, expected, run] of ATTACKS) {
    const before = await connections();
    const { result } = await run();
    const isExpected = typeof expected === 'string' ? result === expected : expected.test(result);
    if (!isExpected || (await connections()) !== before) wrong.push(`${what}: ${result}`);
  }
  noteFigures({ attacks: ATTACKS.length, notRefused: wrong.length });
  expect(wrong).toEqual([]);
}, 120_000);

test(`${DOUBLE} callbacks that come twice at once make one connection each`, async () => {
  let other = 0;
  for (let n = 0; n < DOUBLE; n += 1) {
    const before = await connections();
    const network = (['instagram', 'tiktok', 'youtube'] as const)[n % 3]!;
    const state = await begin(maya, network);
    const code = await codeOf(network, state, `double.${n}`);
    const results = await Promise.all([1, 2].map(() => finish(network, { state, code }, cookies(maya))));
    expect(results.map(({ result }) => result).toSorted()[0]).toBe('connected');
    for (const { result } of results) expect(['connected', 'working']).toContain(result);
    expect((await finish(network, { state, code }, cookies(maya))).result).toBe('connected');
    if ((await connections()) - before !== 1) other += 1;
  }
  noteFigures({ doubles: DOUBLE, otherConnections: other });
  expect(other).toBe(0);
}, 120_000);

test("a network's calls without its signature end nothing", async () => {
  const state = await begin(eve, 'instagram');
  const code = await codeOf('instagram', state, 'signed.calls');
  expect((await finish('instagram', { state, code }, cookies(eve))).result).toBe('connected');
  const active = async () =>
    (await site.owner.selectFrom('social_connections').select('state').where('org_id', '=', eve.orgId).execute()).map(
      (one) => one.state,
    );
  for (const body of ['signed_request=abc.def', 'signed_request=.eyJ1c2VyX2lkIjoiMSJ9', 'x=1', ''])
    for (const path of ['/api/meta/deauthorize', '/api/meta/data-deletion']) {
      const reply = await site.app.inject({
        method: 'POST',
        url: path,
        payload: body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    }
  for (const signature of ['', 't=1,s=00', `t=${Math.floor(Date.now() / 1_000)},s=${'00'.repeat(32)}`]) {
    const reply = await site.app.inject({
      method: 'POST',
      url: '/webhooks/tiktok',
      payload: '{"event":"authorization.removed","user_openid":"x"}',
      headers: { 'content-type': 'application/json', 'tiktok-signature': signature },
    });
    expect(reply.statusCode).toBe(400);
  }
  expect(await active()).toEqual(['active']);
});

test('no token is in an answer of the API or in clear in a table', async () => {
  const token = /IGAA[\w-]{20}|act\.[\w-]{20}|ya29\.[\w-]{20}/u;
  const leaks = answers.filter((text) => token.test(text));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    site.owner,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} t where t::text ~ ${token.source} limit 1`.execute(
      site.owner,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  noteFigures({ leaks: leaks.length + found.length });
  expect(leaks).toEqual([]);
  expect(found).toEqual([]);
});
