import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/operations/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection, RowAct } from '@/features/platform/ListSection.tsx';
import { DecideRefund } from '@/features/platform/DecideRefund.tsx';
import { AccountLink, ContactLine, DealLink } from '@/features/platform/Whom.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const SendCallAgain = lazyNamed(() => import('@/features/platform/SendCallAgain.tsx'), 'SendCallAgain');

/**
 * Calls to the payment provider whose outcome is not known yet. The outcome is never set by hand: it is looked up
 * again, or the call is sent again if the provider does not have it; only a failed refund requires a decision how it is
 * paid.
 */
export function OpenOperations() {
  const { t } = useTranslation('platform');
  const columns: Column<OpenOperation>[] = [
    {
      id: 'operation',
      header: t('operation.name'),
      cell: (row) => <Owner row={row} />,
    },
    {
      id: 'state',
      header: t('operation.state'),
      cell: (row) => <Tag>{t(row.decidable ? 'operation.toDecide' : `operation.${row.state}`)}</Tag>,
    },
    { id: 'since', header: t('operation.since'), cell: (row) => <DateText value={row.claimedAt} as="relative" /> },
    {
      id: 'amount',
      header: t('operation.amount'),
      align: 'end',
      phone: 'corner',
      cell: (row) => (
        <MoneyText
          money={row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null}
        />
      ),
    },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) => (row.decidable ? <DecideRefund row={row} /> : <CheckAgain row={row} />),
    },
  ];
  return (
    <PagedSection
      id="operations"
      title={t('operation.title')}
      none={t('operation.none')}
      page={(after) => api.operations.open.queryOptions({ after })}
      columns={columns}
      rowKey={({ opId }) => opId}
    />
  );
}

/** The org and the deal, the contact, and last the id. */
function Owner({ row }: { row: OpenOperation }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const kind = OPERATION_KINDS.find((one) => one === row.kind);
  return (
    <>
      {kind ? t(`operation.kinds.${kind}`) : row.kind}
      {row.orgId && row.orgName ? (
        <>
          {' '}
          · <AccountLink orgId={row.orgId} name={row.orgName} />
        </>
      ) : null}
      {row.contractId && row.dealTitle ? (
        <span className="block text-sm font-normal">
          <DealLink contractId={row.contractId} title={row.dealTitle} />
          {row.milestoneTitle ? (
            <>
              {' '}
              · <bdi>{row.milestoneTitle}</bdi>
            </>
          ) : null}
          {row.brandName && row.creatorName ? (
            <> · {t('case.between', { brand: row.brandName, creator: row.creatorName })}</>
          ) : null}
        </span>
      ) : null}
      <ContactLine contact={row.contact} />
      <bdi dir="ltr" className="block rtl:text-end font-mono text-xs font-normal break-all text-muted-foreground">
        {row.error ? format.labeled(row.opId, row.error) : row.opId}
      </bdi>
    </>
  );
}

const OPERATION_KINDS = [
  'checkout',
  'charge',
  'transfer',
  'refund',
  'payout',
  'top_up',
  'account',
  'customer',
  'method_setup',
] as const;

function CheckAgain({ row }: { row: OpenOperation }) {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const [sending, setSending] = useState(false);
  const resolve = trpc.operations.resolve.useMutation({
    onSettled: () => Promise.all([api.operations.invalidate(), api.platform.invalidate()]),
  });
  const status = resolve.isSuccess
    ? t('operation.asked')
    : row.sendAgainAt
      ? t('operation.sendAgain.asked')
      : undefined;
  return (
    <RowAct
      act={resolve}
      may={may('operations.resolve')}
      label={t('operation.checkAgain')}
      onAct={() => resolve.mutate({ opId: row.opId })}
      status={status}
    >
      {row.workflowUrl ? <WorkflowAnchor url={row.workflowUrl} name={row.opId} /> : null}
      {row.sendable && may('operations.sendAgain') ? (
        <Button size="small" onClick={() => setSending(true)}>
          {t('operation.sendAgain.open')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {sending ? <SendCallAgain row={row} onClose={() => setSending(false)} /> : null}
      </Suspense>
    </RowAct>
  );
}
