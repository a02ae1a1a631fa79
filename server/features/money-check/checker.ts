import type { Db } from '../../../db/client.ts';
import {
  MAX_LINES,
  toBreach,
  type CheckContext,
  type Finding,
  type Invariant,
  type RowInvariant,
  type Subject,
} from './queries/check.ts';
import { DEAL_INVARIANTS } from './queries/checks-deals.ts';
import { DOCUMENT_INVARIANTS } from './queries/checks-documents.ts';
import { DISPUTE_INVARIANTS } from './queries/checks-disputes.ts';
import { CARD_DISPUTE_INVARIANTS } from './queries/checks-card-disputes.ts';
import { JOINT_INVARIANTS } from './queries/checks-joint.ts';
import { LIVE_INVARIANTS } from './queries/checks-live.ts';
import { LEDGER_INVARIANTS } from './queries/checks-ledger.ts';
import { PAYEE_INVARIANTS } from './queries/checks-payees.ts';
import { PLATFORM_INVARIANTS } from './queries/checks-platform.ts';
import {
  ADDS_UP,
  BALANCE,
  LINES,
  objectsOnceEach,
  ONCE_EACH,
  PROVIDER_INVARIANTS,
  readSandboxObjects,
} from './checks-provider.ts';
import { CLOCK_INVARIANTS } from './checks-clocks.ts';
import { TERMS_INVARIANTS } from './checks-terms.ts';
import { TIMELINE_INVARIANTS } from './checks-timelines.ts';
import { inSnapshot, nextPage, PAGE, rowsToRead } from './queries/pages.ts';
import { Reconciliation, type BooksOfProvider } from './reconciliation.ts';
import { PHASES, type Breach, type InFlight, type Phase } from './schema.ts';

const ROW_INVARIANTS: readonly RowInvariant[] = [
  ...LEDGER_INVARIANTS,
  ...DEAL_INVARIANTS,
  ...DOCUMENT_INVARIANTS,
  ...CLOCK_INVARIANTS,
  ...TERMS_INVARIANTS,
  ...PAYEE_INVARIANTS,
  ...CARD_DISPUTE_INVARIANTS,
  ...JOINT_INVARIANTS,
  ...DISPUTE_INVARIANTS,
  ...LIVE_INVARIANTS,
  ...TIMELINE_INVARIANTS,
  ...PLATFORM_INVARIANTS,
];

/** Every checked invariant, in the order of docs/money.md. */
export const INVARIANTS: readonly Invariant[] = [...ROW_INVARIANTS, ...PROVIDER_INVARIANTS];

export interface CheckOptions {
  /** The provider whose balances and balance transactions are compared with the ledger; absent: no comparison. */
  provider?: BooksOfProvider;
  /** Address of the payment sandbox's books, whose objects are compared one by one besides. */
  booksUrl?: string;
  /** Time of the check; later than every posting when services ran on a stepped clock. */
  now?: Date;
  /** The provider's lines are compared from here on; all of them when absent. Balances are always compared whole. */
  linesSince?: Date | null;
  /**
   * How often a difference with the provider is read again before it is reported, and after how long: a webhook may be
   * on its way.
   */
  retries?: { times: number; pauseMs: number };
  busyFrom?: number;
  /** Receives how long each invariant took on each page; a query that several share counts for the first one. */
  timed?: (invariant: string, ms: number) => void;
}

const DEFAULT_RETRIES = { times: 3, pauseMs: 500 };
const BUSY_FROM = 20_000;

/** Progress of a run; plain JSON, so that another process can continue it. */
export interface CheckProgress {
  /** Index of the walk that is under way, and the last id it has seen. */
  walk: number;
  after: string | null;
  /** Rows that were read, of about so many. */
  done: number;
  total: number;
  phase: Phase | 'done';
  percent: number;
  /** Lines found so far, by invariant; more than are kept. */
  counts: Record<string, number>;
  breaches: Breach[];
  inFlight: InFlight[];
  /** Lines of the provider that were compared. */
  lines: number;
}

interface Walk {
  phase: Phase;
  over: Subject;
}

/** The subjects in the order in which they are read; the provider comes last. */
const WALKS: readonly Walk[] = [
  { phase: 'ledger', over: 'whole' },
  { phase: 'ledger', over: 'postings' },
  { phase: 'ledger', over: 'accounts' },
  { phase: 'deals', over: 'whole' },
  { phase: 'deals', over: 'contracts' },
  { phase: 'timelines', over: 'timelines' },
  { phase: 'platform', over: 'whole' },
];

function contextOf(db: Db, page: readonly string[], now: Date, busyFrom: number): CheckContext {
  const read = new Map<string, Promise<unknown>>();
  return {
    db,
    now,
    page,
    busyFrom,
    once<T>(key: string, work: () => Promise<T>): Promise<T> {
      const known = read.get(key) ?? work();
      read.set(key, known);
      return known as Promise<T>;
    },
  };
}

/** Share of the progress that the comparison with the provider gets; its number of lines is unknown in advance. */
const PROVIDER_PERCENT = 20;

/** Adds findings to the run: some lines of each invariant, and their count. */
function note(state: CheckProgress, invariant: Invariant, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const n = (state.counts[invariant.name] ?? 0) + 1;
    state.counts[invariant.name] = n;
    if (n <= MAX_LINES) state.breaches.push(toBreach(invariant, finding));
  }
}

/**
 * Checks every invariant and yields its progress after each page; the last one has the findings. `db` must see every
 * row (role sponsio_worker). An invariant reads a page from one snapshot, so that concurrent changes are no difference;
 * no transaction lasts longer than a page, and one page is kept in memory. `from`: continues an interrupted run. Throws
 * when the provider does not answer.
 */
export async function* runChecks(
  db: Db,
  options: CheckOptions = {},
  from?: CheckProgress,
): AsyncGenerator<CheckProgress, CheckProgress> {
  const now = options.now ?? new Date();
  const read = inSnapshot(db);
  const state: CheckProgress = from
    ? structuredClone(from)
    : {
        walk: 0,
        after: null,
        done: 0,
        total: await read(rowsToRead),
        phase: PHASES[0],
        percent: 0,
        counts: {},
        breaches: [],
        inFlight: [],
        lines: 0,
      };
  const ours = options.provider ? 100 - PROVIDER_PERCENT : 100;
  while (state.walk < WALKS.length) {
    const { phase, over } = WALKS[state.walk]!;
    const own = ROW_INVARIANTS.filter((i) => i.phase === phase && i.over === over);
    const ids = await read(async (snapshot) => {
      const page = over === 'whole' ? [] : await nextPage(snapshot, over, state.after);
      if (over !== 'whole' && page.length === 0) return page;
      const ctx = contextOf(snapshot, page, now, options.busyFrom ?? BUSY_FROM);
      for (const invariant of own) {
        const begun = performance.now();
        note(state, invariant, await invariant.find(ctx));
        options.timed?.(invariant.name, performance.now() - begun);
      }
      return page;
    });
    state.done += ids.length;
    state.after = ids.at(-1) ?? null;
    state.phase = phase;
    if (ids.length < PAGE[over] || over === 'whole') Object.assign(state, { walk: state.walk + 1, after: null });
    state.percent = Math.min(ours, Math.floor((ours * state.done) / Math.max(1, state.total)));
    yield state;
  }
  if (options.provider) {
    state.phase = 'provider';
    state.percent = ours;
    yield state;
    yield* compareWithProvider(read, state, options, now);
  }
  state.phase = 'done';
  state.percent = 100;
  return state;
}

async function* compareWithProvider(
  read: ReturnType<typeof inSnapshot>,
  state: CheckProgress,
  options: CheckOptions,
  now: Date,
): AsyncGenerator<CheckProgress> {
  const readAt = options.now ?? new Date();
  const objects = options.booksUrl ? await readSandboxObjects(options.booksUrl) : null;
  note(state, ONCE_EACH, await objectsOnceEach(read, objects, now));
  const reconciliation = new Reconciliation({
    provider: options.provider!,
    read,
    since: options.linesSince ?? null,
    readAt,
  });
  const { times, pauseMs } = options.retries ?? DEFAULT_RETRIES;
  for (let n = 1; ; n += 1) {
    const compared = reconciliation.compare();
    // A long comparison reports its progress while it runs.
    for (let over = false; !over;) {
      over = await Promise.race([
        compared.then(() => true),
        new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref()),
      ]);
      state.lines = reconciliation.linesRead;
      yield state;
    }
    const { lines, balances, addsUp, inFlight } = await compared;
    if ((lines.length === 0 && balances.length === 0 && addsUp.length === 0) || n >= times) {
      note(state, LINES, lines);
      note(state, BALANCE, balances);
      note(state, ADDS_UP, addsUp);
      state.inFlight = inFlight;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Runs all checks and returns the breaches; an empty list means the books agree. */
export async function checkMoney(db: Db, options: CheckOptions = {}): Promise<Breach[]> {
  const run = runChecks(db, options);
  for (;;) {
    const step = await run.next();
    if (step.done) return step.value.breaches;
  }
}
