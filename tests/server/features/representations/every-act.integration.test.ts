import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { actingActor } from '../../../../server/features/representations/acting.ts';
import { LISTED_READINGS, readingRefusal } from '../../../../server/features/representations/readings/rules.ts';
import { ACTS, SCOPES, type Scope } from '../../../../server/features/representations/rules.ts';
import { addRepresentation } from '../../../fixtures/representations.ts';
import { createMatrixWorld, FIXTURES, type MatrixWorld } from '../../../support/matrix-fixtures.ts';
import { noteFigures } from '../../../support/chaos/chosen.ts';
import { createOrg } from '../../../support/people.ts';
import { callProcedure, PROCEDURES } from '../../../support/procedures.ts';

/*
 * `npm run sec:agent`: every mutating procedure of the API, called by an agent for a creator under each scope alone,
 * before, during and after a representation. What is not in scope changes nothing, and each call under a
 * representation leaves exactly one act that the creator reads.
 */

let world: MatrixWorld;
beforeAll(async () => {
  world = await createMatrixWorld();
}, 120_000);
afterAll(async () => world?.close());

const MUTATIONS = PROCEDURES.filter(({ type }) => type === 'mutation').map(({ path }) => path);
/** About the person who acts, or of other kinds of accounts: no act in the name of the creator. */
const NO_ACT: ReadonlySet<string> = new Set(['auth.wrong_account_type', 'auth.sign_in_required', 'auth.not_allowed']);
const DAY = 24 * 3_600_000;

async function codeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return 'ok';
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    if (isAppError(error)) return error.code;
    if (isAppError(cause)) return cause.code;
    return (error as { code?: string }).code === 'BAD_REQUEST' ? 'input.invalid' : 'fault';
  }
}

/** All that the creator and its deals consist of, as one value. */
async function fingerprint(): Promise<string> {
  const tables = [
    'offers',
    'offer_versions',
    'contracts',
    'signatures',
    'milestones',
    'applications',
    'submissions',
    'files',
    'messages',
    'review_comments',
    'creator_profiles',
    'creator_rates',
    'packages',
    'billing_profiles',
    'payout_accounts',
    'payouts',
    'orgs',
    'org_members',
    'profiles',
    'escrow_events',
    'notices',
    'workflow_outbox',
    'representation_requests',
  ];
  const { rows } = await sql<{ all: string }>`select ${sql.join(
    tables.map(
      (table) => sql`(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.table(table)} t)`,
    ),
    sql` || `,
  )} as all`.execute(world.base.owner);
  return rows[0]!.all;
}

interface Side {
  agent: OrgActor;
  representationId: string;
  resolve: () => Promise<OrgActor>;
}
async function agentWith(scopes: readonly Scope[], phase: 'before' | 'during' | 'after'): Promise<Side> {
  const agency = await createOrg(world.base, 'agency', 'Elena Vidal');
  const at = Date.now();
  const representationId = await addRepresentation(
    world.base,
    { agency, creator: world.own.creator },
    {
      scopes: [...scopes],
      valid_from: new Date(at + (phase === 'before' ? DAY : -2 * DAY)),
      ...(phase === 'after' ? { state: 'ended', valid_to: new Date(at - DAY), ended_by: 'creator' } : {}),
    },
  );
  return {
    agent: agency,
    representationId,
    resolve: () => actingActor(world.base.as({ kind: 'anonymous' }), agency, world.own.creator.orgId),
  };
}
const end = ({ representationId }: Side) =>
  world.base.owner
    .updateTable('representations')
    .set({ state: 'ended', valid_to: new Date() })
    .where('id', '=', representationId)
    .execute();

const attempt = (path: string, side: Side): Promise<string> =>
  codeOf(callProcedure(world.base, path, side.resolve, FIXTURES[path]!.input(world, 'own')));
const actsOf = async (side: Side) =>
  world.base.owner
    .selectFrom('representation_acts')
    .select(['act', 'outcome', 'code', 'scope'])
    .where('user_id', '=', side.agent.userId)
    .execute();

/**
 * What stays closed to an agency that acts for a creator, reviewed: the creator's money, papers, settings and person, and
 * what belongs to brands or to the agency itself. A new procedure is opened in `rules.ts` or is added here.
 */
const CLOSED_READINGS = [
  'agencies.home',
  'agencies.mine',
  'agencies.pipeline',
  'agencies.pitchable',
  'agencies.statements',
  'agencies.work',
  'discovery.blocked',
  'documents.export',
  'documents.list',
  'documents.months',
  'documents.ofDeal',
  'imports.claims',
  'imports.detail',
  'imports.list',
  'imports.merges',
  'imports.people',
  'imports.preview',
  'imports.refusedRows',
  'orgs.billing',
  'orgs.members',
  'paymentMethods.changes',
  'payments.rulings',
  'payouts.byId',
  'payouts.earnings',
  'payouts.list',
  'payouts.overview',
  'privacy.deletion',
  'privacy.deletionStatus',
  'privacy.export',
  'privacy.settings',
  'ratings.ofAgency',
  'representations.acts',
  'representations.draft',
  'representations.list',
  'security.demoCode',
  'security.overview',
  'security.sessions',
  'security.signIns',
  'taxProfiles.get',
];

let calls = 0;
let beyond = 0;
let otherActs = 0;

test.each(['before', 'after'] as const)(
  '%s a representation, no procedure does anything for the creator',
  async (phase) => {
    for (const scope of SCOPES) {
      const side = await agentWith([scope], phase);
      const was = await fingerprint();
      const answers = [];
      for (const path of MUTATIONS) answers.push([path, await attempt(path, side)]);
      calls += answers.length;
      expect(answers.filter(([, code]) => code !== 'acting.ended')).toEqual([]);
      if ((await fingerprint()) !== was) beyond += 1;
      expect(await fingerprint()).toBe(was);
      expect(await actsOf(side)).toEqual([]);
      await end(side).catch(() => {});
    }
  },
);

test.each(SCOPES)(
  'during a representation with the scope %s, what is not in it is refused and changes nothing',
  async (scope) => {
    const side = await agentWith([scope], 'during');
    const mine = MUTATIONS.filter((path) => ACTS[path]?.scope === scope || ACTS[path]?.orAsk);
    const others = MUTATIONS.filter((path) => !mine.includes(path));
    const was = await fingerprint();
    const answers = new Map<string, string>();
    for (const path of others) answers.set(path, await attempt(path, side));
    if ((await fingerprint()) !== was) beyond += 1;
    expect(await fingerprint()).toBe(was);
    const acts = await actsOf(side);
    expect(new Set(acts.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    for (const [path, code] of answers) {
      const left = acts.filter(({ act }) => act === path);
      if (left.length === 0) continue;
      expect([path, left.length, left[0]?.code]).toEqual([path, 1, code]);
      expect([path, ['auth.no_mandate', 'auth.creator_only']]).toEqual([path, expect.arrayContaining([code])]);
    }
    const silent = others.filter((path) => acts.every(({ act }) => act !== path));
    const OF_THE_PERSON =
      /^(?:accounts|agreements|conversations|help|messages|notifications|privacy|security|outreach|connections)\./u;
    expect(
      silent.filter((path) => !OF_THE_PERSON.test(path) && !NO_ACT.has(answers.get(path) ?? '')),
      'every call that reached the creator left its act',
    ).toEqual([]);

    for (const path of mine) answers.set(path, await attempt(path, side));
    calls += MUTATIONS.length;
    const after = await actsOf(side);
    for (const path of mine) {
      const left = after.filter(({ act }) => act === path);
      if (left.length !== 1) otherActs += 1;
      expect([path, left.length]).toEqual([path, 1]);
      const answer = answers.get(path);
      expect([path, answer]).not.toEqual([path, 'auth.no_mandate']);
      expect([path, left[0]?.outcome === 'done' || left[0]?.outcome === 'asked']).toEqual([path, answer === 'ok']);
      if (left[0]?.outcome === 'done') expect([path, left[0].scope]).toEqual([path, scope]);
    }
    await end(side);
  },
);

/** Procedures that no creator calls. */
const ofOthers = (persona: string | undefined): boolean => persona === 'brand' || persona === 'seeker';

test('a reading that is not listed is closed while acting, under every scope, and each listed one exists', async () => {
  const readings = PROCEDURES.filter(({ type, meta }) => type === 'query' && meta?.persona !== 'staff');
  const names = PROCEDURES.filter(({ type }) => type !== 'mutation').map(({ path }) => path);
  expect(LISTED_READINGS.filter((path) => !names.includes(path))).toEqual([]);
  const open = readings.filter(({ path, meta }) => !ofOthers(meta?.persona) && !LISTED_READINGS.includes(path));
  expect(open.map(({ path }) => path).toSorted(), 'every reading is opened or kept closed on purpose').toEqual(
    CLOSED_READINGS,
  );
  for (const scopes of [SCOPES, []] as const) {
    const side = await agentWith(scopes, 'during');
    const wrong: string[][] = [];
    for (const { path, meta } of readings) {
      if (ofOthers(meta?.persona)) continue;
      const due = readingRefusal(path, { scopes })?.code ?? 'open';
      const code = await attempt(path, side);
      const closed = code === 'auth.creator_only' || code === 'auth.no_mandate';
      if ((closed ? code : 'open') !== due) wrong.push([path, due, code]);
    }
    expect(wrong).toEqual([]);
    await end(side);
  }
});

test('one request key hides no act: with another input it is refused, and that leaves an act of its own', async () => {
  const side = await agentWith(['apply'], 'during');
  const actor = await side.resolve();
  const saves = (campaignId: string, key: string) =>
    codeOf(callProcedure(world.base, 'campaigns.save', actor, { campaignId }, key));
  const saved = () =>
    world.base.owner
      .selectFrom('saved_campaigns')
      .select('campaign_id')
      .where('campaign_id', 'in', [world.own.campaignId, world.foreign.campaignId])
      .execute();
  await world.base.owner.deleteFrom('saved_campaigns').execute();
  const key = newId();
  expect(await saves(world.own.campaignId, key)).toBe('ok');
  expect(await saves(world.foreign.campaignId, key)).toBe('request.key_reused');
  expect(await saves(world.own.campaignId, key), 'the request itself may be repeated').toBe('ok');
  expect(await saved()).toEqual([{ campaign_id: world.own.campaignId }]);
  expect((await actsOf(side)).toSorted((a, b) => a.outcome.localeCompare(b.outcome))).toMatchObject([
    { act: 'campaigns.save', outcome: 'done' },
    { act: 'campaigns.save', outcome: 'refused', code: 'request.key_reused' },
  ]);
  // What was refused leaves its key free: the form is corrected and sent again.
  const next = newId();
  expect(await saves(newId(), next)).toBe('not_found');
  expect(await saves(world.foreign.campaignId, next)).toBe('ok');
  await end(side);
});

test('a repeated request is one act', async () => {
  const side = await agentWith(['apply'], 'during');
  const actor = await side.resolve();
  const key = newId();
  const send = () => callProcedure(world.base, 'campaigns.save', actor, { campaignId: world.own.campaignId }, key);
  await send();
  await send();
  expect(await actsOf(side)).toMatchObject([{ act: 'campaigns.save', outcome: 'done' }]);
  await end(side);
  noteFigures({ procedures: MUTATIONS.length, calls, beyond, otherActs });
  expect([calls > 1_000, beyond]).toEqual([true, 0]);
});
