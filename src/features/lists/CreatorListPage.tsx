import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorList, ListItem } from '../../../server/features/lists/schema.ts';
import { FileButton } from '@/components/creators/FileButton.tsx';
import { SaveCreators } from '@/components/creators/SaveCreator.tsx';
import { InviteCreators } from '@/components/creators/InviteCreators.tsx';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { ListNameDialog } from '@/features/lists/ListNameDialog.tsx';
import { NoteDialog } from '@/features/lists/NoteDialog.tsx';
import { TagFilter } from '@/features/lists/TagFilter.tsx';
import { useItemColumns } from '@/features/lists/item-columns.tsx';
import { countValues } from '@/lib/count.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';

/** As the comparison of the search. */
const MAX_COMPARED = 4;

/** One list: its creators with notes and tags, and what can be done with several of them. */
export function CreatorListPage({ listId, tag }: { listId: string; tag: string | null }) {
  const { t } = useTranslation('lists');
  const query = useQuery(api.lists.get.queryOptions({ listId }));
  const can = usePermitted('list.edit');
  const file = trpc.lists.export.useMutation();
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  return (
    <DetailPage
      query={query}
      errorTitle={t('couldNotLoadOne')}
      header={(list) => ({
        title: <bdi>{list.name}</bdi>,
        documentTitle: list.name,
        crumbs: [{ label: t('title'), link: { to: '/discovery/lists' } }, { label: list.name }],
        status: t('count', countValues(list.count)),
        actions: (
          <>
            <FileButton make={() => file.mutateAsync({ listId, locale: currentLocale() })}>
              <Download aria-hidden />
              {t('file.button')}
            </FileButton>
            {can === true ? (
              <ActionMenu
                label={t('actions')}
                items={[
                  { id: 'rename', label: t('rename.button'), onSelect: () => setDialog('rename') },
                  { id: 'delete', label: t('delete.button'), onSelect: () => setDialog('delete'), destructive: true },
                ]}
              />
            ) : null}
          </>
        ),
      })}
    >
      {(list) => (
        <>
          <Items list={list} tag={tag} />
          {dialog === 'rename' ? <Rename list={list} onClose={() => setDialog(null)} /> : null}
          {dialog === 'delete' ? <Delete list={list} onClose={() => setDialog(null)} /> : null}
        </>
      )}
    </DetailPage>
  );
}

function Items({ list, tag }: { list: CreatorList; tag: string | null }) {
  const { t } = useTranslation('lists');
  const can = usePermitted('list.edit');
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map());
  const [noting, setNoting] = useState<ListItem | null>(null);
  const remove = trpc.lists.remove.useMutation({
    onSuccess: async ({ removed }) => {
      setSelected(new Map());
      await api.lists.invalidate();
      void toast('success', t('removed', { count: removed }));
    },
    onError: (error) => void toastError(error),
  });
  const compared = [...selected.values()];
  const columns = useItemColumns({
    selected: [...selected.keys()],
    onSelect: ({ orgId, handle }, on) =>
      setSelected(
        new Map([...[...selected].filter(([id]) => id !== orgId), ...(on ? [[orgId, handle] as const] : [])]),
      ),
    onNote: can === true ? setNoting : null,
    onRemove: can === true ? (item) => remove.mutate({ listId: list.id, creators: [item.creator.orgId] }) : null,
  });
  return (
    <>
      <TagFilter listId={list.id} tag={tag} />
      {selected.size > 0 ? (
        <div
          role="group"
          aria-label={t('selected', { count: selected.size })}
          className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-border-strong bg-popover px-3 py-2"
        >
          <span className="grow text-sm font-medium">{t('selected', { count: selected.size })}</span>
          <SaveCreators orgIds={[...selected.keys()]} />
          {can === true ? (
            <Button
              pending={remove.isPending}
              onClick={() => remove.mutate({ listId: list.id, creators: [...selected.keys()] })}
            >
              {t('remove')}
            </Button>
          ) : null}
          {compared.length >= 2 && compared.length <= MAX_COMPARED ? (
            <Button asChild>
              <Link to="/discovery" search={{ compare: compared.join() }}>
                {t('compare')}
              </Link>
            </Button>
          ) : null}
          <InviteCreators orgIds={[...selected.keys()]} variant="ink" />
        </div>
      ) : null}
      <QueryTable
        label={list.name}
        page={(after) =>
          api.lists.items.queryOptions({ listId: list.id, ...(tag ? { tag } : {}), ...(after ? { after } : {}) })
        }
        rowKey={({ creator }) => creator.orgId}
        columns={columns}
        errorTitle={t('couldNotLoadOne')}
        emptyState={
          tag ? (
            <EmptyState
              title={t('noneWithTag')}
              action={
                <Button asChild>
                  <Link to="/discovery/lists/$listId" params={{ listId: list.id }}>
                    {t('allTags')}
                  </Link>
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('emptyListTitle')}>{t('emptyListText')}</EmptyState>
          )
        }
      />
      {noting ? <NoteDialog listId={list.id} item={noting} onClose={() => setNoting(null)} /> : null}
    </>
  );
}

function Rename({ list, onClose }: { list: CreatorList; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const rename = trpc.lists.rename.useMutation({
    onSuccess: async () => {
      await api.lists.invalidate();
      onClose();
    },
  });
  return (
    <ListNameDialog
      title={t('rename.title')}
      submitLabel={t('rename.button')}
      name={list.name}
      pending={rename.isPending}
      error={rename.error}
      onName={(name) => rename.mutateAsync({ listId: list.id, name })}
      onClose={onClose}
    />
  );
}

function Delete({ list, onClose }: { list: CreatorList; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const navigate = useNavigate();
  const remove = trpc.lists.delete.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/discovery/lists' });
      await api.lists.invalidate();
    },
  });
  return (
    <ConfirmDialog
      destructive
      error={remove.error}
      onClose={onClose}
      title={t('delete.title', { name: list.name })}
      text={t('delete.text')}
      submitLabel={t('delete.button')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ listId: list.id })}
    />
  );
}
