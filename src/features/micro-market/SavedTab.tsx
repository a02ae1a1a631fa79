import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CreatorList } from '../../../server/features/lists/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The org's lists; a list opens with its creators, notes and tags. */
export function SavedTab() {
  const { t } = useTranslation('micro-market');
  const columns: Column<CreatorList>[] = [
    {
      id: 'name',
      header: t('saved.list'),
      cell: (list) => (
        <Link to="/discovery/lists/$listId" params={{ listId: list.id }} className="after:absolute after:inset-0">
          <bdi>{list.name}</bdi>
        </Link>
      ),
    },
    { id: 'count', header: t('saved.creators'), align: 'end', cell: (list) => list.count },
    { id: 'created', header: t('saved.created'), align: 'end', cell: (list) => <DateText value={list.createdAt} /> },
  ];
  return (
    <QueryTable
      label={t('tab.saved')}
      page={(after) => api.lists.list.queryOptions({ ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={columns}
      errorTitle={t('saved.couldNotLoad')}
      emptyState={
        <EmptyState
          title={t('saved.emptyTitle')}
          action={
            <Button asChild>
              <Link to="/micro-marketplace">{t('tab.browse')}</Link>
            </Button>
          }
        >
          {t('saved.emptyText')}
        </EmptyState>
      }
    />
  );
}
