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

/**
 * Throws not_found for a topic the actor may not follow: a row that its org cannot read, an org it is no member of,
 * another user. Returns the campaigns among them that are another org's: of those only their own changes are sent, not
 * applications or offers of others.
 */
export async function assertMayFollow(
  ctx: ServiceContext<OrgActor>,
  topics: readonly string[],
): Promise<{ fromOutside: ReadonlySet<string> }> {
  const fromOutside = new Set<string>();
  await withTx(ctx, async (tx) => {
    const orgs = await orgsOf(tx, topics);
    for (const topic of topics) {
      const [noun, id] = topic.split(':') as [FollowedNoun | 'org' | 'user', string];
      if (noun === 'org' ? !orgs.has(id) : noun === 'user' ? id !== ctx.actor.userId : false)
        throw new AppError('not_found');
      if (noun === 'org' || noun === 'user') continue;
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new AppError('not_found');
      const brandOrg = await brandOf(tx.db, noun, id);
      if (brandOrg === undefined) throw new AppError('not_found');
      if (noun === 'campaign' && brandOrg !== ctx.actor.orgId) fromOutside.add(topic);
    }
  });
  return { fromOutside };
}

/**
 * Events of the topics until the client disconnects; bursts within 50 ms are sent once. The first event is sent at
 * once, so that the client refetches what changed before the subscription, also after a gap in the connection.
 */
export async function* follow(
  bus: LiveBus,
  { topics, fromOutside }: { topics: readonly string[]; fromOutside: ReadonlySet<string> },
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
