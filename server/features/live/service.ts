import { withTx, type OrgActor, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { LiveBus } from './bus.ts';
import { brandOf, orgIdsOf, type FollowedNoun } from './queries.ts';
import type { LiveEvent } from './schema.ts';

/** In place of a table: nothing is known to have changed, the following has begun. */
const FOLLOWING = 'following';
/** Tables, and the name of a gap, whose events concern a campaign itself. */
const OWN_CHANGES: ReadonlySet<string> = new Set(['campaigns', 'gap']);

/** The acting org and, where others are requested, every org this user belongs to. */
async function orgsOf(tx: ServiceContext<OrgActor>, topics: readonly string[]): Promise<ReadonlySet<string>> {
  const { orgId, userId } = tx.actor;
  if (topics.every((topic) => !topic.startsWith('org:') || topic === `org:${orgId}`)) return new Set([orgId]);
  return new Set([orgId, ...(await orgIdsOf(tx.db, userId))]);
}

export interface Following {
  topics: string[];
  /** Campaigns of another org among them: only their own changes are sent, not applications or offers of others. */
  fromOutside: ReadonlySet<string>;
}

/**
 * Those of the topics that the actor may follow: not a row that its org cannot read, an org it is no member of, another user. A
 * tab follows all that it shows in one stream, where a page that is not there must not end the rest. Throws not_found when none
 * is left.
 */
export async function followable(ctx: ServiceContext<OrgActor>, requested: readonly string[]): Promise<Following> {
  const topics: string[] = [];
  const fromOutside = new Set<string>();
  await withTx(ctx, async (tx) => {
    const orgs = await orgsOf(tx, requested);
    for (const topic of requested) {
      const [noun, id] = topic.split(':') as [FollowedNoun | 'org' | 'user', string];
      if (noun === 'org' || noun === 'user') {
        if (noun === 'org' ? orgs.has(id) : id === ctx.actor.userId) topics.push(topic);
        continue;
      }
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) continue;
      const brandOrg = await brandOf(tx.db, noun, id);
      if (brandOrg === undefined) continue;
      topics.push(topic);
      if (noun === 'campaign' && brandOrg !== ctx.actor.orgId) fromOutside.add(topic);
    }
  });
  if (topics.length === 0) throw new AppError('not_found');
  return { topics, fromOutside };
}

/** Throws not_found when one of the topics may not be followed any more. */
export async function assertStillFollowable(ctx: ServiceContext<OrgActor>, topics: readonly string[]): Promise<void> {
  if ((await followable(ctx, topics)).topics.length < topics.length) throw new AppError('not_found');
}

/**
 * Events of the topics until the client disconnects; bursts within 50 ms are sent once. The first event is sent at
 * once, so that the client refetches what changed before the subscription, also after a gap in the connection.
 */
export async function* follow(
  bus: LiveBus,
  { topics, fromOutside }: Following,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  let pending: LiveEvent | null = { topics: [...topics], table: FOLLOWING };
  let wake: () => void = () => {};
  const stop = bus.subscribe(topics, (change) => {
    const event = {
      ...change,
      topics: change.topics.filter((topic) => !fromOutside.has(topic) || OWN_CHANGES.has(change.table)),
    };
    if (event.topics.length === 0) return;
    pending = pending ? { topics: [...new Set([...pending.topics, ...event.topics])], table: event.table } : event;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      if (!pending) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
      const event = pending;
      pending = null;
      if (event) yield event;
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
