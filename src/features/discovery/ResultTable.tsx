import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, cellOf } from '../../../server/features/creators/benchmarks/rules.ts';
import type { AccountFigures } from '../../../server/features/creators/schema.ts';
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
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

export interface ResultTableProps {
  rows: readonly FoundCreator[];
  filters: Filters;
  /** Beside the map or in a small window: topics, place and other reasons stand under the name. */
  narrow: boolean;
  select: (creator: FoundCreator) => ReactNode;
  selected: ReadonlyMap<string, FoundCreator>;
  actions: (creator: FoundCreator) => ReactNode;
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
}

/** Filters that a column shows, and the reasons that its values repeat. */
const SHOWN: Record<string, { filters: readonly FilterKey[]; reasons: readonly MatchReason['key'][] }> = {
  niches: { filters: ['niches'], reasons: ['niche'] },
  places: { filters: ['places', 'countries'], reasons: ['place', 'country'] },
  followers: { filters: ['followers', 'platforms'], reasons: ['followers'] },
  engagement: { filters: ['engagementBps'], reasons: ['engagement'] },
  price: { filters: ['price'], reasons: ['price'] },
};
/** Groups of accounts of which the usual engagement is read at most. */
const MAX_TIERS = 25;

/** Numbered results side by side: a column for each kind of figure, with the filter that it meets in its heading. */
export function ResultTable({ rows, filters, narrow, select, selected, actions, active, onActive }: ResultTableProps) {
  const { t } = useTranslation('discovery');
  const { t: found } = useTranslation('found');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const distance = useDistance();
  const reasonText = useReasonText();
  const tierText = useTierText(rows);
  const textOf = useFilterText(useFilterPlaces(filters));
  const numbers = new Map(rows.map(({ orgId }, index) => [orgId, index + 1]));
  const parts = partsOf(filters);
  const partsIn = (id: string): FilterPart[] => parts.filter(({ key }) => SHOWN[id]?.filters.includes(key));
  const covered = Object.values(SHOWN).flatMap(({ reasons }) => reasons);
  const othersOf = ({ reasons }: FoundCreator) => reasons.filter(({ key }) => !covered.includes(key));
  const nichesOf = ({ niches, reasons }: FoundCreator): string | null => {
    // Those that were searched for, else all.
    const named = reasons.flatMap((reason) => (reason.key === 'niche' ? [reason.niche] : []));
    const shown = named.length > 0 ? named : niches;
    return shown.length > 0 ? format.list(shown.map((niche) => nameOf(`name.${niche as 'food'}`))) : null;
  };
  const awayOf = ({ distanceKm }: FoundCreator) =>
    distanceKm === null || distanceKm < 1 ? null : distance(distanceKm);
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
        met.length > 0 && more.align !== 'end' ? (
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
  const figures = { align: 'end', className: 'md:align-top max-md:text-start' } as const;
  const others = !narrow && rows.some((row) => othersOf(row).length > 0);
  const columns: Column<FoundCreator>[] = [
    {
      id: 'creator',
      header: t('table.creator'),
      className: cn('md:align-top', narrow ? 'md:min-w-44' : 'md:min-w-52'),
      cell: (row) => (
        <span className="flex items-start gap-2.5">
          <span className="pt-0.5">{select(row)}</span>
          <span
            data-slot="number"
            className={cn(
              'figures grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-4 px-1 text-xs font-semibold',
              selected.has(row.orgId) ? 'bg-primary text-primary-foreground' : 'bg-muted text-foreground',
            )}
          >
            {format.number(numbers.get(row.orgId) ?? 0)}
          </span>
          {narrow ? null : <CreatorAvatar {...faceOf(row)} size="sm" />}
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
              {narrow ? (
                <>
                  {[row.city ?? (row.country ? format.countryName(row.country) : null), awayOf(row), nichesOf(row)]
                    .filter((part) => part !== null)
                    .map((part, index) => (
                      <span key={index}>
                        {index > 0 ? ' · ' : null}
                        <bdi>{part}</bdi>
                      </span>
                    ))}
                  {othersOf(row).map((reason, index) => (
                    <span key={index} className="block">
                      {reasonText(reason, row)}
                    </span>
                  ))}
                </>
              ) : (
                <Handle handle={row.handle} />
              )}
            </span>
          </span>
        </span>
      ),
    },
    ...(narrow
      ? []
      : [
          column('niches', t('name.niches'), (row) => nichesOf(row) ?? unknown, { phone: 'line' }),
          column('places', t('name.places'), (row) => (
            <>
              {row.city ? <bdi>{row.city}</bdi> : row.country ? format.countryName(row.country) : unknown}
              {awayOf(row) === null ? null : <span className="block text-xs text-muted-foreground">{awayOf(row)}</span>}
            </>
          )),
        ]),
    column(
      'followers',
      found('card.followers'),
      (row) => {
        const account = shownAccount(row);
        return account ? (
          <>
            <span className="block font-semibold">{format.compact(account.followers.value)}</span>
            <span className="block text-xs text-muted-foreground">{terms(`platform.${account.platform}`)}</span>
            <FigureMark brief figure={account.followers} platform={account.platform} />
          </>
        ) : (
          unknown
        );
      },
      figures,
    ),
    column(
      'engagement',
      found('card.engagement'),
      (row) => {
        const account = shownAccount(row);
        return account?.engagement ? (
          <>
            <span className="block font-semibold">{format.percent(account.engagement.value)}</span>
            {tierText(account)}
            <FigureMark brief figure={account.engagement} platform={account.platform} />
          </>
        ) : (
          unknown
        );
      },
      figures,
    ),
    column(
      'price',
      found('card.from'),
      ({ priceFrom, ratesOnRequest }) =>
        priceFrom ? (
          <MoneyText money={priceFrom} className="font-semibold" />
        ) : (
          <span className="text-muted-foreground">{found(ratesOnRequest ? 'card.onRequest' : 'card.noPrice')}</span>
        ),
      figures,
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
      className: 'md:align-top md:py-1.5',
      cell: (row) => <span className="flex items-center gap-0.5 md:justify-end">{actions(row)}</span>,
    },
  ];
  return (
    <DataTable
      label={t('view.table')}
      rows={rows}
      rowKey={({ orgId }) => orgId}
      columns={columns}
      active={({ orgId }) => active.includes(orgId)}
      onPoint={(row) => onActive(row ? [row.orgId] : [])}
      footer={<p className="mt-2 text-xs text-muted-foreground">{t('table.source')}</p>}
    />
  );
}

const tierOf = ({ platform, followers, engagement }: AccountFigures): Cell | null =>
  engagement?.source === 'api' && engagement.formula ? cellOf(platform, engagement.formula, followers.value) : null;
const nameOf = ({ platform, formula, followersFrom }: Cell): string => `${platform} ${formula} ${followersFrom}`;

/** How an account's engagement compares with accounts of its size, as words under the rate. */
function useTierText(rows: readonly FoundCreator[]): (account: AccountFigures) => ReactNode {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const cells = new Map(
    rows.flatMap((row) => {
      const account = shownAccount(row);
      const cell = account && tierOf(account);
      return cell ? [[nameOf(cell), cell] as const] : [];
    }),
  );
  // In a fixed order, so that the next page of the same groups is not another question.
  const tiers = [...cells]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_TIERS)
    .map(([, { platform, formula, followersFrom }]) => ({ platform, formula, followers: followersFrom }));
  const { data = [] } = useQuery({
    ...api.creators.tiers.queryOptions({ tiers }),
    enabled: tiers.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (account) => {
    const { engagement } = account;
    const own = tierOf(account);
    const tier = own && data.find(({ cell }) => nameOf(cell) === nameOf(own));
    if (!engagement || !tier) return null;
    const { cell, from, to, n, source } = tier;
    const size =
      cell.followersTo === null
        ? t('value.atLeast', { value: format.compact(cell.followersFrom) })
        : // Stays on one line.
          `${format.compact(cell.followersFrom)}\u2060–\u2060${format.compact(cell.followersTo)}`.replaceAll(
            ' ',
            '\u00a0',
          );
    const place = engagement.value > to ? 'above' : engagement.value < from ? 'below' : 'usual';
    const usual = { from: format.percent(from), to: format.percent(to) };
    return (
      <span
        title={
          n === null ? t('tier.published', { ...usual, source }) : t('tier.own', { ...usual, n: format.number(n) })
        }
        className="block text-xs text-muted-foreground"
      >
        {t(`tier.${place}`, { size })}
      </span>
    );
  };
}
