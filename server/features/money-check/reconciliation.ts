import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { BalanceLine, PaymentProvider } from '../../integrations/stripe/provider.ts';
import type { Finding } from './check.ts';
import type { InFlight } from './schema.ts';

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

interface Mirrored {
  ref: string;
  currency: string;
  moved: number;
}

interface Posted {
  id: string;
  opId: string;
  kind: string;
  ref: string | null;
  currency: string;
  moved: number;
  at: Date;
}

/** Which lines were seen, in eight bytes each: the set is as large as the platform's history. */
class SeenLines {
  #hashes = new BigUint64Array(1_024);
  #size = 0;
  #sorted = true;

  add(id: string): void {
    if (this.#size === this.#hashes.length) {
      const larger = new BigUint64Array(this.#size * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#size] = hashOf(id);
    this.#size += 1;
    this.#sorted = false;
  }

  has(id: string): boolean {
    if (!this.#sorted) this.#hashes.subarray(0, this.#size).sort();
    this.#sorted = true;
    const wanted = hashOf(id);
    let low = 0;
    let high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#hashes[middle]!;
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}

/** Two 32-bit FNV-1a walks: ids of the provider are random, so that no two of millions share a value. */
function hashOf(id: string): bigint {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < id.length; i += 1) {
    const code = id.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x01000193);
  }
  return (BigInt(a >>> 0) << 32n) | BigInt(b >>> 0);
}

const MOVED = sql`sum(e.debit - e.credit)::bigint`;
/** From the posting to its entries (offset 0 keeps the planner from another order): the account has those of all deals. */
const AT_PROVIDER = sql`cross join lateral (select * from ledger_entries own where own.tx_id = t.id offset 0) e join ledger_accounts a on a.id = e.account_id and a.code = 'PSP_BAL'`;

/**
 * The amounts that our postings moved at the provider for these lines. The fee of a charge is a posting of its own,
 * named after the operation, without a reference.
 */
async function mirroredBy(db: Db, refs: readonly string[]): Promise<Map<string, Mirrored>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<Mirrored>`
    select t.provider_ref as ref, e.currency,
           (${MOVED} + coalesce((select sum(fe.debit - fe.credit) filter (where fa.code = 'PSP_BAL') from ledger_tx f join ledger_entries fe on fe.tx_id = f.id join ledger_accounts fa on fa.id = fe.account_id
                                  where f.kind = 'provider_fee' and f.op_id = regexp_replace(t.op_id, ':suspense$', '') || ':fee'), 0))::bigint as moved
      from ledger_tx t ${AT_PROVIDER} where t.provider_ref = any(${refs}::text[]) group by t.provider_ref, t.op_id, e.currency`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.ref, row]));
}

/** Of the operation: open, and of that amount. */
interface OpenOperation {
  opId: string;
  what: 'payment' | 'transfer' | 'refund' | 'top_up';
  /** What its line moves before fees. */
  amount: number;
  currency: string;
  since: Date;
}

async function openOperations(db: Db, opIds: readonly string[]): Promise<OpenOperation[]> {
  if (opIds.length === 0) return [];
  const { rows } = await sql<OpenOperation>`
    select p.op_id as "opId", 'payment' as what, p.total as amount, p.currency, p.created_at as since from payments p where p.op_id = any(${opIds}::text[])
       and (p.state in ('claimed', 'open', 'processing')
            or p.state in ('failed', 'expired') and exists (select from psp_events e where e.milestone_id = p.milestone_id and e.state = 'pending' and e.type = 'payment_intent.succeeded'))
    union all
    select op_id, 'transfer', -amount, currency, created_at from transfers where op_id = any(${opIds}::text[]) and state in ('claimed', 'unknown')
    union all
    select op_id, 'refund', -amount, currency, created_at from refunds where op_id = any(${opIds}::text[]) and state in ('claimed', 'unknown', 'pending')
    union all
    -- One that came back, and is about to be read again.
    select op_id, 'refund', amount, currency, created_at from refunds where op_id = any(${opIds}::text[]) and state = 'unknown'
    union all
    -- Suspended money on its way back, which is no refund of a deal.
    select op_id, 'refund', -amount, currency, claimed_at from operations where op_id = any(${opIds}::text[]) and op_id like 'return:%' and state in ('claimed', 'unknown')
    union all
    select op_id, 'top_up', amount, currency, claimed_at from operations where op_id = any(${opIds}::text[]) and kind = 'top_up' and state in ('claimed', 'unknown')`.execute(
    db,
  );
  return rows;
}

/** Objects named by webhooks that were received and not applied yet. */
async function announced(db: Db, objectIds: readonly string[]): Promise<Map<string, Date>> {
  if (objectIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    at: Date;
  }>`select object_id as id, min(received_at) as at from psp_events where state = 'pending' and object_id = any(${objectIds}::text[]) group by object_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.at]));
}

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
  readonly #askedAt: Date;
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
    askedAt: Date;
  }) {
    this.#provider = input.provider;
    this.#read = input.read;
    this.#since = input.since;
    this.#askedAt = input.askedAt;
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
      } else if (ours.moved !== line.net || ours.currency !== line.currency) {
        this.#differing.push({
          detail: `line ${line.id} (${line.type}) moved ${line.net} ${line.currency} at the provider and ${ours.moved} ${ours.currency} in the ledger`,
          currency: line.currency,
        });
      }
    }
  }

  /** Times that divide our history in parts of about the same number of lines; the last part has no end. */
  async #bounds(): Promise<Date[]> {
    const { rows } = await this.#read((db) =>
      sql<{ at: Date }>`
      select min(posted_at) as at from (
        select posted_at, (row_number() over (order by posted_at) - 1) / ${LINES_AT_A_TIME} as part from ledger_tx where provider_ref is not null and posted_at >= ${this.#since ?? new Date(0)}::timestamptz
      ) parts group by part order by 1`.execute(db),
    );
    const begin = this.#since ? new Date(this.#since.getTime() - LATE_BOOKING_MS) : new Date(0);
    // Whole seconds, since that is what the provider divides by.
    const times = rows.slice(1).map(({ at }) => Math.floor(at.getTime() / 1000) * 1000);
    return [begin, ...[...new Set(times)].filter((at) => at > begin.getTime()).map((at) => new Date(at))];
  }

  /** Postings of money at the provider whose line is missing there, or that name none. */
  async #unmatchedPostings(tick: () => Promise<void> | void): Promise<Posted[]> {
    const found: Posted[] = [];
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const { rows } = await this.#read((db) =>
        sql<Posted>`
        select t.id, t.op_id as "opId", t.kind, t.provider_ref as ref, e.currency, ${MOVED} as moved, t.posted_at as at
          from (select * from ledger_tx where id > ${after}::uuid and posted_at >= ${this.#since ?? new Date(0)}::timestamptz and kind <> 'provider_fee' order by id limit ${POSTINGS_AT_A_TIME}) t ${AT_PROVIDER}
          group by t.id, t.op_id, t.kind, t.provider_ref, e.currency, t.posted_at order by t.id`.execute(db),
      );
      for (const row of rows) {
        if ((row.ref === null || !this.#seen.has(row.ref)) && row.moved !== 0 && found.length < MAX_UNEXPLAINED)
          found.push(row);
      }
      const last = await this.#read((db) =>
        sql<{ id: string | null }>`
        select max(id::text) as id from (select id from ledger_tx where id > ${after}::uuid and posted_at >= ${this.#since ?? new Date(0)}::timestamptz and kind <> 'provider_fee' order by id limit ${POSTINGS_AT_A_TIME}) t`.execute(
          db,
        ),
      );
      await tick();
      if (!last.rows[0]?.id) return found;
      after = last.rows[0].id;
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
        if (ours.moved !== line.net || ours.currency !== line.currency) {
          this.#differing.push({
            detail: `line ${line.id} (${line.type}) moved ${line.net} ${line.currency} at the provider and ${ours.moved} ${ours.currency} in the ledger`,
            currency: line.currency,
          });
        }
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
    await this.#addPostings(db, unmatched, lines, inFlight, first);
    return {
      lines: [...lines, ...this.#differing],
      balances: await this.#compare(db, balances, tail, inFlight, explained),
      addsUp: first && !this.#since ? this.#addUp(balances, tail) : [],
      inFlight,
    };
  }

  #unborne: Posted[] = [];

  async #addPostings(
    db: Db,
    unmatched: readonly Posted[],
    lines: Finding[],
    inFlight: InFlight[],
    first: boolean,
  ): Promise<void> {
    if (first) this.#unborne = [...unmatched];
    const noLine = this.#unborne.filter((p) => p.ref === null);
    const { rows: waiting } =
      noLine.length === 0
        ? { rows: [] }
        : await sql<{ opId: string }>`
      select op_id as "opId" from refunds where state in ('pending', 'unknown') and op_id = any(${noLine.map((p) => p.opId.replace(/:a\d+:sent$/, ''))}::text[])`.execute(
            db,
          );
    const pending = new Set(waiting.map((r) => r.opId));
    for (const p of this.#unborne) {
      // Booked after the provider was read, or found there since.
      if (p.at >= this.#askedAt || (p.ref !== null && this.#seen.has(p.ref))) continue;
      const refund = p.opId.replace(/:a\d+:sent$/, '');
      if (p.ref === null && p.kind === 'refund_sent' && pending.has(refund)) {
        inFlight.push({
          what: 'refund',
          opId: refund,
          line: null,
          currency: p.currency,
          amount: -p.moved,
          since: p.at,
        });
      } else {
        lines.push({
          detail: `posting ${p.opId} moved ${p.moved} ${p.currency} by ${p.ref ? `line ${p.ref}, which the provider does not have` : 'no line of the provider'}`,
          currency: p.currency,
          key: p.opId,
        });
      }
    }
  }

  /**
   * Our balance plus money in flight equals the provider's. Lines after the marker may or may not be part of the
   * balance that was read; they are in their order, so that the balance is right when it is right up to one of them.
   */
  async #compare(
    db: Db,
    balances: Map<string, number>,
    tail: readonly BalanceLine[],
    inFlight: readonly InFlight[],
    explained: ReadonlySet<string>,
  ): Promise<Finding[]> {
    const { rows: mirrors } = await sql<{
      currency: string;
      balance: number;
    }>`select currency, balance from ledger_accounts where code = 'PSP_BAL'`.execute(db);
    const ours = new Map(mirrors.map((m) => [m.currency, m.balance]));
    const { rows: later } = await sql<Posted>`
      select t.id, t.op_id as "opId", t.kind, t.provider_ref as ref, e.currency, ${MOVED} as moved, t.posted_at as at from ledger_tx t ${AT_PROVIDER}
        where t.posted_at >= ${this.#askedAt}::timestamptz group by t.id, t.op_id, t.kind, t.provider_ref, e.currency, t.posted_at`.execute(
      db,
    );
    /** The fee of a later posting is later, too. */
    const unseen = later.filter((p) => p.ref !== null && !this.#seen.has(p.ref));
    const laterOps = new Set(unseen.map((p) => `${p.opId.replace(/:suspense$/, '')}:fee`));
    const booked = new Set(
      (
        await mirroredBy(
          db,
          tail.map((line) => line.id),
        )
      ).keys(),
    );
    const found: Finding[] = [];
    for (const currency of new Set([...ours.keys(), ...balances.keys()])) {
      const afterwards = [...unseen, ...later.filter((p) => p.kind === 'provider_fee' && laterOps.has(p.opId))]
        .filter((p) => p.currency === currency)
        .reduce((sum, p) => sum + p.moved, 0);
      const moving = inFlight.filter((f) => f.currency === currency).reduce((sum, f) => sum + f.amount, 0);
      const expected = (ours.get(currency) ?? 0) - afterwards + moving;
      const theirs = balances.get(currency) ?? 0;
      if (
        reaches(
          theirs,
          expected,
          tail.filter((line) => line.currency === currency && (booked.has(line.id) || explained.has(line.id))),
        )
      )
        continue;
      found.push({
        detail: `${currency}: ${ours.get(currency) ?? 0} in the ledger${moving === 0 ? '' : ` and ${moving} in flight`}${afterwards === 0 ? '' : ` less ${afterwards} booked since`}, ${theirs} at the provider: off by ${theirs - expected}`,
        currency,
        key: `${currency} ${theirs - expected}`,
      });
    }
    return found;
  }

  #addUp(balances: Map<string, number>, tail: readonly BalanceLine[]): Finding[] {
    return [...this.#sums].flatMap(([currency, sum]) => {
      const theirs = balances.get(currency);
      if (
        theirs === undefined ||
        reaches(
          theirs,
          sum,
          tail.filter((line) => line.currency === currency),
        )
      )
        return [];
      return [
        {
          detail: `${currency}: the provider's balance is ${theirs}, its lines add up to ${sum}`,
          currency,
          key: `${currency} ${theirs - sum}`,
        },
      ];
    });
  }
}

/** Whether `balance` is `all`, or was before one of the lines at the end came. */
function reaches(balance: number, all: number, tail: readonly BalanceLine[]): boolean {
  let expected = all;
  if (expected === balance) return true;
  for (const line of tail.toReversed()) {
    expected -= line.net;
    if (expected === balance) return true;
  }
  return false;
}
