import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DebtDto } from '../../../server/features/payments/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { ListSection } from '@/features/platform/ListSection.tsx';
import { debtsFile } from '@/features/platform/money-files.ts';
import { MoneyFileButton } from '@/features/platform/MoneyFileButton.tsx';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { AccountLink } from '@/features/platform/Whom.tsx';
import { useFormat } from '@/lib/format.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const noteSchema = async () => (await import('../../../server/features/payments/schema.ts')).writeOffNote;

/** What brands owe, the oldest first; two staff members write it off. */
export function BrandDebts() {
  const { t } = useTranslation('debts');
  const { t: platform } = useTranslation('platform');
  const format = useFormat();
  const may = useStaffMay();
  const [chosen, setChosen] = useState<DebtDto | null>(null);
  const query = useQuery({ ...api.payments.allDebts.queryOptions(), select: ({ items }) => items });
  const columns: Column<DebtDto>[] = [
    {
      id: 'brand',
      header: platform('account.kinds.brand'),
      cell: (row) => (
        <>
          <AccountLink orgId={row.brandOrg} name={row.brandName} />
          {row.milestone ? (
            <span className="block text-sm text-muted-foreground">
              <bdi>{row.milestone}</bdi> · <bdi>{row.title}</bdi>
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'why',
      header: t('staff.why'),
      cell: (row) => t(`staff.because.${row.why}`, { date: format.date(row.openedAt) }),
    },
    {
      id: 'owed',
      header: t('staff.owed'),
      align: 'end',
      cell: (row) => <MoneyText money={{ amount: row.owed, currency: row.currency }} />,
    },
    {
      id: 'act',
      header: <span className="sr-only">{platform('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) =>
        row.proposed ? (
          <Tag>{t('staff.proposed')}</Tag>
        ) : may('payments.proposeWriteOff') ? (
          <Button size="small" onClick={() => setChosen(row)}>
            {t('staff.writeOff')}
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <ListSection
        id="debts"
        title={t('staff.title')}
        none={t('staff.none')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        tool={<MoneyFileButton of={t('staff.title')} name="debts" make={() => debtsFile(query.data ?? [])} />}
      />
      {chosen ? <WriteOff debt={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function WriteOff({ debt, onClose }: { debt: DebtDto; onClose: () => void }) {
  const { t } = useTranslation('debts');
  const format = useFormat();
  const propose = trpc.payments.proposeWriteOff.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.payments.allDebts.invalidate(), api.approvals.invalidate()]),
  });
  const amount = format.money({ amount: debt.owed, currency: debt.currency });
  return (
    <ReasonDialog
      schema={noteSchema}
      field="note"
      label={t('staff.reason')}
      maxLength={500}
      title={t('staff.dialog', { amount, brand: debt.brandName })}
      text={t('staff.dialogText')}
      submit={t('staff.propose')}
      destructive
      draft={`write-off:${debt.id}`}
      call={propose}
      onSubmit={(note) => propose.mutateAsync({ debtId: debt.id, note })}
      onClose={onClose}
    />
  );
}
