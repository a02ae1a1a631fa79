import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrency } from '../../../server/core/money.ts';
import type { DeletionBlocker, MyDeletion } from '../../../server/features/privacy/schema.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DemoGrace } from '@/features/profile/DemoGrace.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Deletion of the account: requested after one confirmation, tracked here, withdrawn by one click until the end. */
export function DeletionSection() {
  const { t } = useTranslation('profile');
  const query = useQuery(api.privacy.deletion.queryOptions());
  if (query.isPending) return <PendingSkeleton rows={2} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />;
  return query.data ? <Running deletion={query.data} /> : <Ask />;
}

function Ask() {
  const { t } = useTranslation('profile');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const request = trpc.privacy.requestDeletion.useMutation({
    onSuccess: () => setIsDialogOpen(false),
    // Also after a lost answer: the deletion may have been requested.
    onSettled: () => api.privacy.deletion.invalidate(),
  });
  return (
    <div className="grid gap-3">
      <p>
        <Link to="/data-deletion" className="link">
          {t('deletion.read')}
        </Link>
      </p>
      <DemoGrace />
      <div>
        <Button variant="destructive" onClick={() => setIsDialogOpen(true)}>
          {t('deletion.ask')}
        </Button>
      </div>
      <Dialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        pending={request.isPending}
        title={t('deletion.sure')}
        description={t('deletion.sureText')}
        closeLabel={common('action.close')}
        footer={
          <>
            <Button aria-disabled={request.isPending || undefined} onClick={() => setIsDialogOpen(false)}>
              {t('deletion.keep')}
            </Button>
            <Button variant="destructive" pending={request.isPending} onClick={() => request.mutate()}>
              {t('deletion.ask')}
            </Button>
          </>
        }
      >
        {request.error ? <Alert tone="problem">{explain(request.error)}</Alert> : null}
      </Dialog>
    </div>
  );
}

function Running({ deletion }: { deletion: MyDeletion }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const format = useFormat();
  const withdraw = trpc.privacy.cancelDeletion.useMutation({ onSuccess: () => api.privacy.deletion.invalidate() });
  return (
    <div className="grid gap-3">
      {withdraw.error ? <Alert tone="problem">{explain(withdraw.error)}</Alert> : null}
      <Alert tone={deletion.state === 'blocked' ? 'caution' : 'note'}>
        {deletion.eraseAt
          ? t('deletion.plannedFor', { date: format.dateTime(deletion.eraseAt) })
          : deletion.state === 'blocked'
            ? t('deletion.blocked')
            : t('deletion.checking')}
      </Alert>
      {deletion.blockers.length > 0 ? (
        <ul className="list-disc ps-5">
          {deletion.blockers.map((blocker) => (
            <li key={blocker.kind}>
              <BlockerText blocker={blocker} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted-foreground">
        {t('deletion.code')}{' '}
        <bdi dir="ltr" className="figures font-medium">
          {deletion.code}
        </bdi>
      </p>
      <div>
        <Button variant="ink" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('deletion.keep')}
        </Button>
      </div>
    </div>
  );
}

function BlockerText({ blocker }: { blocker: DeletionBlocker }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const sums = blocker.amounts.flatMap(({ amount, currency }) =>
    isCurrency(currency) ? [format.money({ amount, currency })] : [],
  );
  const text = t(`deletion.blocker.${blocker.kind}`);
  return <>{sums.length > 0 ? format.labeled(text, format.list(sums)) : text}</>;
}
