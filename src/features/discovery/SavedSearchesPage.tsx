import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedSearch } from '../../../server/features/saved-searches/schema.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { AlertSwitch } from '@/features/discovery/AlertSwitch.tsx';
import { searchOf } from '@/features/discovery/discovery-filters.ts';
import { DeleteSearchDialog, RenameSearchDialog } from '@/features/discovery/SearchDialogs.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';

/** The org's saved searches. */
export function SavedSearchesPage() {
  const { t } = useTranslation('searches');
  const { t: screens } = useTranslation('screens');
  const can = usePermitted('list.edit');
  const [dialog, setDialog] = useState<{ act: 'rename' | 'delete'; search: SavedSearch } | null>(null);
  const columns: Column<SavedSearch>[] = [
    {
      id: 'name',
      header: t('name'),
      cell: (search) => (
        <Link to="/discovery" search={searchOf(search.filters)} className="link">
          <bdi>{search.name}</bdi>
        </Link>
      ),
    },
    {
      id: 'found',
      header: t('column.found'),
      cell: (search) => (
        <Link to="/discovery/searches/$searchId" params={{ searchId: search.id }} className="link">
          {t('found', { count: search.found })}
        </Link>
      ),
    },
    { id: 'alert', header: t('alert'), phone: 'line', cell: (search) => <AlertSwitch search={search} /> },
    ...(can === true
      ? [
          {
            id: 'acts',
            header: <span className="sr-only">{t('actions')}</span>,
            align: 'end' as const,
            phone: 'corner' as const,
            cell: (search: SavedSearch) => (
              <ActionMenu
                label={t('actionsOf', { name: search.name })}
                items={[
                  { id: 'rename', label: t('rename'), onSelect: () => setDialog({ act: 'rename', search }) },
                  {
                    id: 'delete',
                    label: t('delete.button'),
                    onSelect: () => setDialog({ act: 'delete', search }),
                    destructive: true,
                  },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  const close = () => setDialog(null);
  return (
    <ListPage
      crumbs={[{ label: screens('titles.discovery'), link: { to: '/discovery' } }, { label: t('title') }]}
      title={t('title')}
      status={t('status')}
    >
      <QueryTable
        label={t('title')}
        page={(after) => api.savedSearches.list.queryOptions(after ? { after } : {})}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('couldNotLoad')}
        emptyState={
          <EmptyState
            title={t('emptyTitle')}
            action={
              <Button asChild>
                <Link to="/discovery">{t('emptyAction')}</Link>
              </Button>
            }
          >
            {t('emptyText')}
          </EmptyState>
        }
      />
      {dialog?.act === 'rename' ? <RenameSearchDialog search={dialog.search} onClose={close} /> : null}
      {dialog?.act === 'delete' ? <DeleteSearchDialog search={dialog.search} onClose={close} /> : null}
    </ListPage>
  );
}
