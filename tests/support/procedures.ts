import type { Actor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { createConnectionLimiter } from '../../server/features/live/connection-limiter.ts';
import { appRouter } from '../../server/router.ts';
import { createCallerFactory, type Meta, type RequestContext } from '../../server/trpc.ts';
import type { TestWorld } from './people.ts';

export interface Definition {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  meta?: Meta;
  inputs?: unknown[];
}

/** Every procedure of the API, as the router itself lists them. */
export const PROCEDURES: readonly Definition[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Omit<Definition, 'path'> }>,
).map(([path, p]) => ({ path, ...p._def }));

const callerOf = createCallerFactory(appRouter);

/** Calls one procedure as this person, or as the one that a look-up resolves, under a request key of its own. */
export function callProcedure(
  world: TestWorld,
  path: string,
  actor: Actor | (() => Promise<Actor>),
  input: unknown,
  requestKey: string = newId(),
): Promise<unknown> {
  const resolve = typeof actor === 'function' ? actor : async () => actor;
  const { db, integrations, clock } = world.as({ kind: 'anonymous' });
  const ctx: RequestContext = {
    service: { db, integrations, clock, requestId: newId(), requestKey },
    resolveActor: resolve,
    resolveActorAgain: resolve,
    userAgent: 'test',
    ip: '127.0.0.1',
    browser: { id: 'browser-of-the-tests-0001', keep: () => 'browser-of-the-tests-0001' },
    live: {
      subscribe: () => () => {},
      close: async () => {},
      connections: createConnectionLimiter({ total: 1_000, perUser: 1_000 }),
    },
  };
  const target = path
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], callerOf(ctx)) as (
    input: unknown,
  ) => Promise<unknown>;
  return target(input);
}
