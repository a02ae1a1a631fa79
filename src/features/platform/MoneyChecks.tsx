import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  BreachDto,
  InvariantResult,
  MoneyCheckDto,
  MoneyStopDto,
} from '../../../server/features/money-check/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { isCurrency } from '../../../server/core/money.ts';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Progress } from '@/ui/progress.tsx';

const LiftDialog = lazyNamed(() => import('@/features/platform/LiftDialog.tsx'), 'LiftDialog');

const WATCHED_MS = 1_500;
const QUIET_MS = 10_000;

/** The server names the invariants; a test keeps their texts complete. */
const promise = (name: string) => `promise.${name}` as 'promise.ledger.chart';

/** Shared by the banner and the panel: polled more often during a run. */
export const useMoneyChecks = () =>
  useQuery({
    ...api.moneyCheck.overview.queryOptions(),
    refetchInterval: (query) => (query.state.data?.current ? WATCHED_MS : QUIET_MS),
  });

/** Currencies whose money out is stopped, with the actions of two staff members. */
export function MoneyStops() {
  const query = useMoneyChecks();
  if (!query.data || query.data.stops.length === 0) return null;
  return (
    <div className="mt-4 grid gap-2">
      {query.data.stops.map((stop) => (
        <StopAlert key={stop.currency} stop={stop} mayAct={query.data.mayAct} />
      ))}
    </div>
  );
}

function StopAlert({ stop, mayAct }: { stop: MoneyStopDto; mayAct: boolean }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const [proposing, setProposing] = useState(false);
  const settled = { onSettled: () => Promise.all([api.moneyCheck.invalidate(), api.approvals.invalidate()]) };
  const confirm = trpc.moneyCheck.confirmLift.useMutation(settled);
  const withdraw = trpc.approvals.withdraw.useMutation(settled);
  const { proposal, currency } = stop;
  const error = confirm.error ?? withdraw.error;
  return (
    <Alert
      tone="problem"
      title={t('stop.title', { currency })}
      action={
        proposal ? (
          proposal.mine ? (
            <Button
              size="small"
              pending={withdraw.isPending}
              onClick={() => withdraw.mutate({ proposalId: proposal.id })}
            >
              {t('stop.withdraw')}
            </Button>
          ) : proposal.mayDecide ? (
            <Button
              size="small"
              pending={confirm.isPending}
              onClick={() => confirm.mutate({ proposalId: proposal.id })}
            >
              {t('stop.confirm')}
            </Button>
          ) : null
        ) : mayAct ? (
          <Button size="small" onClick={() => setProposing(true)}>
            {t('stop.lift')}
          </Button>
        ) : null
      }
    >
      <p>
        {t('stop.text')} {t('stop.since')} <DateText value={stop.since} as="dateTime" />
      </p>
      {stop.causes.includes('reconciliation') ? (
        <p className="mt-1">
          {t('stop.reconciliation')}{' '}
          <Link to="/admin-dashboard/money" hash="differences" className="link">
            {t('stop.report')}
          </Link>
        </p>
      ) : null}
      {proposal ? (
        <p className="mt-1">
          {t(proposal.mine ? 'stop.proposedByYou' : 'stop.proposed', { name: proposal.proposedByName })}{' '}
          <q dir="auto">{proposal.note}</q>
        </p>
      ) : null}
      {error ? <p className="mt-1 font-semibold">{explain(error)}</p> : null}
      <Suspense fallback={null}>
        {proposing ? <LiftDialog currency={currency} onClose={() => setProposing(false)} /> : null}
      </Suspense>
    </Alert>
  );
}

/** The last and the current run: each invariant in words, its violations, and money in transit. */
export function MoneyChecks() {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const query = useMoneyChecks();
  const check = trpc.moneyCheck.checkNow.useMutation({ onSettled: () => api.moneyCheck.invalidate() });
  return (
    <section id="check" className="scroll-mt-20">
      <h2 className="heading-section mb-1">{t('check.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid gap-4">
          {query.data.current ? <Running run={query.data.current} /> : null}
          {query.data.last ? (
            <Result run={query.data.last} />
          ) : query.data.current ? null : (
            <p className="text-muted-foreground">{t('check.never')}</p>
          )}
          {check.error ? <Alert tone="problem">{explain(check.error)}</Alert> : null}
          {query.data.mayAct ? (
            <Button
              className="justify-self-start"
              pending={check.isPending || query.data.current !== null}
              onClick={() => check.mutate()}
            >
              {t('check.button')}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

function Running({ run }: { run: MoneyCheckDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const phase =
    run.state === 'queued' ? t('check.queued') : t(`check.phase.${run.phase === 'done' ? 'provider' : run.phase}`);
  return (
    <div className="grid gap-1.5">
      <p role="status" className="flex flex-wrap justify-between gap-x-4">
        <span>{phase}</span>
        <span className="figures text-muted-foreground">{format.percent(run.percent * 100)}</span>
      </p>
      <Progress value={run.percent} label={t('check.progress')} />
    </div>
  );
}

function Result({ run }: { run: MoneyCheckDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const found = run.results?.reduce((sum, r) => sum + r.found, 0) ?? 0;
  return (
    <>
      {run.state === 'failed' ? (
        <Alert tone="caution" title={t('check.failed')}>
          {run.error ? <bdi dir="ltr">{run.error}</bdi> : null}
        </Alert>
      ) : (
        <Alert
          tone={found === 0 ? 'done' : 'problem'}
          title={found === 0 ? t('check.clean') : t('check.breaches', { count: found })}
        >
          {found > 0 ? (
            <ul className="mt-1 grid gap-1">
              {run.breaches.map((breach) => (
                <BreachLine key={`${breach.invariant}:${breach.detail}`} breach={breach} />
              ))}
            </ul>
          ) : null}
        </Alert>
      )}
      <p className="text-sm text-muted-foreground">
        {t(`check.by.${run.begunBy}`, { name: run.requestedByName ?? '' })} · {t('check.ended')}{' '}
        {run.finishedAt ? <DateText value={run.finishedAt} as="dateTime" /> : null}
        {run.results ? (
          <>
            {' '}
            · {t('check.rows', { figure: format.number(run.rows) })} ·{' '}
            {t('check.lines', { figure: format.number(run.lines) })}
          </>
        ) : null}
      </p>
      {run.inFlight.length > 0 ? <OnItsWay run={run} /> : null}
      {run.results ? <Promises results={run.results} /> : null}
    </>
  );
}

function BreachLine({ breach }: { breach: BreachDto }) {
  const { t } = useTranslation('platform');
  return (
    <li>
      <b className="font-semibold">{t(promise(breach.invariant))}</b>{' '}
      <bdi dir="ltr" className="break-words">
        {breach.detail}
      </bdi>
    </li>
  );
}

type Row = MoneyCheckDto['inFlight'][number];

/** Amounts subtracted with a name: moved at the provider, not booked yet. */
function OnItsWay({ run }: { run: MoneyCheckDto }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const columns: Column<Row>[] = [
    {
      id: 'what',
      header: t('flight.what'),
      cell: ({ what, opId }) => (
        <>
          {t(`flight.${what}`)}{' '}
          {opId ? (
            <bdi dir="ltr" className="block rtl:text-end text-sm break-all text-muted-foreground">
              {opId}
            </bdi>
          ) : null}
        </>
      ),
    },
    { id: 'since', header: t('flight.since'), cell: ({ since }) => <DateText value={since} as="dateTime" /> },
    {
      id: 'amount',
      header: t('flight.amount'),
      align: 'end',
      phone: 'corner',
      cell: ({ amount, currency }) =>
        isCurrency(currency) ? (
          <MoneyText money={{ amount, currency }} />
        ) : (
          <bdi dir="ltr">
            {amount} {currency}
          </bdi>
        ),
    },
  ];
  return (
    <details>
      <summary className="cursor-pointer">{t('flight.title', { n: format.number(run.inFlight.length) })}</summary>
      <DataTable
        label={t('flight.title', { n: format.number(run.inFlight.length) })}
        rows={run.inFlight}
        columns={columns}
        rowKey={(row) => `${row.what}:${row.opId}:${row.amount}`}
      />
    </details>
  );
}

function Promises({ results }: { results: readonly InvariantResult[] }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const columns: Column<InvariantResult>[] = [
    {
      id: 'promise',
      header: t('promise.name'),
      cell: ({ name }) => (
        <>
          {t(promise(name))}{' '}
          <bdi dir="ltr" className="block rtl:text-end text-sm text-muted-foreground">
            {name}
          </bdi>
        </>
      ),
    },
    {
      id: 'effect',
      header: t('promise.effect'),
      cell: ({ stopsMoneyOut }) => t(stopsMoneyOut ? 'promise.stops' : 'promise.warns'),
    },
    {
      id: 'found',
      header: t('promise.found'),
      align: 'end',
      phone: 'corner',
      cell: ({ found }) => (
        <span className={cn('figures', found === 0 ? 'text-muted-foreground' : 'font-semibold text-destructive')}>
          {format.number(found)}
        </span>
      ),
    },
  ];
  return (
    <details>
      <summary className="cursor-pointer">{t('promise.title', { n: format.number(results.length) })}</summary>
      <DataTable
        label={t('promise.title', { n: format.number(results.length) })}
        rows={[...results].sort((a, b) => b.found - a.found)}
        columns={columns}
        rowKey={({ name }) => name}
      />
    </details>
  );
}
