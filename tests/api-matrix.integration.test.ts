import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../server/context.ts';
import { openWhileSuspended } from '../server/features/orgs/rules.ts';
import { staffMay, type StaffAct } from '../server/core/staff.ts';
import { RIGHTS } from '../server/features/rights.gen.ts';
import { isAppError } from '../server/core/errors.ts';
import type { Meta } from '../server/trpc.ts';
import { createMatrixWorld, FIXTURES, type ActorName, type MatrixWorld } from './support/matrix-fixtures.ts';
import { callProcedure, PROCEDURES } from './support/procedures.ts';

/*
 * Every procedure of the API as every kind of person, against own, foreign and random ids. The list of procedures comes
 * from the router itself: a new procedure without a fixture fails here by name.
 */

let world: MatrixWorld;
beforeAll(async () => {
  world = await createMatrixWorld();
}, 120_000);
afterAll(async () => world?.close());

async function call(path: string, actor: Actor, input: unknown): Promise<string> {
  try {
    const result = await callProcedure(world.base, path, actor, input);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      // A subscription checks its topics at its first read and then yields that it follows them.
      const events = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      await events.next();
      await events.return?.();
    }
    return 'ok';
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause;
    if (isAppError(error)) return error.code;
    if (isAppError(cause)) return cause.code;
    const code = (error as { code?: string }).code;
    if (code === 'BAD_REQUEST') return 'input.invalid';
    throw new Error(`${path} as ${actor.kind} answered with a surprise`, { cause: error });
  }
}

/** Kinds of person each persona builder admits. */
const ADMITS: Record<Meta['persona'], (actor: Actor) => boolean> = {
  public: () => true,
  account: (a) => a.kind !== 'anonymous' && a.kind !== 'system',
  newcomer: (a) => a.kind === 'newcomer' || a.kind === 'org',
  member: (a) => a.kind === 'org',
  brand: (a) => a.kind === 'org' && a.orgKind === 'brand',
  creator: (a) => a.kind === 'org' && a.orgKind === 'creator',
  seeker: (a) => a.kind === 'org' && a.orgKind !== 'creator',
  payee: (a) => a.kind === 'org' && a.orgKind !== 'brand',
  staff: (a) => a.kind === 'staff',
};

/** The answer for a row that the reader may not see. */
const HIDDEN = ['not_found', 'payment.not_found'];

/** Of what stays open on hold, another name alone is refused: it may be the org's. */
const RENAMES = 'privacy.saveIdentity';

test('every procedure was made by a persona builder and has a fixture; no fixture is left over', () => {
  expect(PROCEDURES.filter((p) => !p.meta?.persona).map((p) => p.path)).toEqual([]);
  expect(PROCEDURES.map((p) => p.path).filter((path) => !(path in FIXTURES))).toEqual([]);
  expect(Object.keys(FIXTURES).filter((path) => !PROCEDURES.some((p) => p.path === path))).toEqual([]);
});

const STAFF_MUTATIONS = PROCEDURES.filter((p) => p.meta?.persona === 'staff' && p.type === 'mutation').map(
  (p) => p.path,
);

test('every act of staff has a right that its feature registers, and no right is left over', () => {
  expect(Object.keys(RIGHTS).sort()).toEqual([...STAFF_MUTATIONS].sort());
});

// A case is closed by its kind: `mayCloseCase` has a test of its own.
test.each(STAFF_MUTATIONS.filter((path) => path !== 'cases.close'))(
  '%s is refused to exactly the staff whose role may not do it',
  async (path) => {
    const { staff } = world.actors;
    if (staff.kind !== 'staff') throw new Error('no staff member');
    for (const role of ['support', 'finance', 'trust', 'super'] as const) {
      const answer = await call(path, { ...staff, role }, FIXTURES[path]?.input(world, 'own'));
      expect([role, answer === 'auth.not_allowed']).toEqual([role, !staffMay(role, path as StaffAct)]);
    }
  },
);

describe.each(PROCEDURES.map((p) => [p.path, p] as const))('%s', (path, procedure) => {
  const fixture = FIXTURES[path];
  const persona = procedure.meta?.persona ?? 'public';

  test('refuses everybody it was not made for', async () => {
    if (!fixture) throw new Error(`${path} has no fixture`);
    for (const [name, actor] of Object.entries(world.actors) as [ActorName, Actor][]) {
      if (ADMITS[persona](actor)) continue;
      const answer = await call(path, actor, fixture.input(world, 'own'));
      const allowed =
        actor.kind === 'enrolling'
          ? ['auth.factor_required']
          : actor.kind === 'anonymous'
            ? ['auth.sign_in_required']
            : actor.kind === 'newcomer'
              ? ['auth.sign_in_required', 'auth.wrong_account_type']
              : ['auth.wrong_account_type'];
      expect(allowed, `${name} was answered ${answer}`).toContain(answer);
    }
  });

  test('a suspended account writes nothing for its org and reads on', async () => {
    if (!fixture) throw new Error(`${path} has no fixture`);
    const read = new Set<string>();
    for (const actor of Object.values(world.actors)) {
      if (actor.kind !== 'org' || !ADMITS[persona](actor)) continue;
      // Nothing but the kind of org and its suspension decides about a read: one org of each kind reads.
      if (procedure.type !== 'mutation' && read.has(actor.orgKind)) continue;
      read.add(actor.orgKind);
      const answer = await call(path, { ...actor, suspended: true }, fixture.input(world, 'own'));
      if (procedure.type === 'mutation' && (!openWhileSuspended(path) || path === RENAMES))
        expect(answer).toBe('org.suspended');
      else expect(answer).not.toBe('org.suspended');
    }
  });

  test('answers those it was made for, and hides what is not theirs: foreign looks like unknown', async () => {
    if (!fixture) throw new Error(`${path} has no fixture`);
    for (const [name, actor] of Object.entries(world.actors) as [ActorName, Actor][]) {
      if (!ADMITS[persona](actor)) continue;
      if (!fixture.owned) {
        const answer = await call(path, actor, fixture.input(world, 'own'));
        expect(HIDDEN, `${name} was answered ${answer}`).not.toContain(answer);
        continue;
      }
      const random = await call(path, actor, fixture.input(world, 'random'));
      expect(random, `${name} on a random id`).not.toBe('ok');
      expect([name, 'foreign', await call(path, actor, fixture.input(world, 'foreign'))]).toEqual([
        name,
        'foreign',
        random,
      ]);
      const own = await call(path, actor, fixture.input(world, 'own'));
      if (fixture.parties?.includes(name))
        expect(HIDDEN, `${name} on an own row was answered ${own}`).not.toContain(own);
      else expect([name, 'own of others', own]).toEqual([name, 'own of others', random]);
    }
  });
});
