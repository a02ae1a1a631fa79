import * as z from 'zod';
import { CHARACTERS, NETWORKS } from './engine/accounts.ts';
import { FAULT_KINDS, POST_PAGES, type World } from './engine/world.ts';
import { json, type Reply } from './http.ts';
import type { Settings } from './networks/network.ts';
import { sendNotice } from './notices.ts';
import { addressOfPost } from './posts.ts';

const network = z.enum(NETWORKS);
const handle = z.string().min(1).max(40);
const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number().nonnegative(), freeze: z.boolean().optional() }),
  z.strictObject({ set: z.iso.datetime({ offset: true }), freeze: z.boolean().optional() }),
  z.strictObject({ freeze: z.boolean() }),
]);
const faultInput = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  network: network.optional(),
  call: z.string().max(60).optional(),
  handle: handle.optional(),
  /** Null: until it is removed. */
  times: z.number().int().positive().nullable().default(1),
  retry_after_seconds: z.number().int().positive().default(30),
  scope: z.string().max(100).optional(),
});
const accountInput = z.strictObject({
  network,
  handle,
  name: z.string().max(100).optional(),
  bio: z.string().max(2_000).optional(),
  country: z.string().length(2).optional(),
  character: z.enum(CHARACTERS).optional(),
  followers: z.number().int().nonnegative().optional(),
});
const noticeInput = z.strictObject({
  network,
  handle,
  kind: z.enum(['deauthorize', 'deletion']),
  signature: z.enum(['stale', 'tampered', 'unsigned', 'valid', 'wrong_secret']).default('valid'),
});
const postInput = z.strictObject({
  network,
  id: z.string().regex(/^[\w-]{1,30}$/u),
  handle: handle.optional(),
  text: z.string().max(5_000).optional(),
  /** Null: the page states no day. Now, where a new post names none. */
  published_at: z.iso.datetime({ offset: true }).nullable().optional(),
  page: z.enum(POST_PAGES).optional(),
});
const withdrawInput = z.strictObject({ network, handle, scope: z.string().max(100).optional() });

const definedOnly = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;

const clockOf = (world: World): object => ({ now: new Date(world.now()).toISOString(), frozen: world.frozen });

/** Calls over a quota, refreshes and calls of each kind: what the network would hold against the application. */
function summary(world: World, since: number): object {
  const calls = world.calls().filter(({ at }) => at >= since);
  const counts: Record<string, number> = {};
  for (const { call } of calls) counts[call] = (counts[call] ?? 0) + 1;
  return {
    calls: calls.length,
    over_quota: calls.filter(({ overQuota }) => overQuota).length,
    by_call: counts,
    by_status: calls.reduce<Record<string, number>>(
      (all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }),
      {},
    ),
  };
}

async function run(
  method: string,
  noun: string,
  query: URLSearchParams,
  body: unknown,
  world: World,
  settings: Settings,
): Promise<unknown> {
  switch (`${method} ${noun}`) {
    case 'GET clock':
      return clockOf(world);
    case 'POST clock': {
      const input = clockInput.parse(body);
      const wanted =
        'advance_seconds' in input
          ? world.now() + input.advance_seconds * 1000
          : 'set' in input
            ? Date.parse(input.set)
            : world.now();
      world.setClock(wanted, input.freeze ?? world.frozen);
      return clockOf(world);
    }
    case 'GET faults':
      return world.faults();
    case 'POST faults': {
      const { retry_after_seconds, ...fault } = faultInput.parse(body);
      return world.addFault({ ...fault, retryAfterSeconds: retry_after_seconds });
    }
    case 'DELETE faults':
      world.removeFaults();
      return { removed: true };
    case 'POST accounts': {
      const { network: on, handle: name, ...settingsOf } = accountInput.parse(body);
      return world.configure(on, name, definedOnly(settingsOf)) ?? undefined;
    }
    case 'GET accounts':
      return world.account(network.parse(query.get('network')), handle.parse(query.get('handle'))) ?? undefined;
    case 'GET grants':
      return world.grants();
    case 'POST posts': {
      const { network: on, id, published_at: at, ...change } = postInput.parse(body);
      const before = world.post(on, id) ?? { handle: 'unnamed', text: '', page: 'shown' as const, at: world.now() };
      const day = at === undefined ? {} : { at: at === null ? null : Date.parse(at) };
      const post = world.putPost({ ...before, ...definedOnly(change), ...day, network: on, id });
      return { ...post, url: addressOfPost(post) };
    }
    case 'POST withdraw': {
      const { network: on, handle: name, scope } = withdrawInput.parse(body);
      const grant = world.grants(on, name).find(({ revokedAt }) => revokedAt === null);
      return grant ? world.withdraw(grant, scope) : undefined;
    }
    case 'POST notices': {
      const input = noticeInput.parse(body);
      const [grant] = world.grants(input.network, input.handle);
      if (!grant) return undefined;
      if (input.kind === 'deauthorize' && input.signature === 'valid' && grant.revokedAt === null)
        world.withdraw(grant);
      return (await sendNotice(world, settings, grant, input.kind, input.signature)) ?? { status: null };
    }
    case 'GET calls': {
      const since = Number(query.get('since') ?? 0);
      return world
        .calls()
        .filter(
          ({ n, call, handle: of }) =>
            n > since &&
            (query.get('call') === null || call === query.get('call')) &&
            (query.get('handle') === null || of === query.get('handle')),
        )
        .slice(-10_000);
    }
    case 'GET summary':
      return summary(world, Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z'));
    case 'POST reset':
      z.strictObject({}).parse(body);
      world.reset();
      return { reset: true };
    default:
      return undefined;
  }
}

/** `/_sandbox/…`: clock, faults, accounts, records. JSON in and out; not part of any network's API. */
export async function answerControl(
  method: string,
  path: string,
  query: URLSearchParams,
  text: string,
  world: World,
  settings: Settings,
): Promise<Reply> {
  try {
    const [, , noun = ''] = path.split('/');
    const result = await run(method, noun, query, text === '' ? {} : JSON.parse(text), world, settings);
    return result === undefined ? json(404, { error: 'no such command or account' }) : json(200, result);
  } catch (error) {
    return json(400, { error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) });
  }
}
