import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_DAYS } from '../../../server/features/imports/rules.ts';
import type { ImportDetail, ImportedPerson, MergeRow, RefusedRow } from '../../../server/features/imports/schema.ts';
import { PageTabs } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { CorrectDialog } from '@/features/imports/CorrectDialog.tsx';
import { RowProblem } from '@/features/imports/RowProblem.tsx';
import { useFormat } from '@/lib/format.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

export type ResultView = 'people' | 'refused' | 'merges';

/** The people of an import, the rows that were refused, and the rows that were merged. */
export function ImportResult({ row, view }: { row: ImportDetail; view: ResultView }) {
  const { t } = useTranslation('imports');
  const link = (search: { view?: 'refused' | 'merges' }) =>
    linkOptions({ to: '/discovery/import/$importId', params: { importId: row.id }, search });
  return (
    <>
      <PageTabs
        label={t('result.tabs')}
        current={view}
        tabs={[
          { id: 'people', label: t('result.people'), link: link({}), count: row.added },
          {
            id: 'refused',
            label: t('result.refused'),
            link: link({ view: 'refused' }),
            count: row.refused,
            hot: row.refused > 0,
          },
          { id: 'merges', label: t('result.merges'), link: link({ view: 'merges' }), count: row.merged },
        ]}
      />
      <div className="mt-4">
        {view === 'people' ? <People importId={row.id} /> : null}
        {view === 'refused' ? <Refused row={row} /> : null}
        {view === 'merges' ? <Merges importId={row.id} /> : null}
      </div>
    </>
  );
}

const Handle = ({ handle, name }: { handle: string; name: string | null }) => (
  <span>
    <bdi>@{handle}</bdi>
    {name ? (
      <span className="block text-sm font-normal text-muted-foreground">
        <bdi>{name}</bdi>
      </span>
    ) : null}
  </span>
);

function People({ importId }: { importId: string }) {
  const { t } = useTranslation(['imports', 'terms']);
  const format = useFormat();
  const remove = trpc.imports.removePerson.useMutation({
    onSuccess: () => api.imports.invalidate(),
    onError: toastError,
  });
  const may = usePermitted('import.run') === true;
  const columns: Column<ImportedPerson>[] = [
    { id: 'handle', header: t('field.handle'), cell: (person) => <Handle {...person} /> },
    {
      id: 'platform',
      header: t('field.platform'),
      phone: 'fact',
      cell: ({ platform }) => t(`terms:platform.${platform}`),
    },
    {
      id: 'followers',
      header: t('field.followers'),
      align: 'end',
      phone: 'fact',
      cell: ({ followers }) => (followers === null ? '–' : format.number(followers)),
    },
    {
      id: 'engagement',
      header: t('field.engagement'),
      align: 'end',
      phone: 'fact',
      cell: ({ engagementBps }) => (engagementBps === null ? '–' : format.percent(engagementBps)),
    },
    {
      id: 'email',
      header: t('field.email'),
      phone: 'line',
      cell: ({ email }) => (
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
      ),
    },
    {
      id: 'member',
      header: t('result.member'),
      phone: 'line',
      cell: ({ member }) =>
        member ? (
          <Link to="/creator/$handle" params={{ handle: member }} className="link">
            {t('result.profile')}
          </Link>
        ) : null,
    },
    ...(may
      ? [
          {
            id: 'act',
            header: <span className="sr-only">{t('result.remove')}</span>,
            align: 'end' as const,
            phone: 'line' as const,
            cell: ({ id, handle }: ImportedPerson) => (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('result.removeName', { name: `@${handle}` })}
                pending={remove.isPending && remove.variables.personId === id}
                onClick={() => remove.mutate({ personId: id })}
              >
                {t('result.remove')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <QueryTable
      label={t('result.people')}
      page={(after) => api.imports.people.queryOptions({ importId, ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={columns}
      errorTitle={t('result.couldNotLoad')}
      emptyState={<EmptyState title={t('result.noPeople')} />}
    />
  );
}

function Refused({ row }: { row: ImportDetail }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const may = usePermitted('import.run') === true;
  const [open, setOpen] = useState<RefusedRow | null>(null);
  return (
    <>
      {row.refused > 0 ? (
        <p className="mb-3 text-sm">
          <a href={inOrg(`/files/imports/${row.id}`)} download className="link">
            {t('result.download')}
          </a>
        </p>
      ) : null}
      <QueryTable
        label={t('result.refused')}
        page={(after) => api.imports.refusedRows.queryOptions({ importId: row.id, ...(after ? { after } : {}) })}
        rowKey={(refused) => String(refused.row)}
        columns={[
          // The heading is line 1 of the file.
          {
            id: 'row',
            header: t('result.row'),
            cell: (refused) => t('result.line', { n: format.number(refused.row + 1) }),
          },
          {
            id: 'handle',
            header: t('field.handle'),
            phone: 'fact',
            cell: ({ cells }) => <bdi className="wrap-anywhere">{cells.handle ?? cells.url}</bdi>,
          },
          {
            id: 'value',
            header: t('result.value'),
            phone: 'fact',
            cell: ({ cells, field }) => <bdi className="wrap-anywhere">{cells[field]}</bdi>,
          },
          {
            id: 'problem',
            header: t('preview.problem'),
            phone: 'line',
            cell: (refused) => <RowProblem {...refused} />,
          },
          ...(may
            ? [
                {
                  id: 'act',
                  header: <span className="sr-only">{t('result.correct')}</span>,
                  align: 'end' as const,
                  phone: 'line' as const,
                  cell: (refused: RefusedRow) => (
                    <Button
                      size="small"
                      aria-label={t('result.correctLine', { n: format.number(refused.row + 1) })}
                      onClick={() => setOpen(refused)}
                    >
                      {t('result.correct')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        errorTitle={t('result.couldNotLoad')}
        emptyState={<EmptyState title={t('result.noRefused')}>{t('result.noRefusedText')}</EmptyState>}
      />
      {open ? <CorrectDialog importId={row.id} row={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Merges({ importId }: { importId: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const may = usePermitted('import.run') === true;
  const undo = trpc.imports.undoMerge.useMutation({ onSuccess: () => api.imports.invalidate(), onError: toastError });
  const facts = ({ name, followers, email }: MergeRow['before']) =>
    [name, followers === null ? null : format.number(followers), email].filter((fact) => fact !== null);
  return (
    <QueryTable
      label={t('result.merges')}
      summary={() => (
        <p className="mb-3 text-sm text-muted-foreground">
          {t('result.mergesHint', { days: format.number(UNDO_DAYS) })}
        </p>
      )}
      page={(after) => api.imports.merges.queryOptions({ importId, ...(after ? { after } : {}) })}
      rowKey={({ id }) => id}
      columns={[
        { id: 'handle', header: t('field.handle'), cell: ({ before }) => <bdi>@{before.handle}</bdi> },
        {
          id: 'before',
          header: t('result.before'),
          phone: 'line',
          cell: ({ before }) => <bdi>{format.list(facts(before))}</bdi>,
        },
        {
          id: 'incoming',
          header: t('result.incoming'),
          phone: 'line',
          cell: ({ incoming }) => <bdi>{format.list(facts(incoming))}</bdi>,
        },
        {
          id: 'act',
          header: t('result.undo'),
          align: 'end',
          phone: 'line',
          cell: ({ id, undoneAt, until, before }) =>
            undoneAt ? (
              <Tag>{t('result.undone')}</Tag>
            ) : may ? (
              <Button
                size="small"
                aria-label={t('result.undoName', { name: `@${before.handle}` })}
                pending={undo.isPending && undo.variables.mergeId === id}
                onClick={() => undo.mutate({ mergeId: id })}
              >
                {t('result.undo')}
              </Button>
            ) : (
              <DateText value={until} />
            ),
        },
      ]}
      errorTitle={t('result.couldNotLoad')}
      emptyState={<EmptyState title={t('result.noMerges')} />}
    />
  );
}
