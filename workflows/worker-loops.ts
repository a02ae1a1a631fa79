import type { SystemContext } from '../server/context.ts';
import { startLoop, type Loop, type LoopOptions } from '../server/core/loop.ts';
import { accountMailboxes } from '../server/features/accounts/mailboxes.ts';
import { sweepUploads } from '../server/features/content/uploads.ts';
import { keepWordings } from '../server/features/contracts/wordings/keep.ts';
import { showDueRatings } from '../server/features/discovery/ratings.ts';
import { moneyCheckGauges } from '../server/features/money-check/runs.ts';
import { expandNotices } from '../server/features/notifications/expander.ts';
import { sendMails } from '../server/features/notifications/mail-sender.ts';
import { missedEvents } from '../server/features/payments/webhooks/missed.ts';
import { sweepWebhooks } from '../server/features/payments/webhooks/sweep.ts';
import { readBacklog } from '../server/features/platform/queries.ts';
import { clearPast } from '../server/features/platform/upkeep.ts';
import { sweepAvatars } from '../server/features/privacy/avatar.ts';
import { eraseUnverified } from '../server/features/privacy/unverified.ts';
import type { RuntimeParts } from './runtime.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

const POLL_MS = 1_000;
const NOTICES_REST_MS = 100;
const MAILS_REST_MS = 250;
const WEBHOOKS_EVERY_MS = 10_000;
const MISSED_EVENTS_EVERY_MS = 60 * 60_000;
const REPAIR_EVERY_MS = 5 * 60_000;
const UPKEEP_EVERY_MS = 6 * 60 * 60_000;
const UPLOADS_EVERY_MS = 60 * 60_000;
const BACKLOG_EVERY_MS = 10_000;

/** Each has a loop of its own: one that fails is tried again while the others run. They return how many rows changed. */
const UPKEEP = {
  'past rows': clearPast,
  'unverified accounts': eraseUnverified,
  'due ratings': showDueRatings,
  wordings: keepWordings,
} satisfies Record<string, (ctx: SystemContext) => Promise<number>>;

/** Work that is complete after one round. */
const once = (work: () => Promise<unknown>) => async (): Promise<boolean> => {
  await work();
  return false;
};

/** Work in batches: as long as one changes rows, there may be more. */
const untilNothing = (batch: () => Promise<number>) => async (): Promise<boolean> => (await batch()) > 0;

/** Starts the loops of these parts, by their names; `repair` starts the workflows that open rows lack. */
export function startWorkerLoops(
  ctx: SystemContext,
  {
    parts,
    metrics,
    repair,
  }: {
    parts: Pick<RuntimeParts, 'notices' | 'mails' | 'webhooks' | 'repair'>;
    metrics?: WorkerMetrics | undefined;
    repair: () => Promise<void>;
  },
): Map<string, Loop> {
  const { log } = ctx.integrations;
  const loops = new Map<string, Loop>();
  const start = (name: string, how: Omit<LoopOptions, 'name' | 'log'>) =>
    loops.set(name, startLoop({ name, log, ...how }));

  if (parts.notices) start('notices', { everyMs: POLL_MS, restMs: NOTICES_REST_MS, run: () => expandNotices(ctx) });
  if (parts.mails)
    start('mails', {
      everyMs: POLL_MS,
      restMs: MAILS_REST_MS,
      run: () => sendMails(ctx, { mailboxes: accountMailboxes, observe: metrics?.mail }),
    });
  if (parts.webhooks) {
    start('webhooks', { everyMs: WEBHOOKS_EVERY_MS, run: once(() => sweepWebhooks(ctx)) });
    start('missed events', { everyMs: MISSED_EVENTS_EVERY_MS, run: once(missedEvents(ctx)) });
  }
  if (parts.repair) {
    start('repair', { everyMs: REPAIR_EVERY_MS, run: once(repair) });
    for (const [name, work] of Object.entries(UPKEEP))
      start(name, { everyMs: UPKEEP_EVERY_MS, run: untilNothing(() => work(ctx)) });
    start('uploads', { everyMs: UPLOADS_EVERY_MS, run: untilNothing(() => sweepUploads(ctx)) });
    start('avatars', { everyMs: UPLOADS_EVERY_MS, run: untilNothing(() => sweepAvatars(ctx)) });
  }
  if (metrics)
    start('backlog', {
      everyMs: BACKLOG_EVERY_MS,
      run: once(async () => {
        metrics.backlog(await readBacklog(ctx.db));
        metrics.moneyCheck(await moneyCheckGauges(ctx));
      }),
    });
  return loops;
}
