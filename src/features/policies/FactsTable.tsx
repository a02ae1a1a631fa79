import type { ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

export interface FactsTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Widths of the columns, in fractions. */
  widths?: readonly string[];
}

/** A read-only table: the first cell names the row; on phones each row is a block with its labels. */
export function FactsTable({ label, columns, rows, widths = [] }: FactsTableProps) {
  return (
    <table
      aria-label={label}
      className="w-full border-collapse text-start text-ui max-md:block max-md:[&_tbody]:block max-md:[&_td]:block max-md:[&_th]:block max-md:[&_tr]:block"
    >
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              style={widths[index] ? { width: widths[index] } : undefined}
              className="border-b border-border-strong py-2 pe-4 text-start text-caption font-530 text-muted-foreground"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id} className="border-b border-border align-top last:border-b-0 max-md:py-3">
            {cells.map((cell, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={columns[index]}
                  {...(index === 0 ? { scope: 'row' } : {})}
                  className={cn('py-2.5 pe-4 text-start max-md:p-0', index === 0 ? 'font-540' : 'max-md:mt-1')}
                >
                  {index > 0 ? (
                    <span aria-hidden className="me-1.5 text-muted-foreground md:hidden">
                      {columns[index]}:
                    </span>
                  ) : null}
                  {cell}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
