import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeldText } from '../../../server/features/moderation/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection, RowAct } from '@/features/platform/ListSection.tsx';
import { AccountLink } from '@/features/platform/Whom.tsx';
import { heldPage } from '@/features/platform/use-held-texts.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

const ReasonDialog = lazyNamed(() => import('@/features/platform/ReasonDialog.tsx'), 'ReasonDialog');

const MAX_REASON_LENGTH = 200;

/** Texts that the rules hold back, the oldest first, with the words that a rule is about. */
export function HeldTexts() {
  const { t } = useTranslation('platform');
  const columns: Column<HeldText>[] = [
    {
      id: 'text',
      header: t('held.text'),
      cell: (row) => (
        <>
          <Tag>{t(`held.kind.${row.kind}`)}</Tag>
          <p dir="auto" className="mt-1 max-w-70ch font-normal whitespace-pre-line wrap-anywhere">
            {row.text.slice(0, row.start)}
            <mark className="rounded-sm bg-awaiting-surface px-0.5 text-awaiting-foreground">
              {row.text.slice(row.start, row.end)}
            </mark>
            {row.text.slice(row.end)}
          </p>
        </>
      ),
    },
    { id: 'why', header: t('held.why'), cell: (row) => t(`held.rule.${row.rule}`) },
    { id: 'by', header: t('held.by'), cell: (row) => <AccountLink orgId={row.orgId} name={row.orgName} /> },
    { id: 'since', header: t('operation.since'), cell: (row) => <DateText value={row.at} as="relative" /> },
    { id: 'act', header: t('act'), align: 'end', cell: (row) => <Decide text={row} /> },
  ];
  return (
    <PagedSection
      id="held"
      title={t('held.title')}
      none={t('held.none')}
      page={heldPage}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const refresh = () => api.moderation.invalidate();

function Decide({ text }: { text: HeldText }) {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const [removing, setRemoving] = useState(false);
  const release = trpc.moderation.release.useMutation({ onSettled: refresh });
  const remove = trpc.moderation.remove.useMutation({ onSettled: refresh });
  return (
    <>
      <RowAct
        act={release}
        may={may('moderation.release')}
        label={t('held.release')}
        onAct={() => release.mutate({ heldId: text.id })}
      >
        {may('moderation.remove') ? (
          <Button size="small" variant="destructive" onClick={() => setRemoving(true)}>
            {t('held.remove')}
          </Button>
        ) : null}
      </RowAct>
      {removing ? (
        <Suspense fallback={null}>
          <ReasonDialog
            schema={() =>
              import('../../../server/features/moderation/schema.ts').then((all) =>
                all.removeTextInput.pick({ reason: true }),
              )
            }
            field="reason"
            label={t('held.reason')}
            maxLength={MAX_REASON_LENGTH}
            title={t('held.removeTitle')}
            submit={t('held.remove')}
            destructive
            draft={`held.${text.id}`}
            call={remove}
            onSubmit={(reason) => remove.mutateAsync({ heldId: text.id, reason })}
            onClose={() => setRemoving(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
