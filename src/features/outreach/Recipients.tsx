import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecipientRow, SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { AddRecipients } from '@/features/outreach/AddRecipients.tsx';
import { PreviewSheet } from '@/features/outreach/PreviewSheet.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Who gets the messages: added while the sequence is a draft, afterwards with what became of each. */
export function Recipients({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  const may = usePermitted('outreach.edit') === true;
  const [shown, setShown] = useState<string | null>(null);
  const remove = trpc.outreach.removeRecipients.useMutation({
    onSuccess: () => api.outreach.invalidate(),
    onError: toastError,
  });
  const isDraft = row.state === 'draft';
  const missing = (given: RecipientRow) => format.list(given.missing.map((field) => `{${field}}`));
  const columns: Column<RecipientRow>[] = [
    {
      id: 'name',
      header: t('recipients.who'),
      cell: ({ id, name }) => (
        <button type="button" className="link text-start" onClick={() => setShown(id)}>
          <bdi>{name}</bdi>
          <span className="sr-only"> – {t('recipients.preview')}</span>
        </button>
      ),
    },
    {
      id: 'state',
      header: t('recipients.state'),
      phone: 'corner',
      cell: ({ state }) => <Tag>{t(`recipientState.${state}`)}</Tag>,
    },
    {
      id: 'channel',
      header: t('recipients.channel'),
      phone: 'fact',
      cell: ({ channel }) => t(`channel.${channel}`, { brand: BRAND_NAME }),
    },
    { id: 'variant', header: t('recipients.text'), phone: 'fact', cell: ({ variant }) => t(`variant.${variant}`) },
    isDraft
      ? {
          id: 'missing',
          header: t('recipients.missing'),
          phone: 'line',
          cell: (given) =>
            given.missing.length > 0 ? (
              <span className="text-sm text-disputed-foreground" dir="ltr">
                {missing(given)}
              </span>
            ) : null,
        }
      : {
          id: 'due',
          header: t('recipients.next'),
          align: 'end',
          phone: 'fact',
          cell: ({ dueAt }) => (dueAt ? <DateText value={dueAt} as="relative" /> : '–'),
        },
    ...(isDraft && may
      ? [
          {
            id: 'act',
            header: <span className="sr-only">{t('recipients.remove')}</span>,
            align: 'end' as const,
            phone: 'line' as const,
            cell: ({ id, name }: RecipientRow) => (
              <Button
                size="small"
                variant="quiet"
                aria-label={t('recipients.removeName', { name })}
                onClick={() => remove.mutate({ sequenceId: row.id, recipientIds: [id] })}
              >
                {t('recipients.remove')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      {isDraft && may ? <AddRecipients sequenceId={row.id} /> : null}
      {row.incomplete > 0 ? (
        <Alert
          tone="caution"
          className="mt-5"
          action={
            may ? (
              <Button size="small" pending={remove.isPending} onClick={() => remove.mutate({ sequenceId: row.id })}>
                {t('recipients.removeIncomplete')}
              </Button>
            ) : undefined
          }
        >
          {t('start.incomplete', { people: format.number(row.incomplete) })}
        </Alert>
      ) : null}
      <div className="mt-5">
        <QueryTable
          label={t('page.recipients')}
          page={(after) => api.outreach.recipients.queryOptions({ sequenceId: row.id, ...(after ? { after } : {}) })}
          rowKey={({ id }) => id}
          columns={columns}
          errorTitle={t('recipients.couldNotLoad')}
          emptyState={<EmptyState title={t('recipients.emptyTitle')}>{t('recipients.empty')}</EmptyState>}
        />
      </div>
      {shown ? <PreviewSheet recipientId={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
