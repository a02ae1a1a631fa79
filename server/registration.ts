import { sql, type RawBuilder } from 'kysely';
import type { Batch } from '../db/batch.ts';
import type { Db } from '../db/client.ts';
import type { IdPage } from '../db/keyset.ts';
import type { RecordSearch } from '../db/text-search.ts';
import type { WorkflowType } from '../workflows/contracts.ts';
import type { OrgContext, StaffContext, SystemContext } from './context.ts';
import type { FoundRecord } from './core/finds.ts';
import type { FoundKind } from './features/find/schema.ts';
import type { TextKind } from './features/moderation/rules.ts';
import type { CurrencyBooks } from './features/ledger/service.ts';
import type { Clocks } from './features/terms/schema.ts';

/** What a feature registers on the server, in its `register.ts`; platform and privacy read the sum. */
export interface Registration {
  /** For each type of its workflows. */
  openRows?: Partial<Record<WorkflowType, OpenRows>>;
  exportParts?: readonly ExportPart[];
  /** Deletes or blanks what names a person, in the transaction of the erasure. `name` replaces the person's name. */
  erase?(tx: SystemContext, person: { userId: string; name: string }): Promise<void>;
  /** Erases at other companies what `erase` has claimed; repeated until it resolves. */
  eraseElsewhere?(ctx: SystemContext): Promise<void>;
  /** Deletes rows that are not used any more, at most `limit` of a kind, the oldest first; returns how many. */
  deletePast?(db: Db, at: { now: Date; limit: number }): Promise<number>;
  /** Figures of the ledger that staff compare with the provider's. */
  books?(tx: StaffContext): Promise<CurrencyBooks[]>;
  /** For each kind of its `finds.ts`. */
  find?: Partial<Record<FoundKind, FindRecords>>;
  /** For each kind of text that the feature submits to `holdText` or `publicText`. */
  heldTexts?: Partial<Record<TextKind, HeldTextEffects>>;
  /** Its own clocks of a deal whose contract a signed addendum changed, in the worker's transaction that applies it. */
  amendClocks?(tx: SystemContext, deal: { contractId: string; before: Clocks; after: Clocks }): Promise<void>;
  /** Keys of stored files of a person and the orgs that are theirs alone; deleted before the rows. */
  storedObjects?(db: Db, owner: { userId: string; orgIds: readonly string[] }): Promise<string[]>;
}

/** What follows from the decision of staff about a held text, in its transaction. */
export interface HeldTextEffects {
  /** Shows it to others. */
  release(tx: StaffContext, of: { subjectId: string; text: string }): Promise<void>;
  /** It stays hidden; left out where nothing is to be done. */
  remove?(tx: StaffContext, of: { subjectId: string; text: string }): Promise<void>;
}

/** Records of the actor's org that hold a text, the newest first. */
export type FindRecords = (tx: OrgContext, query: RecordSearch) => Promise<FoundRecord[]>;

/** Rows that are older than so many days are deleted. */
export const pastDays =
  (days: number, ...deletions: ((db: Db, batch: Batch) => Promise<number>)[]): Registration['deletePast'] =>
  async (db, { now, limit }) => {
    const before = new Date(now.getTime() - days * 24 * 3_600_000);
    let deleted = 0;
    for (const deleteRows of deletions) deleted += await deleteRows(db, { before, limit });
    return deleted;
  };

/** Rows of a workflow's type, as repair and dispatcher find them. */
export interface OpenRows {
  /**
   * Rows whose workflow must be running: their next step is a deadline or an act. Only rows that did not move since
   * `before` are listed, the others' commands are still on their way. In the order of their ids, page by page.
   */
  open(db: Db, page: IdPage & { before: Date; now: Date }): Promise<{ id: string }[]>;
  /**
   * Those of a page's rows that their running workflow would have moved by now if it had read them: their deadline
   * passed before `since`, or a person's decision before `before` has had no effect. Held money is for staff to decide,
   * and money on its way is polled by its workflow anyway.
   */
  overdue?(db: Db, of: { ids: string[]; before: Date; since: Date }): Promise<{ id: string }[]>;
  /**
   * Whether a signal to a closed workflow should start it again. Wider than "must be running": a late payment reaches a
   * void milestone, a payout account that was ready may be disabled, and a bank may return a payout at any time.
   */
  mayResume(db: Db, row: { id: string; now: Date }): Promise<boolean>;
}

/** Whose copy is made: the person, and the orgs whose records the person's role may take along. */
export interface ExportScope {
  userId: string;
  email: string;
  /** Orgs that the person owns; a team's records are not part of a member's copy. */
  orgIds: string[];
}

/** One file of the copy of personal data: its name without ending and the rows in it, as they are stored. */
export interface ExportPart {
  name: string;
  rows(scope: ExportScope): RawBuilder<{ row: unknown }>;
}

/** Rows of the person; `without` leaves columns out. */
export const rowsOfPerson = (
  name: string,
  table: string,
  { column = 'user_id', without = [] }: { column?: string; without?: readonly string[] } = {},
): ExportPart => ({
  name,
  rows: ({ userId }) =>
    sql`select to_jsonb(t) - ${[...without]}::text[] as row from ${sql.table(table)} t where ${sql.ref(column)} = ${userId}`,
});

/** Rows that name one of the person's orgs in a column. */
export const rowsOfOrgs = (name: string, table: string, columns: readonly string[]): ExportPart => ({
  name,
  rows: ({ orgIds }) =>
    sql`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.join(
      columns.map((column) => sql`${sql.ref(column)} = any(${orgIds}::uuid[])`),
      sql` or `,
    )}`,
});

/** Rows of a deal, which name its parties; an agency takes along those of the creators whom it represents now. */
export const rowsOfParties = (name: string, table: string): ExportPart => ({
  name,
  rows: ({ orgIds }) => sql`
    select to_jsonb(t) as row from ${sql.table(table)} t
      where t.brand_org = any(${orgIds}::uuid[]) or t.creator_org = any(${orgIds}::uuid[])
        or (t.agency_org = any(${orgIds}::uuid[]) and exists (select from representations r
          where r.agency_org = t.agency_org and r.creator_org = t.creator_org and r.state in ('active', 'ending')))`,
});
