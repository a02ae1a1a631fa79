import type { Kind, Records } from '../objects/records.ts';

/** Who an object belongs to: the platform, or a connected account's id. */
export const PLATFORM = 'platform';

interface Row<K extends Kind = Kind> {
  kind: K;
  id: string;
  owner: string;
  /** Creation order, across all kinds. */
  seq: number;
  value: Records[K];
}

type AnyIndex = { kind: Kind; name: string; of: (value: never) => string | null | undefined };
export type PutListener<K extends Kind> = (
  owner: string,
  next: Records[K] | undefined,
  previous: Records[K] | undefined,
) => void;

/**
 * All state of the sandbox: immutable records by kind and id, with secondary indexes. Every change happens inside
 * `transact`; it is undone when the function throws, else handed to `onCommit` as one journal line.
 */
export class Store {
  readonly #rows = new Map<Kind, Map<string, Row>>();
  readonly #order = new Map<Kind, Row[]>();
  readonly #indexes = new Map<
    Kind,
    { name: string; of: (value: unknown) => string | null | undefined; rows: Map<string, Row[]> }[]
  >();
  readonly #listeners = new Map<Kind, PutListener<never>[]>();
  /** Previous row (or null) of everything the running transaction touched, in order. */
  #touched: Map<string, { kind: Kind; id: string; before: Row | null }> | null = null;
  #seq = 0;
  /** Receives each transaction as a journal line; null: the records stay in memory alone. */
  onCommit: ((line: string) => void) | null = null;

  constructor(indexes: readonly AnyIndex[]) {
    for (const { kind, name, of } of indexes) {
      const list = this.#indexes.get(kind) ?? [];
      list.push({ name, of: of as (value: unknown) => string | null | undefined, rows: new Map() });
      this.#indexes.set(kind, list);
    }
  }

  get isEmpty(): boolean {
    return [...this.#rows].every(([kind, rows]) => kind === 'setting' || rows.size === 0);
  }

  listen<K extends Kind>(kind: K, listener: PutListener<K>): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener as PutListener<never>]);
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#row(kind, id)?.value as Records[K] | undefined;
  }

  ownerOf(kind: Kind, id: string): string | undefined {
    return this.#row(kind, id)?.owner;
  }

  size(kind: Kind): number {
    return this.#rows.get(kind)?.size ?? 0;
  }

  /** Values of a kind, oldest first. */
  *all<K extends Kind>(kind: K): Generator<Records[K]> {
    for (const row of this.#rows.get(kind)?.values() ?? []) yield row.value as Records[K];
  }

  /** Values of a kind whose index `name` is `key`, oldest first. */
  indexed<K extends Kind>(kind: K, name: string, key: string): Records[K][] {
    return this.#indexRows(kind, name, key).map((row) => row.value as Records[K]);
  }

  /**
   * A page as Stripe's lists give it, newest first. `after` and `before` are ids of rows of this kind;
   * returns null when one of them does not exist.
   */
  page<K extends Kind>(
    kind: K,
    options: {
      owner: string;
      limit: number;
      after?: string | undefined;
      before?: string | undefined;
      index?: { name: string; key: string } | undefined;
      keep?: ((value: Records[K]) => boolean) | undefined;
    },
  ): { data: Records[K][]; hasMore: boolean } | null {
    const { owner, limit, after, before, index, keep } = options;
    const rows = index ? this.#indexRows(kind, index.name, index.key) : (this.#order.get(kind) ?? []);
    const matches = (row: Row): boolean => row.owner === owner && (keep === undefined || keep(row.value as Records[K]));
    const data: Records[K][] = [];
    if (before !== undefined) {
      const anchor = this.#row(kind, before);
      if (!anchor) return null;
      let at = firstAfter(rows, anchor.seq);
      for (; at < rows.length && data.length < limit; at += 1) {
        const row = rows[at]!;
        if (matches(row)) data.unshift(row.value as Records[K]);
      }
      return { data, hasMore: rows.slice(at).some(matches) };
    }
    const anchor = after === undefined ? undefined : this.#row(kind, after);
    if (after !== undefined && !anchor) return null;
    let at = anchor ? firstAfter(rows, anchor.seq - 1) - 1 : rows.length - 1;
    for (; at >= 0; at -= 1) {
      const row = rows[at]!;
      if (!matches(row)) continue;
      if (data.length === limit) return { data, hasMore: true };
      data.push(row.value as Records[K]);
    }
    return { data, hasMore: false };
  }

  put<K extends Kind>(kind: K, owner: string, value: Records[K]): Records[K] {
    const before = this.#row(kind, value.id) ?? null;
    this.#remember(kind, value.id, before);
    this.#set({ kind, id: value.id, owner, seq: before?.seq ?? ++this.#seq, value }, before);
    return value;
  }

  remove(kind: Kind, id: string): void {
    const before = this.#row(kind, id);
    if (!before) return;
    this.#remember(kind, id, before);
    this.#unset(before);
  }

  /** Runs `work` as one unit. Not to be nested. */
  transact<T>(work: () => T): T {
    if (this.#touched !== null) throw new Error('transactions do not nest');
    this.#touched = new Map();
    try {
      const result = work();
      if (this.#touched.size > 0) this.onCommit?.(this.#journalLine(this.#touched.values()));
      return result;
    } catch (error) {
      for (const { kind, id, before } of [...this.#touched.values()].reverse()) {
        const now = this.#row(kind, id) ?? null;
        if (before) this.#set(before, now);
        else if (now) this.#unset(now);
      }
      throw error;
    } finally {
      this.#touched = null;
    }
  }

  /** Applies one journal line. */
  replay(line: unknown): void {
    const { p = [], d = [] } = line as { p?: [Kind, string, Records[Kind]][]; d?: [Kind, string][] };
    for (const [kind, owner, value] of p) {
      const before = this.#row(kind, value.id) ?? null;
      this.#set({ kind, id: value.id, owner, seq: before?.seq ?? ++this.#seq, value }, before);
    }
    for (const [kind, id] of d) {
      const row = this.#row(kind, id);
      if (row) this.#unset(row);
    }
  }

  /** The whole state as journal lines, in creation order. */
  *snapshot(): Generator<string> {
    const rows = [...this.#rows.values()].flatMap((kind) => [...kind.values()]).sort((a, b) => a.seq - b.seq);
    for (const row of rows) yield JSON.stringify({ p: [[row.kind, row.owner, row.value]] });
  }

  clear(): void {
    for (const rows of this.#rows.values()) {
      for (const row of rows.values()) this.#unset(row);
    }
    this.#order.clear();
  }

  #row(kind: Kind, id: string): Row | undefined {
    return this.#rows.get(kind)?.get(id);
  }

  #indexRows(kind: Kind, name: string, key: string): Row[] {
    const index = this.#indexes.get(kind)?.find((candidate) => candidate.name === name);
    if (!index) throw new Error(`no index ${name} on ${kind}`);
    return index.rows.get(key) ?? [];
  }

  #remember(kind: Kind, id: string, before: Row | null): void {
    if (this.#touched === null) throw new Error('a change outside a transaction');
    const key = `${kind} ${id}`;
    if (!this.#touched.has(key)) this.#touched.set(key, { kind, id, before });
  }

  #set(row: Row, before: Row | null): void {
    const rows = this.#rows.get(row.kind) ?? new Map<string, Row>();
    this.#rows.set(row.kind, rows);
    rows.set(row.id, row);
    const order = this.#order.get(row.kind) ?? [];
    this.#order.set(row.kind, order);
    replaceIn(order, before, row);
    for (const index of this.#indexes.get(row.kind) ?? []) {
      const oldKey = before ? index.of(before.value) : null;
      const newKey = index.of(row.value);
      if (oldKey != null && oldKey !== newKey) drop(index.rows, oldKey, before!);
      if (newKey == null) continue;
      const list = index.rows.get(newKey) ?? [];
      index.rows.set(newKey, list);
      replaceIn(list, oldKey === newKey ? before : null, row);
    }
    this.#notify(row.kind, row.owner, row.value, before?.value);
  }

  #unset(row: Row): void {
    this.#rows.get(row.kind)?.delete(row.id);
    const order = this.#order.get(row.kind);
    if (order) removeFrom(order, row);
    for (const index of this.#indexes.get(row.kind) ?? []) {
      const key = index.of(row.value);
      if (key != null) drop(index.rows, key, row);
    }
    this.#notify(row.kind, row.owner, undefined, row.value);
  }

  #notify(kind: Kind, owner: string, next: unknown, previous: unknown): void {
    for (const listener of this.#listeners.get(kind) ?? []) listener(owner, next as never, previous as never);
  }

  #journalLine(touched: Iterable<{ kind: Kind; id: string }>): string {
    const puts: [Kind, string, unknown][] = [];
    const gone: [Kind, string][] = [];
    for (const { kind, id } of touched) {
      const row = this.#row(kind, id);
      if (row) puts.push([kind, row.owner, row.value]);
      else gone.push([kind, id]);
    }
    return JSON.stringify(gone.length > 0 ? { p: puts, d: gone } : { p: puts });
  }
}

/** Index of the first row created after `seq`; rows are in creation order. */
function firstAfter(rows: readonly Row[], seq: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.seq > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

function replaceIn(rows: Row[], before: Row | null, row: Row): void {
  const at = before ? firstAfter(rows, before.seq - 1) : -1;
  if (at >= 0 && rows[at]?.seq === row.seq) {
    rows[at] = row;
    return;
  }
  const end = firstAfter(rows, row.seq);
  if (end === rows.length) rows.push(row);
  else rows.splice(end, 0, row);
}

function removeFrom(rows: Row[], row: Row): void {
  const at = firstAfter(rows, row.seq - 1);
  if (rows[at]?.seq === row.seq) rows.splice(at, 1);
}

function drop(index: Map<string, Row[]>, key: string, row: Row): void {
  const rows = index.get(key);
  if (!rows) return;
  removeFrom(rows, row);
  if (rows.length === 0) index.delete(key);
}
