import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentExport, ListedDocument } from '../../../server/features/documents/schema.ts';
import { DownloadMenu } from '@/components/money/DownloadMenu.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { DocumentName } from '@/components/money/DocumentName.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { countText } from '@/lib/count.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Progress } from '@/ui/progress.tsx';
import { Select } from '@/ui/select.tsx';

export interface DocumentsPanelProps {
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
}

const ALL = 'all';
const POLL_MS = 1_500;

/** Every document of the org: by month, as a list, as files, or all of them as one zip. */
export function DocumentsPanel({ month, onMonth }: DocumentsPanelProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const months = useQuery(api.documents.months.queryOptions());
  const known = months.data ?? [];
  const filter = month ? { month } : {};
  const query = new URLSearchParams({ lang: currentLocale(), ...(month ? { month } : {}) }).toString();
  return (
    <div className="mt-4">
      {known.length > 0 ? (
        <div className="mb-4 grid gap-4">
          <div className="flex flex-wrap items-end gap-3">
            <Field id="documents-month" label={t('documents.month')} className="w-full sm:w-56">
              <Select
                id="documents-month"
                value={month ?? ALL}
                onValueChange={(value) => onMonth(value === ALL ? undefined : value)}
                options={[
                  { value: ALL, label: t('documents.allMonths') },
                  ...known.map((m) => ({ value: m.month, label: `${format.month(m.month)} (${countText(m.count)})` })),
                ]}
              />
            </Field>
            <DownloadMenu
              files={{
                csv: `/files/documents.csv?${query}`,
                accounting: (accounting) => `/files/documents.csv?${query}&format=${accounting}`,
              }}
            />
            <ZipButton month={month} />
          </div>
          <ZipState />
        </div>
      ) : null}
      <QueryTable
        label={t('documents.tab')}
        page={(after) => api.documents.list.queryOptions({ ...filter, ...(after ? { after } : {}) })}
        rowKey={(doc) => doc.id}
        columns={columnsOf(t)}
        errorTitle={t('documents.failed')}
        moneySafe
        emptyState={<EmptyState title={t('documents.empty')}>{t('documents.emptyText')}</EmptyState>}
      />
    </div>
  );
}

function columnsOf(t: ReturnType<typeof useTranslation<'payments'>>['t']): Column<ListedDocument>[] {
  const money = (doc: ListedDocument, amount: number) => ({
    amount: doc.kind === 'credit_note' ? -amount : amount,
    currency: doc.currency,
  });
  return [
    {
      id: 'document',
      header: t('documents.document'),
      cell: (doc) => (
        <span className="grid justify-items-start">
          <DocumentName document={doc} />
          <DocumentLink document={doc} />
        </span>
      ),
    },
    {
      id: 'date',
      header: t('documents.date'),
      phone: 'line',
      cell: (doc) => <DateText value={doc.issuedAt} as="day" />,
    },
    {
      id: 'deal',
      header: t('documents.deal'),
      cell: (doc) =>
        doc.contractId && doc.dealTitle ? (
          <Link to="/smart-contracts/$contractId" params={{ contractId: doc.contractId }} className="link">
            <bdi>{doc.dealTitle}</bdi>
          </Link>
        ) : (
          <span className="text-muted-foreground">–</span>
        ),
    },
    {
      id: 'net',
      header: t('documents.net'),
      align: 'end',
      phone: 'hidden',
      cell: (doc) => <MoneyText money={money(doc, doc.net)} className="text-muted-foreground" />,
    },
    {
      id: 'tax',
      header: t('documents.tax'),
      align: 'end',
      phone: 'hidden',
      cell: (doc) => <MoneyText money={money(doc, doc.tax)} quietZero className="text-muted-foreground" />,
    },
    {
      id: 'gross',
      header: t('documents.gross'),
      align: 'end',
      phone: 'corner',
      cell: (doc) => <MoneyText money={money(doc, doc.amount)} className="font-semibold" />,
    },
  ];
}

const isRunning = (order: DocumentExport | null | undefined): boolean =>
  order?.state === 'queued' || order?.state === 'collecting';

function useZip() {
  return useQuery({
    ...api.documents.export.queryOptions(),
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  });
}

function useZipStart() {
  const start = trpc.documents.startExport.useMutation({
    onSettled: () => api.documents.export.invalidate(),
  });
  return {
    start,
    begin: (month: string | null | undefined) => start.mutate({ locale: currentLocale(), ...(month ? { month } : {}) }),
  };
}

function ZipButton({ month }: { month: string | undefined }) {
  const { t } = useTranslation('payments');
  const explain = useErrorText();
  const zip = useZip();
  const { start, begin } = useZipStart();
  return (
    <>
      <Button pending={start.isPending} aria-disabled={isRunning(zip.data) || undefined} onClick={() => begin(month)}>
        <Archive aria-hidden />
        {t('documents.zip')}
      </Button>
      {start.error ? (
        <Alert tone="problem" className="w-full">
          {explain(start.error)}
        </Alert>
      ) : null}
    </>
  );
}

/** How far the zip is; ready, it waits for its download, with what is missing in it; failed, it says why. Nothing while none was requested. */
function ZipState() {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const format = useFormat();
  const explain = useErrorText();
  const { data: order } = useZip();
  const cancel = trpc.documents.cancelExport.useMutation({
    onSettled: () => api.documents.export.invalidate(),
  });
  if (!order) return null;
  if (isRunning(order)) {
    const progress = t('documents.making', { done: format.number(order.done), total: format.number(order.total) });
    return (
      <div className="grid max-w-[560px] gap-2">
        <p role="status" className="text-ui">
          {progress} <span className="text-sm text-muted-foreground">{t('documents.makingHint')}</span>
        </p>
        <Progress value={order.total > 0 ? Math.round((order.done / order.total) * 100) : 0} label={progress} />
        <div>
          <Button size="small" pending={cancel.isPending} onClick={() => cancel.mutate({ id: order.id })}>
            {common('action.cancel')}
          </Button>
        </div>
        {cancel.error ? <Alert tone="problem">{explain(cancel.error)}</Alert> : null}
      </div>
    );
  }
  const which = order.month ? <b className="font-semibold">{format.month(order.month)}. </b> : null;
  if (order.state === 'failed') {
    return (
      <Alert tone="problem" title={t('documents.zipFailed')} action={<TryAgain month={order.month} />}>
        <p>
          {which}
          {t(`documents.zipProblem.${order.problem ?? 'gave_up'}`)}
        </p>
      </Alert>
    );
  }
  if (order.state !== 'ready' || !order.expiresAt) return null;
  return (
    <div className="grid gap-2">
      <Alert
        tone="done"
        action={
          <Button asChild size="small">
            <a href={inOrg(`/files/document-exports/${order.id}`)} download>
              {t('documents.download')}
            </a>
          </Button>
        }
      >
        {which}
        {t('documents.ready', { size: format.bytes(order.size ?? 0) })} <DateText value={order.expiresAt} />
      </Alert>
      {order.missing.length > 0 ? (
        <Alert tone="problem" action={<TryAgain month={order.month} />}>
          <p>{t('documents.readyWithout', { count: order.missing.length })}</p>
          <ul
            aria-label={t('documents.missing')}
            className="mt-1 flex max-h-40 flex-wrap gap-x-3 gap-y-0.5 overflow-y-auto text-sm"
          >
            {order.missing.map((number) => (
              <li key={number}>
                <bdi>{number}</bdi>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}

/** Requests the same zip again. */
function TryAgain({ month }: { month: string | null }) {
  const { t } = useTranslation();
  const explain = useErrorText();
  const { start, begin } = useZipStart();
  return (
    <div className="grid gap-2">
      <Button size="small" pending={start.isPending} onClick={() => begin(month)}>
        {t('action.tryAgain')}
      </Button>
      {start.error ? (
        <p role="alert" className="text-sm">
          {explain(start.error)}
        </p>
      ) : null}
    </div>
  );
}
