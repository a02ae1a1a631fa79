import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorList } from '../../../server/features/lists/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { ListNameDialog } from '@/features/lists/ListNameDialog.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** The org's lists of creators. */
export function ListsPage() {
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const { t: screens } = useTranslation('screens');
  const can = usePermitted('list.edit');
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const create = trpc.lists.create.useMutation({
    onSuccess: async ({ list }) => {
      await api.lists.invalidate();
      await navigate({ to: '/discovery/lists/$listId', params: { listId: list.id } });
    },
  });
  const newList = (
    <RefusableButton can={can} variant="ink" onClick={() => setNaming(true)}>
      {t('new.create')}
    </RefusableButton>
  );
  const columns: Column<CreatorList>[] = [
    {
      id: 'name',
      header: t('column.name'),
      cell: (list) => (
        <Link to="/discovery/lists/$listId" params={{ listId: list.id }} className="after:absolute after:inset-0">
          <bdi>{list.name}</bdi>
        </Link>
      ),
    },
    { id: 'count', header: t('column.creators'), align: 'end', cell: (list) => list.count },
    {
      id: 'created',
      header: t('column.created'),
      align: 'end',
      cell: (list) => <DateText value={list.createdAt} as="day" />,
    },
  ];
  return (
    <ListPage
      crumbs={[{ label: screens('titles.discovery'), link: { to: '/discovery' } }, { label: t('title') }]}
      title={t('title')}
      status={t('status')}
      actions={newList}
    >
      <QueryTable
        label={t('title')}
        page={(after) => api.lists.list.queryOptions(after ? { after } : {})}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('couldNotLoad')}
        emptyState={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      />
      {naming ? (
        <ListNameDialog
          title={t('new.name')}
          submitLabel={common('action.create')}
          name=""
          pending={create.isPending}
          error={create.error}
          onName={(name) => create.mutateAsync({ name })}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </ListPage>
  );
}
