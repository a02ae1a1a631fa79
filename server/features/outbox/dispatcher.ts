import type { Client } from '@temporalio/client';
import type { SystemContext } from '../../context.ts';
import { startLoop } from '../../core/loop.ts';
import { failpoint } from '../../failpoint.ts';
import { deliver } from './delivery.ts';
import type { RowRef } from './rows.ts';
import { settlement } from './settlement.ts';
import { claimCommands, restoreCount, type OutboxCommand } from './queries.ts';

export interface DispatcherOptions {
  ctx: SystemContext;
  /** Whether a signal to a workflow that is gone starts it again: its row is still open. */
  mayResume(db: SystemContext['db'], row: RowRef & { now: Date }): Promise<boolean>;
  /** Null while Temporal cannot be reached: commands stay in the outbox. */
  client(): Client | null;
  /** Commands under way at a time. */
  inFlight?: number;
  /** Tries that Temporal answered with an error before an operator has to act. */
  maxAttempts?: number;
  pollMs?: number;
  observe?: DispatcherObserver;
  /** Temporal reported that its namespace or search attributes are missing. */
  onUnprepared?(): void;
  /** Named points at which tests stop the world. */
  failpoints?: { afterRpc?(command: OutboxCommand): Promise<void> };
}

export interface DispatcherObserver {
  delivered(kind: string, seconds: number): void;
  retried(away: boolean): void;
  died(): void;
  resumed(): void;
}

export interface Dispatcher {
  /** Poll now instead of at the next interval. */
  wake(): void;
  /** Takes no more commands and waits for those under way. */
  stop(): Promise<void>;
}

/** Longer than the longest call to Temporal, so that a command is not taken twice while it is being delivered. */
const LOCK_SECONDS = 15;
/** Commands that finish within this time are followed by one claim, not by one each. */
const REST_MS = 20;
const DEFAULTS = { inFlight: 64, pollMs: 1_000 };

/**
 * Delivers what transactions wrote into the outbox to Temporal: claimed in a short transaction, called outside of any,
 * marked after. Delivery is at least once; workflow ids and signal keys make the repeats harmless. Several may run.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { ctx, observe } = options;
  const { db } = ctx;
  const { log } = ctx.integrations;
  const inFlight = options.inFlight ?? DEFAULTS.inFlight;
  const underWay = new Set<Promise<void>>();
  const settle = settlement(options);

  let restores: number | null = null;

  /**
   * A workflow that runs through a restore has seen the keys of the lost minutes, and would take the same act, done again,
   * for a repeated delivery. The worker is stopped while the database is restored, so that one look suffices.
   */
  async function sinceRestore(command: OutboxCommand): Promise<OutboxCommand> {
    restores ??= await restoreCount(db);
    const { key } = command.payload;
    return restores === 0 || typeof key !== 'string'
      ? command
      : { ...command, payload: { ...command.payload, key: `${key}:r${restores}` } };
  }

  async function handle(client: Client, command: OutboxCommand): Promise<void> {
    const since = performance.now();
    const act = String(command.payload['event'] ?? command.kind);
    await failpoint(`${act}.claimed`);
    const outcome = await deliver(client, await sinceRestore(command));
    await failpoint(`${act}.called`);
    await options.failpoints?.afterRpc?.(command);
    await settle(command, outcome);
    await failpoint(`${act}.stored`);
    if (outcome.kind === 'delivered') observe?.delivered(command.kind, (performance.now() - since) / 1000);
  }

  const loop = startLoop({
    name: 'outbox',
    log,
    everyMs: options.pollMs ?? DEFAULTS.pollMs,
    restMs: REST_MS,
    async run() {
      const client = options.client();
      const free = inFlight - underWay.size;
      if (!client || free === 0) return false;
      const commands = await claimCommands(db, { limit: free, lockSeconds: LOCK_SECONDS });
      for (const command of commands) {
        const work: Promise<void> = handle(client, command)
          // The lock runs out and the command is taken again.
          .catch((error: unknown) =>
            log.error({ outboxId: command.id, err: error }, 'an outbox command was interrupted'),
          )
          .finally(() => {
            underWay.delete(work);
            loop.wake();
          });
        underWay.add(work);
      }
      return false;
    },
  });

  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
