import { useTranslation } from 'react-i18next';
import type { PreviewRow } from '../../../server/features/imports/schema.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { RowProblem } from '@/features/imports/RowProblem.tsx';
import { useFormat } from '@/lib/format.ts';

/** The first rows as they would be imported; a refused one with its reason. */
export function PreviewTable({ rows }: { rows: readonly PreviewRow[] }) {
  const { t } = useTranslation(['imports', 'terms']);
  const format = useFormat();
  const refused = rows.filter(({ refusal }) => refusal !== null).length;
  return (
    <>
      <p className="mb-2 text-sm text-muted-foreground">
        {t('preview.summary', { shown: format.number(rows.length), refused: format.number(refused) })}
      </p>
      <DataTable
        label={t('preview.title')}
        rows={rows}
        rowKey={({ row }) => String(row)}
        columns={[
          {
            id: 'handle',
            header: t('field.handle'),
            cell: ({ record, cells }) => (
              <bdi className="wrap-anywhere">{record ? `@${record.handle}` : (cells.handle ?? cells.url ?? '')}</bdi>
            ),
          },
          {
            id: 'platform',
            header: t('field.platform'),
            phone: 'fact',
            cell: ({ record }) => (record ? t(`terms:platform.${record.platform}`) : ''),
          },
          {
            id: 'name',
            header: t('field.name'),
            phone: 'fact',
            cell: ({ record, cells }) => <bdi>{record ? record.name : cells.name}</bdi>,
          },
          {
            id: 'followers',
            header: t('field.followers'),
            align: 'end',
            phone: 'fact',
            cell: ({ record, cells }) =>
              record ? record.followers === null ? '–' : format.number(record.followers) : <bdi>{cells.followers}</bdi>,
          },
          {
            id: 'engagement',
            header: t('field.engagement'),
            align: 'end',
            phone: 'fact',
            cell: ({ record, cells }) =>
              record ? (
                record.engagementBps === null ? (
                  '–'
                ) : (
                  format.percent(record.engagementBps)
                )
              ) : (
                <bdi>{cells.engagement}</bdi>
              ),
          },
          {
            id: 'email',
            header: t('field.email'),
            phone: 'line',
            cell: ({ record, cells }) => (
              <bdi dir="ltr" className="wrap-anywhere">
                {record ? record.email : cells.email}
              </bdi>
            ),
          },
          {
            id: 'problem',
            header: t('preview.problem'),
            phone: 'line',
            cell: ({ refusal }) => (refusal ? <RowProblem {...refusal} /> : null),
          },
        ]}
      />
    </>
  );
}
