import type { Db } from '../../../../db/client.ts';
import type { BalanceLine, PaymentProvider } from '../../../integrations/stripe/provider.ts';
import { announced, openOperations, partsOfHistory } from '../queries/provider.ts';
import {
  dealsOf,
  disagreeingLines,
  endOfLines,
  endOfPostings,
  newestStored,
  postingsWithoutLine,
  stillDisagreeing,
  stillWithoutLine,
  storeLines,
  type OpenLine,
  type OpenPosting,
} from '../queries/stored-lines.ts';
import { keyOf, OVERLAP_MS } from './rules.ts';
import type { Difference, ReconciledFigures } from './schema.ts';

export type LinesOfProvider = Pick<PaymentProvider, 'listBalanceLines'>;

export interface ReconcileOptions {
  provider: LinesOfProvider;
  now(): Date;
  /** Reads every line of the provider instead of those since the newest stored one. */
  whole: boolean;
  /** How often a difference is looked at again before it counts, and after how long: its webhook may be on its way. */
  retries: { times: number; pauseMs: number };
  /** Called after each page; throws to end the run. */
  tick?(figures: ReconciledFigures): Promise<void> | void;
}

export interface ReconciledBooks extends ReconciledFigures {
  differences: Difference[];
  /** More than are listed, where very many differ. */
  found: number;
}

const LINES_AT_A_TIME = 2_000;
const PAGE = 5_000;
/** Lines and postings that are looked at once more. */
const MAX_OPEN = 2_000;

/**
 * Stores every balance transaction of the provider that is new, matches each stored one with the posting of its exact
 * amount, and answers what has no counterpart. A line of a call of ours that is open, in its amount and currency, or
 * of a webhook that was not applied yet, is in flight and no difference.
 */
export async function reconcile(db: Db, options: ReconcileOptions): Promise<ReconciledBooks> {
  const { provider, now, whole, retries, tick } = options;
  const figures: ReconciledFigures = {
    linesRead: 0,
    linesStored: 0,
    linesCompared: 0,
    postingsCompared: 0,
    inFlight: 0,
  };
  const changed = new Map<string, OpenLine>();
  const read = async (from: Date | null): Promise<Date> => {
    const readAt = now();
    for (const [begin, end] of await windows(db, from)) {
      const lines = await provider.listBalanceLines({ from: begin, ...(end ? { to: end } : {}) });
      figures.linesRead += lines.length;
      await store(lines);
      await tick?.(figures);
    }
    return readAt;
  };
  const store = async (lines: readonly BalanceLine[]): Promise<void> => {
    for (let at = 0; at < lines.length; at += LINES_AT_A_TIME) {
      const result = await storeLines(db, lines.slice(at, at + LINES_AT_A_TIME), now());
      figures.linesStored += result.stored;
      for (const line of result.changed) changed.set(line.id, line);
    }
  };

  let readAt = await read(whole ? null : await newestStored(db));
  const lines = await allLines(db, now, figures, tick);
  const postings = await allPostings(db, figures, tick);
  let [openLines, openPostings] = [lines.open, postings.open];
  for (let n = 1; ; n += 1) {
    const { differences, inFlight } = await settle(db, { openLines, openPostings, changed, readAt });
    if (differences.length === 0 || n >= retries.times) {
      const unseen = lines.more + postings.more;
      return { ...figures, inFlight, differences, found: differences.length + unseen };
    }
    await new Promise((resolve) => setTimeout(resolve, retries.pauseMs));
    readAt = await read(await newestStored(db));
    openLines = await stillDisagreeing(
      db,
      openLines.map((l) => l.id),
      now(),
    );
    openPostings = await stillWithoutLine(
      db,
      openPostings.map((p) => p.txId),
    );
  }
}

/** Times between which the provider is read; about as many lines in each as it is quick to hold. */
async function windows(db: Db, newest: Date | null): Promise<[Date, Date | null][]> {
  const begin = newest ? new Date(newest.getTime() - OVERLAP_MS) : new Date(0);
  const parts = newest ? [] : await partsOfHistory(db, { since: null, size: LINES_AT_A_TIME });
  // Whole seconds, since that is what the provider divides by.
  const inner = [...new Set(parts.slice(1).map((at) => Math.floor(at.getTime() / 1000) * 1000))];
  const times = [begin, ...inner.filter((at) => at > begin.getTime()).map((at) => new Date(at))];
  return times.map((from, i) => [from, times[i + 1] ?? null]);
}

interface Walked<T> {
  open: T[];
  more: number;
}
function keep<T>(walked: Walked<T>, rows: readonly T[]): void {
  const room = MAX_OPEN - walked.open.length;
  walked.open.push(...rows.slice(0, room));
  walked.more += Math.max(0, rows.length - room);
}

async function allLines(
  db: Db,
  now: () => Date,
  figures: ReconciledFigures,
  tick: ReconcileOptions['tick'],
): Promise<Walked<OpenLine>> {
  const walked: Walked<OpenLine> = { open: [], more: 0 };
  for (let after = ''; ;) {
    const end = await endOfLines(db, { after, limit: PAGE });
    if (!end) return walked;
    keep(walked, await disagreeingLines(db, { after, limit: PAGE, at: now() }));
    figures.linesCompared += end.n;
    after = end.last;
    await tick?.(figures);
  }
}

async function allPostings(
  db: Db,
  figures: ReconciledFigures,
  tick: ReconcileOptions['tick'],
): Promise<Walked<OpenPosting>> {
  const walked: Walked<OpenPosting> = { open: [], more: 0 };
  for (let after: string | null = null; ;) {
    const end: { last: string; n: number } | null = await endOfPostings(db, { after, limit: PAGE });
    if (!end) return walked;
    keep(walked, await postingsWithoutLine(db, { after, limit: PAGE }));
    figures.postingsCompared += end.n;
    after = end.last;
    await tick?.(figures);
  }
}

interface Open {
  openLines: readonly OpenLine[];
  openPostings: readonly OpenPosting[];
  changed: ReadonlyMap<string, OpenLine>;
  /** Postings from then on may have a line that was not read. */
  readAt: Date;
}

async function settle(
  db: Db,
  { openLines, openPostings, changed, readAt }: Open,
): Promise<{ differences: Difference[]; inFlight: number }> {
  const unbooked = openLines.filter((line) => line.ours === null);
  const operations = await openOperations(
    db,
    unbooked.flatMap((line) => line.opId ?? []),
  );
  const webhooks = await announced(
    db,
    unbooked.flatMap((line) => line.sourceId ?? []),
  );
  const isInFlight = (line: OpenLine): boolean =>
    line.ours === null &&
    (operations.some((o) => o.opId === line.opId && o.amount === line.amount && o.currency === line.currency) ||
      (line.sourceId !== null && webhooks.has(line.sourceId)));
  const booked = openPostings.filter((p) => p.at < readAt);
  const found: Omit<Difference, 'key'>[] = [
    ...openLines.filter((line) => !isInFlight(line)).map((line) => lineDiffers(line)),
    ...[...changed.values()].map((line) => ({ ...lineDiffers(line), kind: 'changed' as const })),
    ...booked.map((p) => ({
      kind: 'no_line' as const,
      currency: p.currency,
      lineId: p.ref,
      lineType: null,
      sourceId: null,
      txId: p.txId,
      opId: p.opId,
      theirs: null,
      ours: p.moved,
      contractId: p.contractId,
      milestoneId: p.milestoneId,
      at: p.at,
    })),
  ];
  const deals = await dealsOf(
    db,
    found.flatMap((d) => (d.contractId === null && d.opId !== null ? [d.opId] : [])),
  );
  const differences = new Map<string, Difference>();
  for (const d of found) {
    const named = { ...d, ...(d.contractId === null && d.opId !== null ? deals.get(d.opId) : {}) };
    const key = keyOf(named);
    differences.set(key, { ...named, key });
  }
  return {
    differences: [...differences.values()],
    inFlight: openLines.filter((line) => isInFlight(line)).length,
  };
}

const lineDiffers = (line: OpenLine): Omit<Difference, 'key'> => ({
  kind: line.ours === null ? 'no_posting' : 'amount',
  currency: line.currency,
  lineId: line.id,
  lineType: line.type,
  sourceId: line.sourceId,
  txId: line.txId,
  opId: line.opId,
  theirs: line.net,
  // An amount of another currency is no amount of this one.
  ours: line.oursCurrency === line.currency ? line.ours : null,
  contractId: null,
  milestoneId: null,
  at: line.at,
});
