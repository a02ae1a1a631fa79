import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountFigures, Figure } from '../../../server/features/creators/schema.ts';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import { languageName } from '@/components/creators/language-name.ts';
import { FigureMark } from '@/components/figures/FigureMark.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { PLATFORMS } from '@/features/discovery/discovery-filters.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface CompareDialogProps {
  /** None: the dialog is closed. */
  handles: readonly string[];
  onHandles: (handles: readonly string[]) => void;
}

/** Up to four creators side by side, each figure with where it is from. */
export function CompareDialog({ handles, onHandles }: CompareDialogProps) {
  const { t } = useTranslation('discovery');
  const { t: common } = useTranslation();
  const open = handles.length > 0;
  const query = useQuery({
    ...api.discovery.compare.queryOptions({ handles: open ? [...handles] : ['-'] }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onHandles([]);
      }}
      title={t('compare.title')}
      description={t('compare.note')}
      closeLabel={common('action.close')}
      className="max-w-[1040px]"
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={8} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('compare.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('compare.goneTitle')}>{t('compare.gone')}</EmptyState>
      ) : (
        <>
          <CompareTable
            creators={query.data}
            onRemove={(handle) => onHandles(handles.filter((one) => one !== handle))}
          />
          {query.data.length < handles.length ? (
            <p className="mt-3 text-sm text-muted-foreground">{t('compare.gone')}</p>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

const FIGURES = ['followers', 'engagement', 'growth', 'views'] as const;

function CompareTable({
  creators,
  onRemove,
}: {
  creators: readonly FoundCreator[];
  onRemove: (handle: string) => void;
}) {
  const { t } = useTranslation('discovery');
  const { t: found } = useTranslation('found');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const platforms = PLATFORMS.filter((platform) =>
    creators.some(({ accounts }) => accounts.some((account) => account.platform === platform)),
  );
  const unknown = <span className="text-muted-foreground">{found('card.unknown')}</span>;
  const rows: { id: string; label: ReactNode; cell: (creator: FoundCreator) => ReactNode }[] = [
    {
      id: 'place',
      label: t('name.places'),
      cell: ({ city, country }) => {
        const place = [city, country && format.countryName(country)].filter(Boolean).join(', ');
        return place ? <bdi>{place}</bdi> : unknown;
      },
    },
    {
      id: 'niches',
      label: t('name.niches'),
      cell: ({ niches }) => niches.map((niche) => nameOf(`name.${niche as 'food'}`)).join(', ') || unknown,
    },
    {
      id: 'languages',
      label: t('name.languages'),
      cell: ({ languages }) => languages.map(languageName).join(', ') || unknown,
    },
    {
      id: 'price',
      label: found('card.from'),
      cell: ({ priceFrom, ratesOnRequest }) =>
        priceFrom ? (
          <MoneyText money={priceFrom} className="font-semibold" />
        ) : (
          found(ratesOnRequest ? 'card.onRequest' : 'card.noPrice')
        ),
    },
    {
      id: 'rating',
      label: t('name.rating'),
      cell: ({ rating }) =>
        rating === null ? t('compare.noReviews') : found('card.rating', { stars: format.number(rating / 10) }),
    },
    {
      id: 'available',
      label: t('name.availableNow'),
      cell: ({ available }) => (available ? t('value.availableNow') : t('value.notAvailable')),
    },
    ...platforms.flatMap((platform) =>
      FIGURES.map((figure) => ({
        id: `${platform} ${figure}`,
        label: (
          <>
            {terms(`platform.${platform}`)}: {t(`figure.${figure}`)}
          </>
        ),
        cell: (creator: FoundCreator) => {
          const account = creator.accounts.find((one) => one.platform === platform);
          return <FigureCell account={account} figure={account?.[figure] ?? null} kind={figure} />;
        },
      })).filter(({ id }) =>
        creators.some(({ accounts }) =>
          accounts.some((one) => one.platform === platform && one[id.split(' ')[1] as 'followers']),
        ),
      ),
    ),
  ];
  return (
    // A table that scrolls must be focusable.
    <div role="region" aria-label={t('compare.title')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-max border-collapse text-sm">
        <thead>
          <tr className="border-b border-border align-top">
            <th scope="col" className="sticky start-0 bg-popover py-2 pe-4 text-start font-normal">
              <span className="sr-only">{t('compare.figure')}</span>
            </th>
            {creators.map((creator) => (
              <th key={creator.orgId} scope="col" className="min-w-40 px-3 py-2 text-start font-normal">
                <CreatorAvatar {...faceOf(creator)} size="md" />
                <Link
                  to="/creator/$handle"
                  params={{ handle: creator.handle }}
                  className="mt-1.5 block font-semibold hover:underline"
                >
                  <bdi>{creator.name}</bdi>
                </Link>
                <Handle handle={creator.handle} className="text-xs text-muted-foreground" />
                <div>
                  <Button variant="link" onClick={() => onRemove(creator.handle)}>
                    {t('compare.remove')}
                    <span className="sr-only">: {creator.name}</span>
                  </Button>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, cell }) => (
            <tr key={id} className="border-b border-border align-top last:border-b-0">
              <th
                scope="row"
                className="sticky start-0 max-w-40 bg-popover py-2 pe-4 text-start font-normal text-muted-foreground"
              >
                {label}
              </th>
              {creators.map((creator) => (
                <td key={creator.orgId} className="max-w-56 px-3 py-2">
                  {cell(creator)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FigureCell({
  account,
  figure,
  kind,
}: {
  account: AccountFigures | undefined;
  figure: Figure | null;
  kind: (typeof FIGURES)[number];
}) {
  const { t } = useTranslation('found');
  const { t: figures } = useTranslation('figures');
  const format = useFormat();
  if (!account || !figure) return <span className="text-muted-foreground">{t('card.unknown')}</span>;
  const text = kind === 'followers' || kind === 'views' ? format.number(figure.value) : format.percent(figure.value);
  return (
    <>
      <span className="figures block font-semibold">{text}</span>
      <FigureMark figure={figure} platform={account.platform} />
      {figure.formula ? (
        <span className="block text-xs text-muted-foreground">{figures(`formula.${figure.formula}`)}</span>
      ) : null}
    </>
  );
}
