import type { Page } from '../../server/core/pagination.ts';

/** The rows of all pages of a list. */
export async function allPages<T>(page: (after: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await page(after);
    rows.push(...items);
    after = next ?? undefined;
  } while (after !== undefined);
  return rows;
}
