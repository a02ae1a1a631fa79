import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundCreator, MatchReason } from '../../../server/features/discovery/schema.ts';
import { shownAccount } from '@/components/creators/shown-account.ts';
import { useDistance, useReasonText } from '@/components/creators/use-reason-text.ts';
import { FigureMark } from '@/components/figures/FigureMark.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { type FilterKey, type FilterPart, partsOf } from '@/features/discovery/discovery-filters.ts';
import { useFilterText } from '@/features/discovery/use-filter-text.ts';
import { useFilterPlaces } from '@/features/discovery/use-places.ts';
import { useFormat } from '@/lib/format.ts';

export interface ResultTableProps {
  rows: readonly FoundCreator[];
  filters: Filters;
  select: (creator: FoundCreator) => ReactNode;
  actions: (creator: FoundCreator) => ReactNode;
}

/** Filters that a column shows, and the reasons that its values repeat. */
const SHOWN: Record<string, { filters: readonly FilterKey[]; reasons: readonly MatchReason['key'][] }> = {
  niches: { filters: ['niches'], reasons: ['niche'] },
  places: { filters: ['places', 'countries'], reasons: ['place', 'country'] },
  followers: { filters: ['followers', 'platforms'], reasons: ['followers'] },
  engagement: { filters: ['engagementBps'], reasons: ['engagement'] },
  price: { filters: ['price'], reasons: ['price'] },
};

/** Results side by side: a column for each kind of figure, with the filter that it meets in its heading. */
export function ResultTable({ rows, filters, select, actions }: ResultTableProps) {
  const { t } = useTranslation('discovery');
  const { t: found } = useTranslation('found');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const distance = useDistance();
  const reasonText = useReasonText();
  const textOf = useFilterText(useFilterPlaces(filters));
  const parts = partsOf(filters);
  const partsIn = (id: string): FilterPart[] => parts.filter(({ key }) => SHOWN[id]?.filters.includes(key));
  const covered = Object.values(SHOWN).flatMap(({ reasons }) => reasons);
  const othersOf = ({ reasons }: FoundCreator) => reasons.filter(({ key }) => !covered.includes(key));
  const column = (
    id: keyof typeof SHOWN,
    name: string,
    cell: (row: FoundCreator) => ReactNode,
    more: Partial<Column<FoundCreator>> = {},
  ): Column<FoundCreator> => {
    const met = partsIn(id);
    return {
      id,
      header: (
        <>
          {name}
          {met.length > 0 ? (
            <b className="block font-semibold text-foreground max-md:hidden">
              {format.list(met.map((part) => textOf(part).value))}
            </b>
          ) : null}
        </>
      ),
      cell: (row) =>
        met.length > 0 ? (
          <span className="flex items-start gap-1.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success max-md:hidden" />
            <span className="min-w-0">{cell(row)}</span>
          </span>
        ) : (
          cell(row)
        ),
      className: 'md:align-top',
      ...more,
    };
  };
  const unknown = <span className="text-muted-foreground">{found('card.unknown')}</span>;
  const others = rows.some((row) => othersOf(row).length > 0);
  const columns: Column<FoundCreator>[] = [
    {
      id: 'creator',
      header: t('table.creator'),
      className: 'md:align-top md:min-w-48',
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          {select(row)}
          <CreatorAvatar {...faceOf(row)} size="sm" />
          <span className="grid min-w-0">
            <Link
              id={`creator-${row.handle}`}
              to="/creator/$handle"
              params={{ handle: row.handle }}
              className="wrap-anywhere hover:underline"
            >
              <bdi>{row.name}</bdi>
            </Link>
            <span className="text-xs font-normal text-muted-foreground">
              <Handle handle={row.handle} />
            </span>
          </span>
        </span>
      ),
    },
    column(
      'niches',
      t('name.niches'),
      ({ niches, reasons }) => {
        // Those that were searched for, else all.
        const named = reasons.flatMap((reason) => (reason.key === 'niche' ? [reason.niche] : []));
        const shown = named.length > 0 ? named : niches;
        return shown.length > 0 ? format.list(shown.map((niche) => nameOf(`name.${niche as 'food'}`))) : unknown;
      },
      { phone: 'line' },
    ),
    column('places', t('name.places'), ({ city, country, distanceKm }) => (
      <>
        {city ? <bdi>{city}</bdi> : country ? format.countryName(country) : unknown}
        {distanceKm === null || distanceKm < 1 ? null : (
          <span className="block text-xs text-muted-foreground">{distance(distanceKm)}</span>
        )}
      </>
    )),
    column('followers', found('card.followers'), (row) => {
      const account = shownAccount(row);
      return account ? (
        <>
          <span className="figures font-semibold">{format.compact(account.followers.value)}</span>
          <span className="block text-xs text-muted-foreground">{terms(`platform.${account.platform}`)}</span>
        </>
      ) : (
        unknown
      );
    }),
    column('engagement', found('card.engagement'), (row) => {
      const account = shownAccount(row);
      return account?.engagement ? (
        <>
          <span className="figures block font-semibold">{format.percent(account.engagement.value)}</span>
          <FigureMark figure={account.engagement} platform={account.platform} />
        </>
      ) : (
        unknown
      );
    }),
    column('price', found('card.from'), ({ priceFrom, ratesOnRequest }) =>
      priceFrom ? (
        <MoneyText money={priceFrom} className="font-semibold" />
      ) : (
        <span className="text-muted-foreground">{found(ratesOnRequest ? 'card.onRequest' : 'card.noPrice')}</span>
      ),
    ),
    ...(others
      ? [
          {
            id: 'because',
            header: found('card.because'),
            phone: 'line' as const,
            className: 'md:align-top',
            cell: (row: FoundCreator) => (
              <ul className="grid gap-0.5">
                {othersOf(row).map((reason, index) => (
                  <li key={index}>{reasonText(reason, row)}</li>
                ))}
              </ul>
            ),
          },
        ]
      : []),
    {
      id: 'actions',
      header: <span className="sr-only">{t('table.actions')}</span>,
      align: 'end',
      phone: 'line',
      className: 'md:align-top',
      cell: (row) => <span className="flex items-center gap-1.5 md:justify-end">{actions(row)}</span>,
    },
  ];
  return <DataTable label={t('view.table')} rows={rows} rowKey={({ orgId }) => orgId} columns={columns} />;
}
