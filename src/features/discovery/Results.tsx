import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { CreatorActions } from '@/features/discovery/CreatorActions.tsx';
import { partsOf } from '@/features/discovery/discovery-filters.ts';
import { NothingFound } from '@/features/discovery/NothingFound.tsx';
import { Unconverted } from '@/features/discovery/Unconverted.tsx';
import type { useSearch } from '@/features/discovery/use-search.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Checkbox } from '@/ui/checkbox.tsx';

const CreatorCard = lazyNamed(() => import('@/components/creators/CreatorCard.tsx'), 'CreatorCard');
const ResultTable = lazyNamed(() => import('@/features/discovery/ResultTable.tsx'), 'ResultTable');

export interface ResultsProps {
  /** As numbered rows with a column for each figure, `narrow` with fewer of them; else as cards. */
  table?: boolean | 'narrow';
  search: ReturnType<typeof useSearch>;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  selected: ReadonlyMap<string, FoundCreator>;
  onSelect: (creator: FoundCreator, on: boolean) => void;
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
  onCompare: (creator: FoundCreator) => void;
}

/** The list of results with its loading, empty and error states. */
export function Results({
  table = false,
  search: { query, first, rows },
  filters,
  onFilters,
  selected,
  onSelect,
  active,
  onActive,
  onCompare,
}: ResultsProps) {
  const { t } = useTranslation('discovery');
  const { t: common } = useTranslation();
  if (query.isPending) return <PendingSkeleton rows={8} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />;
  if (!first) return null;
  const select = (creator: FoundCreator) => (
    <Checkbox
      aria-label={t('select', { name: creator.name })}
      checked={selected.has(creator.orgId)}
      onCheckedChange={(on) => onSelect(creator, on)}
    />
  );
  const actions = (creator: FoundCreator) => (
    <CreatorActions creator={creator} compact={table !== false} onCompare={() => onCompare(creator)} />
  );
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60' : undefined}
    >
      {rows.length === 0 ? (
        <NothingFound relaxed={first.relaxed ?? []} filtered={partsOf(filters).length > 0} onChange={onFilters} />
      ) : table ? (
        <Suspense fallback={<PendingSkeleton rows={8} />}>
          <ResultTable
            rows={rows}
            filters={filters}
            narrow={table === 'narrow'}
            select={select}
            selected={selected}
            actions={actions}
            active={active}
            onActive={onActive}
          />
        </Suspense>
      ) : (
        <Suspense fallback={<PendingSkeleton rows={8} />}>
          <ol aria-label={t('results')} className="border-t border-border">
            {rows.map((creator, index) => (
              <li key={creator.orgId}>
                <CreatorCard
                  creator={creator}
                  number={index + 1}
                  active={active.includes(creator.orgId)}
                  onActive={(on) => onActive(on ? [creator.orgId] : [])}
                  select={select(creator)}
                  actions={actions(creator)}
                />
              </li>
            ))}
          </ol>
        </Suspense>
      )}
      <Unconverted page={first} filters={filters} onChange={onFilters} />
      {query.isFetchNextPageError ? (
        <ErrorState error={query.error} title={common('table.moreFailed')} onRetry={() => void query.fetchNextPage()} />
      ) : (
        <MoreButton query={query} className="mt-4" />
      )}
    </div>
  );
}
