import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/table/columns.ts';
import { cn } from '@/lib/cn.ts';

export interface DataTableProps<Row> {
  /** Accessible name: what the rows are. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** The row that is open beside the table. */
  selected?: (row: Row) => boolean;
  /** Rows to which something beside the table points: a mark on a map. */
  active?: (row: Row) => boolean;
  /** The row that the pointer or the focus is on. */
  onPoint?: (row: Row | null) => void;
  /** "name" ascending, "-name" descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Under the rows: "View More", an error. */
  footer?: ReactNode;
  className?: string;
}

/** Hairlines, no zebra, no box; the first column holds the link, the last the amount or action. Cards on phones. */
export function DataTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  selected,
  active,
  onPoint,
  sort,
  onSort,
  footer,
  className,
}: DataTableProps<Row>) {
  const titleWidth = columns.some((column, index) => phonePlace(column, index) === 'corner')
    ? 'max-md:col-span-4'
    : 'max-md:col-span-6';
  const factWidth = widthOfFacts(columns.filter((column, index) => phonePlace(column, index) === 'fact').length);
  return (
    <div className={className}>
      {/* A table that scrolls must be focusable. */}
      <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-ui max-md:block max-md:[&_tbody]:block">
          <thead className="text-caption text-muted-foreground max-md:sr-only">
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                data-selected={selected?.(row) || undefined}
                data-active={active?.(row) || undefined}
                {...(onPoint &&
                  pointing(
                    () => onPoint(row),
                    () => onPoint(null),
                  ))}
                className="group relative border-b border-border last:border-b-0 hover:bg-accent data-active:bg-accent data-selected:bg-accent max-md:grid max-md:grid-cols-6 max-md:gap-x-3 max-md:gap-y-2 max-md:py-3 max-md:hover:bg-transparent max-md:data-selected:ps-3"
              >
                {columns.map((column, index) => (
                  <BodyCell
                    key={column.id}
                    column={column}
                    first={index === 0}
                    phone={phonePlace(column, index)}
                    titleWidth={titleWidth}
                    factWidth={factWidth}
                    row={row}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {footer}
    </div>
  );
}

const pointing = (begin: () => void, end: () => void) => ({
  onPointerEnter: begin,
  onPointerLeave: end,
  onFocus: begin,
  onBlur: end,
});

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  const ascending = column.sort !== undefined && sort === column.sort;
  const descending = column.sort !== undefined && sort === `-${column.sort}`;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
      className={cn(
        'border-b border-border px-3 py-2 font-530 first:ps-0 last:pe-0',
        column.align === 'end' ? 'text-end' : 'text-start',
        column.className,
      )}
    >
      {column.sort !== undefined && onSort ? (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 hover:text-foreground"
          onClick={() => onSort(ascending ? `-${column.sort}` : (column.sort ?? ''))}
        >
          {column.header}
          {ascending || descending ? <Arrow aria-hidden className="size-3" /> : null}
          <span className="sr-only">{ascending ? t('table.sortDescending') : t('table.sortAscending')}</span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

type PhonePlace = NonNullable<Column<unknown>['phone']>;
const phonePlace = <Row,>({ phone }: Column<Row>, index: number): PhonePlace =>
  phone ?? (index === 0 ? 'title' : 'fact');

/** A title without a corner beside it fills its line, and facts theirs: alone, two or three beside each other. */
function widthOfFacts(count: number): string {
  if (count === 1) return 'max-md:col-span-6';
  return count === 2 || count === 4 ? 'max-md:col-span-3' : 'max-md:col-span-2';
}

/** Where a cell stands in the card of its row on a phone. */
const PHONE_PLACE: Readonly<Record<PhonePlace, string>> = {
  title: 'max-md:text-start',
  corner: 'max-md:col-span-2 max-md:col-start-5 max-md:row-start-1 max-md:text-end',
  line: 'max-md:col-span-6 max-md:text-start',
  // One without a value would be a heading over nothing.
  fact: 'max-md:text-start max-md:has-[>[data-slot=fact]:empty]:hidden',
  hidden: 'max-md:hidden',
};

function BodyCell<Row>({
  column,
  first,
  phone,
  titleWidth,
  factWidth,
  row,
}: {
  column: Column<Row>;
  first: boolean;
  phone: PhonePlace;
  titleWidth: string;
  factWidth: string;
  row: Row;
}) {
  return (
    <td
      className={cn(
        'px-3 py-2.75 align-middle first:ps-0 last:pe-0 max-md:p-0',
        first &&
          'font-semibold group-data-selected:shadow-[inset_2px_0_0_var(--foreground)] rtl:group-data-selected:shadow-[inset_-2px_0_0_var(--foreground)] md:group-data-selected:ps-3',
        column.align === 'end' && 'text-end figures',
        PHONE_PLACE[phone],
        phone === 'title' && titleWidth,
        phone === 'fact' && factWidth,
        column.className,
      )}
    >
      {phone === 'fact' ? (
        <>
          <span className="mb-0.5 block text-xs font-normal text-muted-foreground md:hidden">{column.header}</span>
          <div data-slot="fact" className="contents">
            {column.cell(row)}
          </div>
        </>
      ) : (
        column.cell(row)
      )}
    </td>
  );
}
