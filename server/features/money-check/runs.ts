import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { MAX_LINES } from './queries/check.ts';
import { runChecks, type CheckOptions, type CheckProgress } from './checker.ts';
import {
  acceptedKeys,
  beginCheck,
  checkById,
  endCheck,
  insertCheck,
  lastFinished,
  lastRuns,
  noteProgress,
  openCheck,
  readGauges,
  type CheckFigures,
} from './queries/runs.ts';
import { ALL_LINES_EVERY_MS, LINES_OVERLAP_MS, verdictOf } from './rules.ts';
import type { Breach, CheckGauges } from './schema.ts';
import { applyVerdict, mailFindings } from './verdict.ts';

/** How often a difference with the provider is read again before it stops money-out: its webhook needs some seconds. */
const RETRIES = { times: 5, pauseMs: 6_000 };
const PROGRESS_EVERY_MS = 1_000;

/** Begins a run through its workflow, or joins the one that is open. In the caller's transaction or one of its own. */
export async function requestCheck(
  ctx: ServiceContext,
  begunBy: 'schedule' | 'restart' | 'operator',
): Promise<{ id: string; isNew: boolean }> {
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const id = newId(at.getTime());
    if (
      await insertCheck(tx.db, { id, begunBy, requestedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null, at })
    ) {
      await startWorkflow(tx, 'moneyCheck', id);
      return { id, isNew: true };
    }
    // It may have ended since: then the request is fulfilled.
    const open = (await openCheck(tx.db)) ?? (await lastFinished(tx.db));
    return { id: open?.id ?? id, isNew: false };
  });
}

const figuresOf = (p: CheckProgress): CheckFigures => ({
  phase: p.phase,
  percent: p.percent,
  rows: p.done,
  lines: p.lines,
});

export interface RunHooks {
  /** Where an earlier process had come to. */
  from?: CheckProgress;
  /** Called after each page; throws to end the run, which then continues in another process. */
  onProgress?(state: CheckProgress): void;
  retries?: CheckOptions['retries'];
}

/**
 * Executes a run and its consequences: sets stops of currencies whose books disagree, lifts those of currencies whose
 * books agree, notifies staff. Repeated, it continues where it was; one that has ended returns its state. Throws when
 * the provider does not answer.
 */
export async function runCheck(
  ctx: SystemContext,
  { id }: { id: string },
  { from, onProgress, retries = RETRIES }: RunHooks = {},
): Promise<string> {
  const row = await checkById(ctx.db, id);
  if (!row) return 'unknown';
  if (row.finished_at) return row.state;
  const linesSince = row.started_at ? row.lines_since : await linesToCompare(ctx, row.begun_by);
  await beginCheck(ctx.db, { id, linesSince, at: ctx.clock.now() });
  const { payments, settings } = ctx.integrations;
  const run = runChecks(
    ctx.db,
    {
      provider: payments,
      ...(settings.providerBooksUrl ? { booksUrl: settings.providerBooksUrl } : {}),
      linesSince,
      retries,
    },
    from,
  );
  let reportedAt = 0;
  for (;;) {
    const step = await run.next();
    onProgress?.(step.value);
    if (step.done) return settle(ctx, id, step.value);
    if (Date.now() - reportedAt < PROGRESS_EVERY_MS) continue;
    reportedAt = Date.now();
    await noteProgress(ctx.db, id, figuresOf(step.value), ctx.clock.now());
  }
}

/** For metrics. */
export const moneyCheckGauges = (ctx: SystemContext): Promise<CheckGauges> => readGauges(ctx.db);

/**
 * The provider could not be compared, or a fault of ours ended the run: without a result, nothing is stopped or lifted.
 */
export async function failCheck(ctx: SystemContext, { id, error }: { id: string; error: string }): Promise<string> {
  ctx.integrations.log.error({ check: id, error }, 'the check of the books could not be carried out');
  await endCheck(ctx.db, {
    id,
    state: 'failed',
    counts: {},
    breaches: [],
    inFlight: [],
    error: error.slice(0, 300),
    at: ctx.clock.now(),
  });
  return 'failed';
}

/**
 * An operator's run and one a day read all lines of the provider; those in between lines younger than the last clean
 * run.
 */
async function linesToCompare(ctx: SystemContext, begunBy: string): Promise<Date | null> {
  const { agreed, allLines } = await lastRuns(ctx.db);
  if (
    begunBy === 'operator' ||
    !agreed ||
    !allLines ||
    ctx.clock.now().getTime() - allLines.getTime() > ALL_LINES_EVERY_MS
  )
    return null;
  return new Date(agreed.getTime() - LINES_OVERLAP_MS);
}

async function settle(ctx: SystemContext, id: string, result: CheckProgress): Promise<string> {
  const { breaches, counts } = result;
  const state = breaches.length > 0 ? 'breached' : 'clean';
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const before = await lastFinished(tx.db);
    const isComplete = breaches.filter((b) => b.stopsMoneyOut).every((b) => (counts[b.invariant] ?? 0) <= MAX_LINES);
    const verdict = verdictOf(breaches, CURRENCY_CODES, await acceptedKeys(tx.db), isComplete);
    if (
      !(await endCheck(tx.db, {
        id,
        state,
        figures: figuresOf(result),
        counts,
        breaches,
        inFlight: result.inFlight,
        error: null,
        at,
      }))
    )
      return state;
    const stopped = await applyVerdict(tx, verdict, { of: 'check', id }, at);
    if (breaches.length > 0)
      await alarm(tx, id, breaches, stopped, keysOf((before?.breaches ?? []) as unknown as Breach[]));
    return state;
  });
}

const keysOf = (breaches: readonly Breach[]): string =>
  breaches
    .map((b) => b.key)
    .sort()
    .join('\n');

/** Logged each time; a mail only when something is new, since a run follows every hour. */
async function alarm(
  tx: SystemContext,
  id: string,
  breaches: readonly Breach[],
  stopped: readonly Currency[],
  before: string,
): Promise<void> {
  const { log } = tx.integrations;
  log.error(
    {
      check: id,
      stopped,
      breaches: breaches.length,
      first: breaches.slice(0, 5).map((b) => `${b.invariant}: ${b.detail}`),
    },
    'the check of the books found differences',
  );
  if (stopped.length === 0 && keysOf(breaches) === before) return;
  await mailFindings(tx, { key: id, link: ADDRESSES.operations, stopped, found: breaches.length });
}
