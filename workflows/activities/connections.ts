import { Context } from '@temporalio/activity';
import { endConnection, warnOfEnd } from '../../server/features/connections/ending.ts';
import { refreshAccess, refreshAgainAt } from '../../server/features/connections/refresh.ts';
import { CONSENT_WARNING_DAYS, DAY_MS } from '../../server/features/connections/rules.ts';
import { refreshNetworkPicture } from '../../server/features/content/network-pictures.ts';
import { syncAccount } from '../../server/features/connections/sync.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { toScheduledSteps, type PlannedStep } from './scheduled-steps.ts';

type Act = 'sync' | 'refresh' | 'warn' | 'end';

export async function readConnection(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<Act>> {
  const row = await ctx.db
    .selectFrom('social_connections')
    .select([
      'state',
      'org_id',
      'network',
      'next_sync_at',
      'refresh_at',
      'refresh_claimed_at',
      'consent_ends_at',
      'warned_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  // Deleted with all that was read.
  if (!row) return { state: 'ended', closed: true, steps: [], attributes: {} };
  const planned: PlannedStep<Act>[] = [];
  if (row.state === 'ending' && row.next_sync_at)
    planned.push({ at: row.next_sync_at, act: 'end', label: 'deletion', always: true });
  if (row.state === 'active') {
    if (row.next_sync_at) planned.push({ at: row.next_sync_at, act: 'sync', label: 'next sync', always: true });
    if (row.refresh_at) {
      const again = row.refresh_claimed_at ? refreshAgainAt(row.network, row.refresh_claimed_at) : row.refresh_at;
      planned.push({
        at: again > row.refresh_at ? again : row.refresh_at,
        act: 'refresh',
        label: 'renewal of the access',
        always: true,
      });
    }
    if (row.consent_ends_at && !row.warned_at)
      planned.push({
        at: new Date(row.consent_ends_at.getTime() - CONSENT_WARNING_DAYS * DAY_MS),
        act: 'warn',
        label: 'end of the consent',
        always: true,
      });
  }
  return {
    state: row.state,
    closed: false,
    steps: toScheduledSteps(ctx.clock.now(), planned),
    attributes: { CreatorOrg: row.org_id },
  };
}

const BEAT_MS = 3_000;

/** The account's figures, and after the last page its picture. */
async function syncWithPicture(ctx: ActivityContext, input: { id: string }): Promise<{ outcome: string }> {
  const synced = await syncAccount(ctx, input);
  if (synced.outcome === 'up to date') await refreshNetworkPicture(ctx, input);
  return synced;
}

/** Reports to Temporal while the work runs. */
const withHeartbeat =
  <T>(work: (ctx: ActivityContext, input: { id: string }) => Promise<T>) =>
  async (ctx: ActivityContext, input: { id: string }): Promise<T> => {
    const activity = Context.current();
    const beat = setInterval(() => activity.heartbeat(), BEAT_MS);
    try {
      return await work(ctx, input);
    } finally {
      clearInterval(beat);
    }
  };

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'accountSync', {
    connectionSnapshot: readConnection,
    syncAccount: withHeartbeat(syncWithPicture),
    refreshAccess: withHeartbeat(refreshAccess),
    warnOfEnd,
    endConnection: withHeartbeat(endConnection),
  });
export type ConnectionActivities = ReturnType<typeof createActivities>;
