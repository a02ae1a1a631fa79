import { withTx, type ServiceContext, type StaffContext, type SystemContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { newId } from '../../../core/ids.ts';
import { CURRENCY_CODES, isCurrency, type Currency } from '../../../core/money.ts';
import { staffMay } from '../../../core/staff.ts';
import { requireStaffAct } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { startWorkflow } from '../../outbox/commands.ts';
import { verdictOf } from '../rules.ts';
import { applyVerdict, mailFindings } from '../verdict.ts';
import { reconcile, type ReconciledBooks, type ReconcileOptions } from './compare.ts';
import { breachOf, DUE_AFTER_MS, MAX_DIFFERENCES, offBy } from './rules.ts';
import {
  acceptedDifferences,
  beginRun,
  differencesOf,
  endRun,
  finishedRuns,
  insertDifferences,
  insertRun,
  lastResult,
  noteFigures,
  openRun,
  runById,
  type RunRow,
} from '../queries/reconciliations.ts';
import type { ReconciliationDto, ReconciliationOverview } from './schema.ts';

/** A difference is looked at again for half a minute before it stops money-out: its webhook needs some seconds. */
const RETRIES = { times: 5, pauseMs: 6_000 };
const PROGRESS_EVERY_MS = 1_000;
const RUNS_SHOWN = 14;

/** Begins a run through its workflow, or joins the one that is open. In the caller's transaction or one of its own. */
export async function requestReconciliation(
  ctx: ServiceContext,
  begunBy: 'schedule' | 'restart' | 'operator',
): Promise<{ id: string; isNew: boolean }> {
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const id = newId(at.getTime());
    const requestedBy = tx.actor.kind === 'staff' ? tx.actor.userId : null;
    if (await insertRun(tx.db, { id, begunBy, requestedBy, at })) {
      await startWorkflow(tx, 'reconciliation', id);
      return { id, isNew: true };
    }
    // It may have ended since: then the request is fulfilled.
    const open = (await openRun(tx.db)) ?? (await lastResult(tx.db));
    return { id: open?.id ?? id, isNew: false };
  });
}

/** After a start of the worker: begins a run when the last one is a day old, since the schedule slept meanwhile. */
export async function requestDueReconciliation(ctx: SystemContext): Promise<boolean> {
  const last = await lastResult(ctx.db);
  if (last?.finished_at && ctx.clock.now().getTime() - last.finished_at.getTime() < DUE_AFTER_MS) return false;
  return (await requestReconciliation(ctx, 'restart')).isNew;
}

export interface ReconciliationHooks {
  /** Called after each page; throws to end the run, which is then tried again. */
  onProgress?(): void;
  retries?: ReconcileOptions['retries'];
}

/**
 * Executes a run and its consequences: stops the currencies that drifted, lets those go on that agree, notifies staff.
 * Repeated, it begins anew and finds the lines that it has stored; one that has ended returns its state. Throws when the
 * provider does not answer.
 */
export async function runReconciliation(
  ctx: SystemContext,
  { id }: { id: string },
  { onProgress, retries = RETRIES }: ReconciliationHooks = {},
): Promise<string> {
  const row = await runById(ctx.db, id);
  if (!row) return 'unknown';
  if (row.finished_at) return row.state;
  await beginRun(ctx.db, id, ctx.clock.now());
  let notedAt = 0;
  const books = await reconcile(ctx.db, {
    provider: ctx.integrations.payments,
    now: () => ctx.clock.now(),
    // A person who asks suspects something: then every line is compared with what was stored of it.
    whole: row.begun_by === 'operator',
    retries,
    async tick(figures) {
      onProgress?.();
      if (Date.now() - notedAt < PROGRESS_EVERY_MS) return;
      notedAt = Date.now();
      await noteFigures(ctx.db, id, figures, ctx.clock.now());
    },
  });
  return settle(ctx, id, books);
}

/** The provider did not answer, or a fault of ours ended the run: without a result, nothing is stopped or lifted. */
export async function failReconciliation(
  ctx: SystemContext,
  { id, error }: { id: string; error: string },
): Promise<string> {
  ctx.integrations.log.error({ reconciliation: id, error }, 'the reconciliation could not be carried out');
  await endRun(ctx.db, { id, state: 'failed', found: 0, error: error.slice(0, 300), at: ctx.clock.now() });
  return 'failed';
}

async function settle(ctx: SystemContext, id: string, books: ReconciledBooks): Promise<string> {
  const state = books.found > 0 ? 'drift' : 'clean';
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const before = await lastResult(tx.db);
    const listed = books.differences.slice(0, MAX_DIFFERENCES);
    const verdict = verdictOf(
      listed.map((d) => breachOf(d)),
      CURRENCY_CODES,
      await acceptedDifferences(tx.db),
      listed.length === books.found,
    );
    if (!(await endRun(tx.db, { id, state, figures: books, found: books.found, error: null, at }))) return state;
    await insertDifferences(tx.db, id, listed);
    const stopped = await applyVerdict(tx, verdict, { of: 'reconciliation', id }, at);
    if (books.found > 0) await alarm(tx, id, books, stopped, before?.found ?? 0);
    return state;
  });
}

/** Logged each time; a mail only when a currency was stopped by it or more was found than the day before. */
async function alarm(
  tx: SystemContext,
  id: string,
  books: ReconciledBooks,
  stopped: readonly Currency[],
  before: number,
): Promise<void> {
  tx.integrations.log.error(
    { reconciliation: id, stopped, found: books.found, first: books.differences.slice(0, 5).map((d) => d.key) },
    'the provider and the ledger differ',
  );
  if (stopped.length === 0 && books.found <= before) return;
  await mailFindings(tx, { key: id, link: ADDRESSES.staffMoney, stopped, found: books.found });
}

const toDto = (row: RunRow): ReconciliationDto => ({
  id: row.id,
  state: row.state,
  begunBy: row.begun_by,
  requestedByName: row.requested_by_name,
  linesRead: row.lines_read,
  linesStored: row.lines_stored,
  linesCompared: row.lines_compared,
  postingsCompared: row.postings_compared,
  inFlight: row.in_flight,
  found: row.found,
  error: row.error,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** The runs, and the difference report of the last one with a result. */
export async function reconciliations(ctx: StaffContext): Promise<ReconciliationOverview> {
  return withTx(ctx, async (tx) => {
    const [current, last] = [await openRun(tx.db), await lastResult(tx.db)];
    const runs = await finishedRuns(tx.db, RUNS_SHOWN);
    const differences = last ? await differencesOf(tx.db, last.id) : [];
    return {
      current: current ? toDto(current) : null,
      runs: runs.map((row) => toDto(row)),
      differences: differences.map((d) => ({
        ...d,
        off: offBy(d),
        money: isCurrency(d.currency) ? d.currency : null,
      })),
      mayAct: staffMay(tx.actor.role, 'moneyCheck.reconcileNow'),
    };
  });
}

/** Begins a run, or joins the one that is open. */
export async function reconcileNow(ctx: StaffContext): Promise<{ id: string; joined: boolean }> {
  requireStaffAct(ctx, 'moneyCheck.reconcileNow');
  return withTx(ctx, async (tx) => {
    const { id, isNew } = await requestReconciliation(tx, 'operator');
    await audit(tx, 'money.reconciliation_asked', `reconciliation:${id}`, { joined: !isNew });
    return { id, joined: !isNew };
  });
}
