import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportRow } from '../../../server/features/imports/schema.ts';
import { MAX_IMPORT_BYTES, MAX_ROWS } from '../../../server/features/imports/rules.ts';
import { FileField } from '@/components/form/FileField.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { api } from '@/lib/trpc.ts';
import { uploadFile } from '@/lib/upload.ts';
import { Tag } from '@/ui/tag.tsx';

/** Files of creators that this org brought along, and the field for the next one. */
export function ImportListPage() {
  const { t } = useTranslation('imports');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  const navigate = useNavigate();
  const may = usePermitted('import.run');
  const [sent, setSent] = useState<string | null>(null);
  const isMounted = useIsMounted();
  useEffect(() => {
    // After the field has taken the file off its list, whose uploads ask before they are left.
    if (sent !== null)
      setTimeout(() => {
        if (isMounted()) void navigate({ to: '/discovery/import/$importId', params: { importId: sent }, search: {} });
      });
  }, [sent, navigate, isMounted]);
  return (
    <ListPage
      crumbs={[{ label: screens('titles.discovery'), link: { to: '/discovery' } }, { label: t('list.title') }]}
      title={t('list.title')}
      status={t('list.status')}
    >
      <div className="max-w-form">
        {may === true ? (
          <FileField
            label={t('list.file')}
            prompt={t('list.choose')}
            hint={t('list.limits', { size: format.bytes(MAX_IMPORT_BYTES), rows: format.number(MAX_ROWS) })}
            accept=".csv,.tsv,.txt,.xlsx"
            check={(file) =>
              file.size > MAX_IMPORT_BYTES
                ? { code: 'file.too_large', data: { name: file.name, max: MAX_IMPORT_BYTES } }
                : null
            }
            upload={async (file, { onProgress, signal }) => {
              const form = new FormData();
              form.append('file', file, file.name);
              const answer = await uploadFile<{ importId: string }>('/api/files?import=creators', form, {
                onProgress,
                signal,
              });
              setSent(answer.importId);
            }}
            onSent={() => void api.imports.list.invalidate()}
          />
        ) : (
          <RefusableButton can={may}>{t('list.choose')}</RefusableButton>
        )}
        <p className="mt-2 text-sm text-muted-foreground">{t('list.vendors')}</p>
      </div>
      <div className="mt-6">
        <QueryTable
          label={t('list.title')}
          page={(after) => api.imports.list.queryOptions(after ? { after } : {})}
          rowKey={({ id }) => id}
          columns={useColumns()}
          errorTitle={t('list.couldNotLoad')}
          emptyState={<EmptyState title={t('list.emptyTitle')}>{t('list.empty')}</EmptyState>}
        />
      </div>
    </ListPage>
  );
}

function useColumns(): Column<ImportRow>[] {
  const { t } = useTranslation('imports');
  const format = useFormat();
  return [
    {
      id: 'file',
      header: t('list.column.file'),
      cell: ({ id, fileName }) => (
        <Link
          to="/discovery/import/$importId"
          params={{ importId: id }}
          search={{}}
          className="wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{fileName}</bdi>
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('list.column.state'),
      phone: 'corner',
      cell: ({ state }) => <Tag>{t(`state.${state}`)}</Tag>,
    },
    {
      id: 'added',
      header: t('list.column.added'),
      align: 'end',
      phone: 'fact',
      cell: ({ added }) => format.number(added),
    },
    {
      id: 'merged',
      header: t('list.column.merged'),
      align: 'end',
      phone: 'fact',
      cell: ({ merged }) => format.number(merged),
    },
    {
      id: 'refused',
      header: t('list.column.refused'),
      align: 'end',
      phone: 'fact',
      cell: ({ refused }) => format.number(refused),
    },
    {
      id: 'at',
      header: t('list.column.at'),
      align: 'end',
      phone: 'line',
      cell: ({ createdAt }) => <DateText value={createdAt} as="relative" />,
    },
  ];
}
