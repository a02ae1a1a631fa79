import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundOrg } from '../../../server/features/platform/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { lazy } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const HoldDialog = lazy(() => import('@/features/platform/HoldDialog.tsx').then((module) => ({ default: module.HoldDialog })));

const SHORTEST_SEARCH = 2;

/** Finds an account and puts it on hold or lifts the hold. */
export function Accounts() {
  const { t } = useTranslation('platform');
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const query = useQuery({ ...api.platform.findOrgs.queryOptions({ q }), enabled: q.length >= SHORTEST_SEARCH, placeholderData: keepPreviousData });
  const columns: Column<FoundOrg>[] = [
    { id: 'name', header: t('account.name'), cell: (org) => <><bdi>{org.name}</bdi> <bdi dir="ltr" className="font-normal text-muted-foreground">{org.slug}</bdi></> },
    { id: 'kind', header: t('account.kind'), cell: (org) => t(`account.kinds.${org.kind}`) },
    { id: 'state', header: t('account.state'), cell: (org) => (org.suspendedAt ? <>{t('account.since')} <DateText value={org.suspendedAt} /></> : t('account.active')) },
    { id: 'act', header: <span className="sr-only">{t('act')}</span>, align: 'end', phone: 'line', cell: (org) => <Hold org={org} /> },
  ];
  return (
    <section>
      <h2 className="heading-section mb-2">{t('account.title')}</h2>
      <Field id="account-search" label={t('account.find')} hint={t('account.findHint')} className="mb-3 max-w-sm">
        <Input id="account-search" type="search" dir="auto" aria-describedby="account-search-hint" value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      {q.length < SHORTEST_SEARCH ? null : query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('account.none')} />
      ) : (
        <DataTable label={t('account.title')} rows={query.data} columns={columns} rowKey={({ orgId }) => orgId} />
      )}
    </section>
  );
}

function Hold({ org }: { org: FoundOrg }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const [asking, setAsking] = useState(false);
  const reinstate = trpc.platform.reinstateOrg.useMutation({ onSettled: () => api.platform.findOrgs.invalidate() });
  if (org.suspendedAt) {
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        {reinstate.error ? <span role="alert" className="text-sm text-destructive">{explain(reinstate.error)}</span> : null}
        <Button size="small" pending={reinstate.isPending} onClick={() => reinstate.mutate({ orgId: org.orgId })}>{t('account.reinstate')}</Button>
      </span>
    );
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>{t('account.suspend')}</Button>
      <Suspense fallback={null}>{asking ? <HoldDialog org={org} onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  );
}
