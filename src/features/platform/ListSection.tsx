import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { QueryTable, type QueryTableProps } from '@/components/table/QueryTable.tsx';
import { useHasRows } from '@/components/table/use-pages.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';

export interface ListSectionProps<Row> {
  /** Fragment of the address of this section: `#payouts`. */
  id?: string;
  title: string;
  /** Shown if the list is empty. */
  none: string;
  query: UseQueryResult<Row[], unknown>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** Beside the heading, while there are rows. */
  tool?: ReactNode;
}

function Heading({ title, tool }: { title: string; tool: ReactNode }) {
  return (
    <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 className="heading-section">{title}</h2>
      {tool}
    </div>
  );
}

/** A list for operators under its heading. */
export function ListSection<Row>({ id, title, none, query, columns, rowKey, tool }: ListSectionProps<Row>) {
  return (
    <section id={id} className="scroll-mt-20">
      <Heading title={title} tool={query.data && query.data.length > 0 ? tool : null} />
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <DataTable label={title} rows={query.data} columns={columns} rowKey={rowKey} />
      )}
    </section>
  );
}

/** A list for operators under its heading, page by page. */
export function PagedSection<Row>({
  id,
  title,
  none,
  page,
  columns,
  rowKey,
  tool,
}: Omit<ListSectionProps<Row>, 'query'> & Pick<QueryTableProps<Row>, 'page'>) {
  const hasRows = useHasRows(page);
  return (
    <section id={id} className="scroll-mt-20">
      <Heading title={title} tool={hasRows ? tool : null} />
      <QueryTable
        label={title}
        page={page}
        emptyState={<EmptyState title={none} />}
        skeletonRows={2}
        columns={columns}
        rowKey={rowKey}
      />
    </section>
  );
}

/** Loaded rows under their heading. */
export function Listed<Row>({
  title,
  none,
  rows,
  columns,
  rowKey,
  more,
}: Pick<ListSectionProps<Row>, 'title' | 'none' | 'columns' | 'rowKey'> & {
  rows: readonly Row[];
  /** Below the rows: loads the next page. */
  more?: ReactNode;
}) {
  return (
    <section>
      <h2 className="heading-section mb-1">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-muted-foreground">{none}</p>
      ) : (
        <DataTable label={title} rows={rows} columns={columns} rowKey={rowKey} footer={more} />
      )}
    </section>
  );
}

/** The action of a row, with its error before it and a link to details beside it. */
export function RowAct({
  act,
  may,
  label,
  onAct,
  status,
  children,
}: {
  act: { error: unknown; isPending: boolean };
  /** The staff member's role allows it; otherwise only what is beside it is shown. */
  may: boolean;
  label: string;
  onAct: () => void;
  status?: string | undefined;
  children?: ReactNode;
}) {
  const explain = useErrorText();
  return (
    <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
      {act.error ? (
        <span role="alert" className="text-sm text-destructive">
          {explain(act.error)}
        </span>
      ) : status ? (
        <span role="status" className="text-sm text-muted-foreground">
          {status}
        </span>
      ) : null}
      {children}
      {may ? (
        <Button size="small" pending={act.isPending} onClick={onAct}>
          {label}
        </Button>
      ) : null}
    </span>
  );
}
