import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Funnel } from '@/features/outreach/Funnel.tsx';
import { Messages } from '@/features/outreach/Messages.tsx';
import { Recipients } from '@/features/outreach/Recipients.tsx';
import { StartDialog } from '@/features/outreach/StartDialog.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const REFRESH_MS = 5_000;

/** One sequence: its messages, its recipients, and what came of them. */
export function SequencePage({
  sequenceId,
  view,
}: {
  sequenceId: string;
  view: 'messages' | 'recipients' | 'results';
}) {
  const { t } = useTranslation('outreach');
  const query = useQuery({
    ...api.outreach.detail.queryOptions({ sequenceId }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? REFRESH_MS : false),
  });
  const link = { to: '/outreach/$sequenceId', params: { sequenceId } } as const;
  return (
    <DetailPage
      query={query}
      errorTitle={t('page.couldNotLoad')}
      header={(row) => ({
        title: row.name,
        crumbs: [{ label: t('list.title'), link: { to: '/outreach' } }, { label: <bdi>{row.name}</bdi> }],
        tag: <Tag>{t(`state.${row.state}`)}</Tag>,
        status: <Status row={row} />,
        actions: <Actions row={row} />,
      })}
      tabs={(row) => ({
        label: t('page.tabs'),
        current: view,
        items: [
          { id: 'messages', label: t('page.messages'), link: { ...link, search: {} } },
          {
            id: 'recipients',
            label: t('page.recipients'),
            link: { ...link, search: { view: 'recipients' } },
            count: Object.values(row.counts).reduce((sum, n) => sum + n, 0),
          },
          ...(row.state === 'draft'
            ? []
            : [{ id: 'results', label: t('page.results'), link: { ...link, search: { view: 'results' as const } } }]),
        ],
      })}
    >
      {(row) =>
        view === 'recipients' ? (
          <Recipients row={row} />
        ) : view === 'results' && row.state !== 'draft' ? (
          <Funnel row={row} />
        ) : (
          <Messages key={row.state} row={row} />
        )
      }
    </DetailPage>
  );
}

function Status({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  if (row.state === 'draft') return <>{t(row.check.waiting ? 'check.waiting' : 'page.draft')}</>;
  if (row.state === 'paused') return <>{t('page.paused')}</>;
  if (row.state === 'done') return <>{t('page.done')}</>;
  return row.nextAt ? (
    <>
      {t('page.next')} <DateText value={row.nextAt} />
    </>
  ) : (
    <>{t('page.sending')}</>
  );
}

function Actions({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  const navigate = useNavigate();
  const mayEdit = usePermitted('outreach.edit');
  const may = usePermitted('outreach.send');
  const [starting, setStarting] = useState(false);
  const refresh = { onSuccess: () => api.outreach.invalidate(), onError: toastError };
  const pause = trpc.outreach.pause.useMutation(refresh);
  const resume = trpc.outreach.resume.useMutation(refresh);
  const end = trpc.outreach.end.useMutation(refresh);
  const remove = trpc.outreach.remove.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/outreach', search: {} });
      await api.outreach.list.invalidate();
    },
    onError: toastError,
  });
  const of = { sequenceId: row.id };
  if (row.state === 'done') return null;
  if (row.state === 'draft')
    return (
      <>
        {mayEdit === true ? (
          <ActionMenu
            label={t('page.more')}
            items={[{ id: 'remove', label: t('page.remove'), destructive: true, onSelect: () => remove.mutate(of) }]}
          />
        ) : null}
        {row.check.waiting ? null : (
          <RefusableButton can={may} variant="ink" onClick={() => (may === true ? setStarting(true) : undefined)}>
            {t('page.start')}
          </RefusableButton>
        )}
        <StartDialog open={starting} row={row} onClose={() => setStarting(false)} />
      </>
    );
  return (
    <>
      {may === true ? (
        <ActionMenu
          label={t('page.more')}
          items={[
            {
              id: 'end',
              label: t('page.end'),
              hint: t('page.endHint'),
              destructive: true,
              onSelect: () => end.mutate(of),
            },
          ]}
        />
      ) : null}
      {row.state === 'running' ? (
        <RefusableButton
          can={may}
          pending={pause.isPending}
          onClick={() => (may === true ? pause.mutate(of) : undefined)}
        >
          {t('page.pause')}
        </RefusableButton>
      ) : (
        <Button variant="ink" pending={resume.isPending} onClick={() => resume.mutate(of)} disabled={may !== true}>
          {t('page.resume')}
        </Button>
      )}
    </>
  );
}
