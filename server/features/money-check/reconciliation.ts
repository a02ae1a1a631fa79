import type { Db } from '../../../db/client.ts';
import type { BalanceLine, PaymentProvider } from '../../integrations/stripe/provider.ts';
import type { Finding } from './queries/check.ts';
import { addUp, compareBalances } from './balance-comparison.ts';
import {
  announced,
  lastPosting,
  mirroredBy,
  openOperations,
  partsOfHistory,
  postingsAtProvider,
  type Mirrored,
  type Posted,
  type PostingsPage,
} from './queries/provider.ts';
import type { InFlight } from './schema.ts';
import { SeenLines } from './seen-lines.ts';

/** Reads from the provider. */
export type BooksOfProvider = Pick<PaymentProvider, 'balance' | 'listBalanceLines' | 'newestBalanceLine'>;

export interface Reconciled {
  /** Lines without a posting, and postings without a line. */
  lines: Finding[];
  balances: Finding[];
  /** The provider's own lines do not sum to its own balance. Only checked when all its lines were read. */
  addsUp: Finding[];
  inFlight: InFlight[];
}

/** Approximate number of lines read at a time; the provider's pages hold a hundred. */
const LINES_AT_A_TIME = 2_000;
const POSTINGS_AT_A_TIME = 5_000;
/** A posting may mirror a line that is older than itself by as long as the slowest payment and a holiday. */
const LATE_BOOKING_MS = 21 * 24 * 3_600_000;
/** Unexplained money is reported line by line up to this many lines. */
const MAX_UNEXPLAINED = 2_000;

/**
 * Compares our mirror of the provider's balance with the provider line by line, and the balances to the minor unit.
 * Money on its way is subtracted by name: a line counts as on its way only when it is of an open operation, in that
 * operation's amount and currency. Reads our rows after the provider's, each side in pages; keeps the ids of lines in
 * eight bytes each and unexplained lines.
 *
 * `since`: only younger lines are compared one by one; the balances are always compared whole.
 */
export class Reconciliation {
  readonly #provider: BooksOfProvider;
  readonly #read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly #since: Date | null;
  readonly #readAt: Date;
  readonly #seen = new SeenLines();
  readonly #unexplained = new Map<string, BalanceLine>();
  /** Net of every line, and of those that certainly belong to the balance that was read, by currency. */
  readonly #sums = new Map<string, number>();
  #differing: Finding[] = [];
  #lastCreated: Date | null = null;
  #linesRead = 0;

  constructor(input: {
    provider: BooksOfProvider;
    read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
    since: Date | null;
    readAt: Date;
  }) {
    this.#provider = input.provider;
    this.#read = input.read;
    this.#since = input.since;
    this.#readAt = input.readAt;
  }

  get linesRead(): number {
    return this.#linesRead;
  }

  /** One comparison. Later ones read only what is new at the provider and match unexplained lines again. */
  async compare(tick: () => Promise<void> | void = () => {}): Promise<Reconciled> {
    // It is unknown whether the balance that is read next includes the lines after this one.
    const marker = await this.#provider.newestBalanceLine();
    const balances = new Map<string, number>(
      (await this.#provider.balance()).map((b) => [b.currency, b.available + b.pending]),
    );
    const first = this.#lastCreated === null && this.#linesRead === 0;
    const tail = await this.#readLines(marker, tick);
    const postings = first ? await this.#unmatchedPostings(tick) : [];
    return this.#read((db) => this.#settle(db, balances, tail, postings, first));
  }

  /** Reads the provider's lines, keeps those that no posting mirrors, and returns the ones after the marker. */
  async #readLines(marker: string | null, tick: () => Promise<void> | void): Promise<BalanceLine[]> {
    const tail: BalanceLine[] = [];
    let pastMarker = marker === null || (this.#linesRead > 0 && this.#seen.has(marker));
    const bounds = this.#lastCreated ? [this.#lastCreated] : await this.#bounds();
    for (const [i, from] of bounds.entries()) {
      const to = bounds[i + 1];
      const fresh = (await this.#provider.listBalanceLines({ from, ...(to ? { to } : {}) })).filter(
        (line) => !this.#seen.has(line.id),
      );
      for (const line of fresh) {
        this.#seen.add(line.id);
        this.#sums.set(line.currency, (this.#sums.get(line.currency) ?? 0) + line.net);
        if (pastMarker) tail.push(line);
        if (line.id === marker) pastMarker = true;
        if (!this.#lastCreated || line.createdAt > this.#lastCreated) this.#lastCreated = line.createdAt;
      }
      this.#linesRead += fresh.length;
      for (let at = 0; at < fresh.length; at += LINES_AT_A_TIME)
        await this.#match(fresh.slice(at, at + LINES_AT_A_TIME));
      await tick();
    }
    return tail;
  }

  async #match(lines: readonly BalanceLine[]): Promise<void> {
    const mirrored = await this.#read((db) =>
      mirroredBy(
        db,
        lines.map((line) => line.id),
      ),
    );
    for (const line of lines) {
      const ours = mirrored.get(line.id);
      if (!ours) {
        if (this.#unexplained.size < MAX_UNEXPLAINED) this.#unexplained.set(line.id, line);
      } else this.#differing.push(...differences(line, ours));
    }
  }

  /** Times that divide our history in parts of about the same number of lines; the last part has no end. */
  async #bounds(): Promise<Date[]> {
    const starts = await this.#read((db) => partsOfHistory(db, { since: this.#since, size: LINES_AT_A_TIME }));
    const begin = this.#since ? new Date(this.#since.getTime() - LATE_BOOKING_MS) : new Date(0);
    // Whole seconds, since that is what the provider divides by.
    const times = starts.slice(1).map((at) => Math.floor(at.getTime() / 1000) * 1000);
    return [begin, ...[...new Set(times)].filter((at) => at > begin.getTime()).map((at) => new Date(at))];
  }

  /** Postings of money at the provider whose line is missing there, or that name none. */
  async #unmatchedPostings(tick: () => Promise<void> | void): Promise<Posted[]> {
    const found: Posted[] = [];
    for (let after: string | null = null; ;) {
      const page: PostingsPage = { since: this.#since, after, limit: POSTINGS_AT_A_TIME };
      const rows = await this.#read((db) => postingsAtProvider(db, page));
      for (const row of rows) {
        if ((row.ref === null || !this.#seen.has(row.ref)) && row.moved !== 0 && found.length < MAX_UNEXPLAINED)
          found.push(row);
      }
      after = await this.#read((db) => lastPosting(db, page));
      await tick();
      if (!after) return found;
    }
  }

  /** In one snapshot of ours, taken after everything was read at the provider. */
  async #settle(
    db: Db,
    balances: Map<string, number>,
    tail: readonly BalanceLine[],
    unmatched: readonly Posted[],
    first: boolean,
  ): Promise<Reconciled> {
    const open = [...this.#unexplained.values()];
    const booked = await mirroredBy(
      db,
      open.map((line) => line.id),
    );
    const operations = await openOperations(
      db,
      open.flatMap((line) => line.opId ?? []),
    );
    const webhooks = await announced(
      db,
      open.flatMap((line) => line.sourceId ?? []),
    );
    const inFlight: InFlight[] = [];
    const lines: Finding[] = [];
    /** Lines that are explained, by what they add to the provider's balance; a line of the tail may not be in it yet. */
    const explained = new Set<string>();
    for (const line of open) {
      const ours = booked.get(line.id);
      if (ours) {
        this.#unexplained.delete(line.id);
        this.#differing.push(...differences(line, ours));
        continue;
      }
      const [named] = operations.filter((o) => o.opId === line.opId);
      const operation = operations.find(
        (o) => o.opId === line.opId && o.amount === line.amount && o.currency === line.currency,
      );
      const webhook = line.sourceId ? webhooks.get(line.sourceId) : undefined;
      if (operation) {
        inFlight.push({
          what: operation.what,
          opId: line.opId,
          line: line.id,
          currency: line.currency,
          amount: line.net,
          since: operation.since,
        });
        explained.add(line.id);
      } else if (webhook) {
        inFlight.push({
          what: 'webhook',
          opId: line.opId,
          line: line.id,
          currency: line.currency,
          amount: line.net,
          since: webhook,
        });
        explained.add(line.id);
      } else {
        lines.push({
          detail: `line ${line.id} (${line.type}${line.opId ? ` of ${line.opId}` : ''}) moved ${line.net} ${line.currency} at the provider and is not in the ledger${named ? `: its operation is of ${named.amount} ${named.currency}` : ''}`,
          currency: line.currency,
          key: line.id,
        });
      }
    }
    this.#addPostings(unmatched, lines, first);
    return {
      lines: [...lines, ...this.#differing],
      balances: await compareBalances(db, {
        balances,
        tail,
        inFlight,
        explained,
        seen: this.#seen,
        readAt: this.#readAt,
      }),
      addsUp: first && !this.#since ? addUp(this.#sums, balances, tail) : [],
      inFlight,
    };
  }

  #unborne: Posted[] = [];

  #addPostings(unmatched: readonly Posted[], lines: Finding[], first: boolean): void {
    if (first) this.#unborne = [...unmatched];
    for (const p of this.#unborne) {
      // Booked after the provider was read, or found there since.
      if (p.at >= this.#readAt || (p.ref !== null && this.#seen.has(p.ref))) continue;
      lines.push({
        detail: `posting ${p.opId} moved ${p.moved} ${p.currency} by ${p.ref ? `line ${p.ref}, which the provider does not have` : 'no line of the provider'}`,
        currency: p.currency,
        key: p.opId,
      });
    }
  }
}

const differences = (line: BalanceLine, ours: Mirrored): Finding[] =>
  ours.moved === line.net && ours.currency === line.currency
    ? []
    : [
        {
          detail: `line ${line.id} (${line.type}) moved ${line.net} ${line.currency} at the provider and ${ours.moved} ${ours.currency} in the ledger`,
          currency: line.currency,
        },
      ];
