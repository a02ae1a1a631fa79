import * as z from 'zod';
import { AppError } from './errors.ts';

/** The largest page of a list. */
const MAX_PAGE = 100;

/** Cursor paging: `after` is the opaque cursor of the last row seen. */
export const pageInput = z.strictObject({
  after: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(MAX_PAGE).default(25),
});

export interface Page<T> {
  items: T[];
  /** Cursor for the next page, null at the end. */
  next: string | null;
}

/** All rows of a list, page by page: for files, and for sets that stay small. */
export async function everyPage<T>(read: (place: { after?: string; limit: number }) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await read({ limit: MAX_PAGE, ...(after ? { after } : {}) });
    rows.push(...page.items);
    after = page.next;
  }
  return rows;
}

/** Turns `limit + 1` fetched rows into a page. */
export function toPage<Row, T>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  map: (row: Row) => T,
): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(map), next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

const PLACE = /^(\d{1,17}|infinity)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Cursor of a row in a list that is ordered by a time and an id. */
export const placeCursor = ({ at, id }: { at: string; id: string }): string => `${at}~${id}`;

/** The same for rows that name their time `place`. */
export const rowCursor = ({ place, id }: { place: string; id: string }): string => placeCursor({ at: place, id });

/** The place of a cursor made by `placeCursor`; anything else starts from the beginning. */
export function readPlace(after: string | undefined): { at: string; id: string } | null {
  const [, at, id] = PLACE.exec(after ?? '') ?? [];
  return at && id ? { at, id } : null;
}

/** The same for lists of money, where starting again would be taken for the rest. Throws input.invalid. */
export function requirePlace(after: string | undefined): { at: string; id: string } | null {
  const place = readPlace(after);
  if (after && !place) throw new AppError('input.invalid', { field: 'after' });
  return place;
}
