import { WORKFLOWS, type WorkflowType } from '../../../workflows/contracts.ts';
import type { Db } from '../../../db/client.ts';
import type { OpenRows } from '../../registration.ts';
import type { RowRef } from '../outbox/rows.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';

/** A test proves that every type has one. */
const OPEN_ROWS = Object.assign({}, ...REGISTRATIONS.map(({ openRows }) => openRows)) as Record<WorkflowType, OpenRows>;
const TYPES = Object.keys(WORKFLOWS) as WorkflowType[];

/** Rows that are held in memory at a time. */
const PAGE = 500;

/** Rows whose workflow must be running, page by page. */
export async function* openRowPages(
  db: Db,
  { pageSize = PAGE, ...input }: { before: Date; now: Date; pageSize?: number },
): AsyncGenerator<RowRef[]> {
  for (const type of TYPES)
    for (let after: string | null = null; ;) {
      const page: { id: string }[] = await OPEN_ROWS[type].open(db, { ...input, after, limit: pageSize });
      if (page.length > 0) yield page.map(({ id }) => ({ type, id }));
      const last = page.at(-1);
      if (!last || page.length < pageSize) break;
      after = last.id;
    }
}

/** All of them at once, for small databases. */
export async function openRows(db: Db, input: { before: Date; now: Date }): Promise<RowRef[]> {
  const rows: RowRef[] = [];
  for await (const page of openRowPages(db, input)) rows.push(...page);
  return rows;
}

/** By then a workflow has acted on a deadline that it has read. */
const OVERDUE_MS = 60_000;

/** Ids of those of a page's rows whose running workflow has to read them again. */
export async function overdueIds(
  db: Db,
  page: readonly RowRef[],
  { before, now }: { before: Date; now: Date },
): Promise<Set<string>> {
  const since = new Date(now.getTime() - OVERDUE_MS);
  const found = new Set<string>();
  for (const type of new Set(page.map((row) => row.type))) {
    const ids = page.filter((row) => row.type === type).map((row) => row.id);
    for (const { id } of (await OPEN_ROWS[type].overdue?.(db, { ids, before, since })) ?? []) found.add(id);
  }
  return found;
}

/** Whether a signal to a closed workflow should start it again. */
export async function mayResume(db: Db, { type, ...row }: RowRef & { now: Date }): Promise<boolean> {
  return OPEN_ROWS[type].mayResume(db, row);
}
