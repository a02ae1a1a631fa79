import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { NewResult } from '../../../server/features/saved-searches/schema.ts';
import { SaveCreator } from '@/components/creators/SaveCreator.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { AlertSwitch } from '@/features/discovery/AlertSwitch.tsx';
import { searchOf } from '@/features/discovery/discovery-filters.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** A saved search: the creators whom its digests named, the last first. */
export function SavedSearchPage({ searchId }: { searchId: string }) {
  const { t } = useTranslation('searches');
  const query = useQuery(api.savedSearches.get.queryOptions({ searchId }));
  const columns: Column<NewResult>[] = [
    {
      id: 'creator',
      header: t('column.creator'),
      cell: ({ creator }) => (
        <span className="flex items-center gap-2.5">
          <CreatorAvatar {...faceOf(creator)} />
          <span className="min-w-0">
            <Link to="/creator/$handle" params={{ handle: creator.handle }} className="link">
              <bdi>{creator.name}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <Handle handle={creator.handle} />
            </span>
          </span>
        </span>
      ),
    },
    { id: 'at', header: t('column.new'), cell: ({ at }) => <DateText value={at} as="day" /> },
    {
      id: 'acts',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: ({ creator }) => <SaveCreator orgId={creator.orgId} name={creator.name} size="small" />,
    },
  ];
  return (
    <DetailPage
      query={query}
      errorTitle={t('couldNotLoadOne')}
      header={(search) => ({
        title: <bdi>{search.name}</bdi>,
        documentTitle: search.name,
        crumbs: [{ label: t('title'), link: { to: '/discovery/searches' } }, { label: search.name }],
        status: <AlertSwitch search={search} />,
        actions: (
          <Button asChild variant="ink">
            <Link to="/discovery" search={searchOf(search.filters)}>
              {t('open')}
            </Link>
          </Button>
        ),
      })}
    >
      {(search) => (
        <QueryTable
          label={t('newOf', { name: search.name })}
          page={(after) => api.savedSearches.results.queryOptions({ searchId, ...(after ? { after } : {}) })}
          rowKey={({ creator }) => creator.orgId}
          columns={columns}
          errorTitle={t('couldNotLoadOne')}
          emptyState={<EmptyState title={t('noneTitle')}>{t(search.alert ? 'noneText' : 'noneOff')}</EmptyState>}
        />
      )}
    </DetailPage>
  );
}
