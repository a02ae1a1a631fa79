import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Found } from '../../../server/features/operators/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { AccountLink, DealLink } from '@/features/platform/Whom.tsx';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Tag } from '@/ui/tag.tsx';

const MIN_SEARCH_LENGTH = 2;

export interface StaffSearchProps {
  /** The current search; empty: none. */
  q: string;
  onSearch: (words: string) => void;
}

/**
 * Finds accounts, deals, documents and money by what users quote in a mail; runs on submit only, since each search is
 * recorded.
 */
export function StaffSearch({ q, onSearch }: StaffSearchProps) {
  const { t } = useTranslation('platform');
  const [words, setWords] = useState(q);
  const query = useQuery({
    ...api.operators.search.queryOptions({ q }),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    staleTime: 60_000,
  });
  const columns: Column<Found>[] = [
    { id: 'what', header: t('search.what'), cell: (row) => <What row={row} /> },
    { id: 'kind', header: t('search.kind'), cell: (row) => <Tag>{t(`search.kinds.${row.kind}`)}</Tag> },
    { id: 'at', header: t('search.at'), cell: (row) => <DateText value={row.at} as="day" /> },
    {
      id: 'amount',
      header: t('operation.amount'),
      align: 'end',
      phone: 'corner',
      cell: (row) =>
        row.amount !== null && row.currency ? (
          <MoneyText money={{ amount: row.amount, currency: row.currency }} />
        ) : null,
    },
  ];
  return (
    <section id="search" className="scroll-mt-20">
      <h2 className="heading-section mb-2">{t('search.title')}</h2>
      <form
        role="search"
        className="mb-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const next = words.trim();
          if (next.length === 0 || next.length >= MIN_SEARCH_LENGTH) onSearch(next);
        }}
      >
        <Field id="staff-search" label={t('search.label')} className="w-full max-w-lg">
          <Input
            id="staff-search"
            type="search"
            dir="auto"
            maxLength={120}
            aria-describedby="staff-search-hint"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <Button type="submit" pending={query.isFetching}>
          <Search aria-hidden />
          {t('search.submit')}
        </Button>
        <p id="staff-search-hint" className="basis-full text-sm text-muted-foreground">
          {t('search.hint')}
        </p>
      </form>
      {q.length < MIN_SEARCH_LENGTH ? null : query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.found.length === 0 ? (
        <EmptyState title={t('search.none', { words: q })} />
      ) : (
        <DataTable
          label={t('search.title')}
          rows={query.data.found}
          columns={columns}
          rowKey={({ kind, id }) => `${kind}:${id}`}
          footer={
            query.data.cut.length > 0 ? (
              <p role="status" className="py-3 text-sm text-muted-foreground">
                {t('search.cut')}
              </p>
            ) : undefined
          }
        />
      )}
    </section>
  );
}

function What({ row }: { row: Found }) {
  const beside = [...row.names, ...(row.kind === 'deal' || !row.note ? [] : [row.note])];
  return (
    <>
      {row.contractId ? (
        <DealLink contractId={row.contractId} title={row.title} />
      ) : row.orgId ? (
        <AccountLink orgId={row.orgId} name={row.title} />
      ) : (
        <bdi>{row.title}</bdi>
      )}
      {beside.length > 0 ? (
        <span className="block text-sm font-normal break-words text-muted-foreground">
          {beside.map((text, i) => (
            <span key={text}>
              {i > 0 ? ' · ' : null}
              <bdi>{text}</bdi>
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}
