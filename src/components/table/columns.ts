import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /**
   * On phones a row becomes a card: `title` its first line, `line` a full-width line, `fact` a labelled value,
   * `corner` at the end of the first line, `hidden` left out. The first column is the title unless said otherwise.
   */
  phone?: 'title' | 'line' | 'fact' | 'corner' | 'hidden';
  /** Name of the sort order it offers; the server sorts. */
  sort?: string;
  className?: string;
}
