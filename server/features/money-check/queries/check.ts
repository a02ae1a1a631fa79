import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { isCurrency } from '../../../core/money.ts';
import type { Breach, Phase } from '../schema.ts';

/** A breach of an invariant, as its query or function found it. `key` defaults to the detail. */
export interface Finding {
  detail: string;
  currency?: string | null;
  key?: string | null;
}

/**
 * What one page of a walk covers: ids of contracts, postings or accounts, in their order. `whole`: one page of
 * everything, for sums.
 */
export type Subject = 'whole' | 'postings' | 'accounts' | 'contracts' | 'timelines';

export interface CheckContext {
  db: Db;
  now: Date;
  /** Ids of the page; empty for `whole`. */
  page: readonly string[];
  /**
   * From this many entries on an account is read in ranges of its versions, so that no statement grows with its age.
   */
  busyFrom: number;
  /** Cache of rows that several invariants read of one page. */
  once<T>(key: string, read: () => Promise<T>): Promise<T>;
}

/** An invariant: a name, what it states, the document that requires it, and how to find breaches. */
export interface Invariant {
  name: string;
  statement: string;
  /** Numbers of the design's lists that it covers. */
  designNumbers: string;
  phase: Phase;
  /** A breach stops money-out: books that disagree may pay out money that does not exist. Late work does not. */
  stopsMoneyOut: boolean;
}

/**
 * An invariant of our own rows. One call reads from one snapshot, so that concurrent changes are never reported as a
 * difference; a page is small enough to be read quickly.
 */
export interface RowInvariant extends Invariant {
  over: Subject;
  find(ctx: CheckContext): Promise<Finding[]>;
}

/** Lines kept per invariant; thousands of one would hide the others. */
export const MAX_LINES = 20;

export const toBreach = (invariant: Invariant, { detail, currency = null, key }: Finding): Breach => ({
  invariant: invariant.name,
  detail,
  currency: currency && isCurrency(currency) ? currency : null,
  key: `${invariant.name}: ${key ?? detail}`,
  stopsMoneyOut: invariant.stopsMoneyOut,
});

type Query = (ctx: CheckContext) => ReturnType<typeof sql<Finding>>;
interface Kind {
  phase: Phase;
  over: Subject;
  stopsMoneyOut: boolean;
}

/**
 * Makes invariants whose breaches a query finds: each row has a text column `detail`, and where they apply `currency`
 * and `key`. A query over pages reads the ids of `ctx.page` alone.
 */
export const queriesOver =
  (kind: Kind) =>
  (name: string, designNumbers: string, statement: string, query: Query): RowInvariant => ({
    name,
    designNumbers,
    statement,
    ...kind,
    async find(ctx) {
      const { rows } = await sql<Finding>`select * from (${query(ctx)}) as found limit ${MAX_LINES}`.execute(ctx.db);
      return rows;
    },
  });

/** The same by a function. */
export const findsOver =
  (kind: Kind) =>
  (name: string, designNumbers: string, statement: string, find: RowInvariant['find']): RowInvariant => ({
    name,
    designNumbers,
    statement,
    ...kind,
    find,
  });
