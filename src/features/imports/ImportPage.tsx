import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDetail } from '../../../server/features/imports/schema.ts';
import { DetailPage } from '@/components/page/Pages.tsx';
import { ImportResult, type ResultView } from '@/features/imports/ImportResult.tsx';
import { ImportSettings } from '@/features/imports/ImportSettings.tsx';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Progress } from '@/ui/progress.tsx';
import { Tag } from '@/ui/tag.tsx';

const REFRESH_MS = 1_000;
const isMoving = (state: ImportDetail['state'] | undefined) => state === 'reading' || state === 'running';

/** One file: what was found in it, what its columns hold, how far it came, and what became of its rows. */
export function ImportPage({ importId, view }: { importId: string; view: ResultView }) {
  const { t } = useTranslation('imports');
  const query = useQuery({
    ...api.imports.detail.queryOptions({ importId }),
    refetchInterval: ({ state: { data } }) => (isMoving(data?.state) ? REFRESH_MS : false),
  });
  const state = query.data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'canceled') void api.imports.people.invalidate();
  }, [state]);
  return (
    <DetailPage
      query={query}
      errorTitle={t('page.couldNotLoad')}
      header={(row) => ({
        title: row.fileName,
        crumbs: [{ label: t('list.title'), link: { to: '/discovery/import' } }, { label: <bdi>{row.fileName}</bdi> }],
        tag: <Tag>{t(`state.${row.state}`)}</Tag>,
        actions: <CancelButton row={row} />,
      })}
    >
      {(row) => <Body row={row} view={view} />}
    </DetailPage>
  );
}

function CancelButton({ row: { id, state } }: { row: ImportDetail }) {
  const { t } = useTranslation('imports');
  const may = usePermitted('import.run');
  const cancel = trpc.imports.cancel.useMutation({ onSuccess: () => api.imports.invalidate(), onError: toastError });
  if (may !== true || state === 'done' || state === 'refused' || state === 'canceled') return null;
  return (
    <Button pending={cancel.isPending} onClick={() => cancel.mutate({ importId: id })}>
      {t('page.cancel')}
    </Button>
  );
}

function Body({ row, view }: { row: ImportDetail; view: ResultView }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  if (row.state === 'reading')
    return (
      <p role="status" className="text-ui text-muted-foreground">
        {t('page.reading')}
      </p>
    );
  if (row.state === 'refused')
    return (
      <Alert
        tone="problem"
        title={t('page.refused')}
        action={
          <Link to="/discovery/import" className="link">
            {t('page.another')}
          </Link>
        }
      >
        {t(`refusal.${row.refusal ?? 'damaged'}`)}
      </Alert>
    );
  if (row.state === 'ready') return <ImportSettings key={row.version} row={row} />;
  const total = row.rowsTotal ?? 0;
  return (
    <>
      {row.state === 'running' ? (
        <div className="max-w-form">
          <p role="status" className="mb-1.5 text-ui">
            {t('page.running', { read: format.number(row.rowsRead), total: format.number(total) })}
          </p>
          <Progress
            value={total === 0 ? 0 : Math.round((100 * row.rowsRead) / total)}
            label={t('page.running', { read: format.number(row.rowsRead), total: format.number(total) })}
          />
        </div>
      ) : null}
      {row.state === 'canceled' ? <Alert>{t('page.canceled')}</Alert> : null}
      {row.state === 'running' ? null : <ImportResult row={row} view={view} />}
    </>
  );
}
