import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SequenceRow } from '../../../server/features/outreach/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Suppressions } from '@/features/outreach/Suppressions.tsx';
import { templatesFor, useTemplate, type Template } from '@/features/outreach/templates.ts';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { randomId } from '@/lib/random-id.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The org's sequences, and whom it does not write to. */
export function OutreachPage({ view }: { view: 'sequences' | 'suppressed' }) {
  const { t } = useTranslation('outreach');
  const [choosing, setChoosing] = useState(false);
  const may = usePermitted('outreach.edit');
  return (
    <ListPage
      title={t('list.title')}
      status={t('list.status')}
      actions={
        <>
          <Button asChild>
            <Link to="/discovery/import">{t('list.import')}</Link>
          </Button>
          <RefusableButton can={may} variant="ink" onClick={() => (may === true ? setChoosing(true) : undefined)}>
            {t('list.new')}
          </RefusableButton>
        </>
      }
      tabs={{
        label: t('list.tabs'),
        current: view,
        items: [
          { id: 'sequences', label: t('list.sequences'), link: { to: '/outreach', search: {} } },
          { id: 'suppressed', label: t('list.suppressed'), link: { to: '/outreach', search: { view: 'suppressed' } } },
        ],
      }}
    >
      {view === 'suppressed' ? <Suppressions /> : <Sequences onNew={() => setChoosing(true)} />}
      <TemplateDialog open={choosing} onClose={() => setChoosing(false)} />
    </ListPage>
  );
}

function Sequences({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('outreach');
  const may = usePermitted('outreach.edit');
  return (
    <QueryTable
      label={t('list.title')}
      page={(after) => api.outreach.list.queryOptions(after ? { after } : {})}
      rowKey={({ id }) => id}
      columns={useColumns()}
      errorTitle={t('list.couldNotLoad')}
      emptyState={
        <EmptyState
          title={t('list.emptyTitle')}
          action={may === true ? <Button onClick={onNew}>{t('list.choose')}</Button> : undefined}
        >
          {t('list.empty')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): Column<SequenceRow>[] {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('list.column.name'),
      cell: ({ id, name }) => (
        <Link
          to="/outreach/$sequenceId"
          params={{ sequenceId: id }}
          search={{}}
          className="after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('list.column.state'),
      phone: 'corner',
      cell: ({ state }) => <Tag>{t(`state.${state}`)}</Tag>,
    },
    {
      id: 'recipients',
      header: t('list.column.recipients'),
      align: 'end',
      phone: 'fact',
      cell: ({ recipients }) => format.number(recipients),
    },
    {
      id: 'contacted',
      header: t('list.column.contacted'),
      align: 'end',
      phone: 'fact',
      cell: ({ contacted }) => format.number(contacted),
    },
    {
      id: 'replied',
      header: t('list.column.replied'),
      align: 'end',
      phone: 'fact',
      cell: ({ replied }) => format.number(replied),
    },
    {
      id: 'next',
      header: t('list.column.next'),
      align: 'end',
      phone: 'fact',
      cell: ({ nextAt, state }) => (nextAt && state === 'running' ? <DateText value={nextAt} as="relative" /> : '–'),
    },
  ];
}

/** A sequence begins with one of three templates, which the org then changes. */
function TemplateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('outreach');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const [requestKey] = useState(randomId);
  const contentOf = useTemplate();
  const { persona } = useSessionFacts();
  const [chosen, setChosen] = useState<Template | null>(null);
  const create = trpc.outreach.create.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async ({ sequenceId }) => {
      await api.outreach.list.invalidate();
      await navigate({ to: '/outreach/$sequenceId', params: { sequenceId }, search: {} });
    },
    onError: toastError,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('template.title')}
      description={t('template.text')}
      closeLabel={common('action.close')}
      pending={create.isPending}
    >
      <ul className="grid gap-4">
        {templatesFor(persona).map((template) => (
          <li key={template} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0 grow basis-56">
              <p className="heading-item">{t(`template.${template}.name`)}</p>
              <p className="text-sm text-muted-foreground">{t(`template.${template}.hint`)}</p>
            </div>
            <Button
              aria-label={t('template.use', { name: t(`template.${template}.name`) })}
              pending={create.isPending && chosen === template}
              onClick={() => {
                setChosen(template);
                create.mutate(contentOf(template));
              }}
            >
              {t('template.choose')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
