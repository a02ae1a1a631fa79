import { useTranslation } from 'react-i18next';
import type { SuppressionRow } from '../../../server/features/outreach/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** People to whom no sequence of this org writes. What they decided themselves stays. */
export function Suppressions() {
  const { t } = useTranslation('outreach');
  const may = usePermitted('outreach.edit') === true;
  const remove = trpc.outreach.unsuppress.useMutation({
    onSuccess: () => api.outreach.suppressions.invalidate(),
    onError: toastError,
  });
  const nameOf = ({ party, email }: SuppressionRow) => party?.name ?? email ?? '';
  return (
    <>
      {may ? <AddForm /> : null}
      <div className="mt-5">
        <QueryTable
          label={t('suppressed.title')}
          page={(after) => api.outreach.suppressions.queryOptions(after ? { after } : {})}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'who',
              header: t('suppressed.who'),
              cell: (row) => <bdi className="wrap-anywhere">{nameOf(row)}</bdi>,
            },
            {
              id: 'reason',
              header: t('suppressed.reason'),
              phone: 'corner',
              cell: ({ reason }) => <Tag>{t(`suppressionReason.${reason}`)}</Tag>,
            },
            {
              id: 'at',
              header: t('suppressed.since'),
              phone: 'fact',
              cell: ({ createdAt }) => <DateText value={createdAt} as="relative" />,
            },
            {
              id: 'act',
              header: <span className="sr-only">{t('suppressed.remove')}</span>,
              align: 'end',
              phone: 'line',
              cell: (row) =>
                may && row.reason === 'by_hand' ? (
                  <Button
                    size="small"
                    aria-label={t('suppressed.removeName', { name: nameOf(row) })}
                    pending={remove.isPending && remove.variables.suppressionId === row.id}
                    onClick={() => remove.mutate({ suppressionId: row.id })}
                  >
                    {t('suppressed.remove')}
                  </Button>
                ) : null,
            },
          ]}
          errorTitle={t('suppressed.couldNotLoad')}
          emptyState={<EmptyState title={t('suppressed.emptyTitle')}>{t('suppressed.empty')}</EmptyState>}
        />
      </div>
    </>
  );
}

function AddForm() {
  const { t } = useTranslation('outreach');
  const form = useAppForm({
    schema: () => import('@/features/outreach/checks.ts').then((checks) => checks.suppressed),
    defaultValues: { handle: '' },
  });
  const add = trpc.outreach.suppress.useMutation({
    onSuccess: async () => {
      form.reset();
      await api.outreach.invalidate();
    },
  });
  return (
    <Form
      form={form}
      guard={false}
      pending={add.isPending}
      submitError={add.error}
      onSubmit={(values) => add.mutateAsync(values)}
      className="max-w-form"
    >
      <TextField
        control={form.control}
        name="handle"
        label={t('suppressed.handle')}
        hint={t('suppressed.handleHint')}
        maxLength={41}
        ltr
        beside={
          <Button type="submit" pending={add.isPending} className="shrink-0">
            {t('suppressed.add')}
          </Button>
        }
      />
    </Form>
  );
}
