import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkRow } from '../../../server/features/campaigns/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { actionOfStep, OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { SelectionBar } from '@/components/table/SelectionBar.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { type BoardCard, isOpenApplication } from '@/features/campaigns/board-cards.ts';
import { money } from '@/features/campaigns/campaign-money.ts';
import { useApplicantActs } from '@/features/campaigns/use-applicants.ts';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Tag } from '@/ui/tag.tsx';

const DeclineDialog = lazyNamed(() => import('@/features/campaigns/DeclineDialog.tsx'), 'DeclineDialog');

/** The cards of the board as rows, those that need the brand first; open applications can be decided together. */
export function ApplicantTable({
  cards,
  onOpen,
}: {
  cards: readonly BoardCard[];
  onOpen: (applicationId: string) => void;
}) {
  const { t } = useTranslation('campaigns');
  const explain = useErrorText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<readonly BulkRow[]>([]);
  const [declining, setDeclining] = useState(false);
  const finish = (rows: BulkRow[]) => {
    setFailed(rows.filter(({ ok }) => !ok));
    setChosen(new Set(rows.filter(({ ok }) => !ok).map(({ id }) => id)));
  };
  const { shortlist } = useApplicantActs(finish);
  const nameOf = (id: string) => cards.find(({ key }) => key === id)?.name ?? '';
  const picked = cards.filter(({ key }) => chosen.has(key));
  const columns = useColumns({
    chosen,
    onChoose: (id, on) => setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((other) => other !== id))),
    onOpen,
  });
  return (
    <>
      <DataTable
        label={t('board.list')}
        rows={cards}
        rowKey={({ key }) => key}
        columns={columns}
        selected={({ key }) => chosen.has(key)}
      />
      {picked.length > 0 ? (
        <SelectionBar label={t('mine.applications', { count: picked.length })}>
          {shortlist.error ? (
            <Alert tone="problem" className="w-full">
              {explain(shortlist.error)}
            </Alert>
          ) : null}
          {failed.length > 0 ? (
            <Alert tone="problem" className="w-full">
              {/* A list that scrolls must be focusable. */}
              <ul tabIndex={0} className="max-h-40 overflow-y-auto">
                {failed.map(({ id, code }) => (
                  <li key={id}>
                    <bdi>{nameOf(id)}</bdi>: {code && isErrorCode(code) ? codeText(code) : codeText('state.wrong')}
                  </li>
                ))}
              </ul>
            </Alert>
          ) : null}
          <p role="status" className="text-sm font-semibold">
            {t('mine.applications', { count: picked.length })}
          </p>
          <div className="ms-auto flex flex-wrap items-center gap-2">
            <Button pending={shortlist.isPending} onClick={() => shortlist.mutate({ applicationIds: [...chosen] })}>
              {t('applicant.shortlist')}
            </Button>
            <Button onClick={() => setDeclining(true)}>{t('applicant.decline')}</Button>
          </div>
        </SelectionBar>
      ) : null}
      {declining ? (
        <Suspense fallback={null}>
          <DeclineDialog
            applicants={picked.map(({ key, name }) => ({ applicationId: key, name }))}
            onClose={() => setDeclining(false)}
            onDone={finish}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface ColumnOptions {
  chosen: ReadonlySet<string>;
  onChoose: (id: string, on: boolean) => void;
  onOpen: (applicationId: string) => void;
}

function useColumns({ chosen, onChoose, onOpen }: ColumnOptions): Column<BoardCard>[] {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  return [
    {
      id: 'creator',
      header: t('board.column.creator'),
      cell: (card) => (
        <span className="flex items-center gap-2.5">
          {card.kind === 'applicant' && isOpenApplication(card.applicant.state) ? (
            <Checkbox
              aria-label={card.name}
              checked={chosen.has(card.key)}
              onCheckedChange={(on) => onChoose(card.key, on === true)}
            />
          ) : null}
          <CreatorAvatar {...faceOf(card)} />
          {card.kind === 'applicant' ? (
            <button type="button" className="text-start hover:underline" onClick={() => onOpen(card.key)}>
              <bdi>{card.name}</bdi>
            </button>
          ) : (
            <Link to="/smart-contracts/$contractId" params={{ contractId: card.key }} className="hover:underline">
              <bdi>{card.name}</bdi>
            </Link>
          )}
        </span>
      ),
    },
    {
      id: 'stage',
      header: t('board.column.stage'),
      phone: 'line',
      cell: (card) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {card.needsYou ? (
            <OurTurnTag action={card.kind === 'deal' ? actionOfStep(card.deal.nextAction) : 'application.decide'} />
          ) : null}
          {card.kind === 'deal' && card.deal.milestone && card.deal.milestone.state !== 'proposed' ? (
            <MilestoneStateTag state={shownState(card.deal.milestone)} />
          ) : (
            <Tag>{t(`board.stage.${card.stage}`)}</Tag>
          )}
        </span>
      ),
    },
    {
      id: 'audience',
      header: t('board.column.audience'),
      align: 'end',
      cell: ({ followers }) => (followers === null ? '–' : format.compact(followers)),
    },
    {
      id: 'when',
      header: t('board.column.when'),
      cell: (card) =>
        card.kind === 'applicant' ? (
          <DateText value={card.applicant.createdAt} as="relative" />
        ) : card.deal.deadlineAt ? (
          <Countdown deadline={card.deal.deadlineAt} />
        ) : (
          '–'
        ),
    },
    {
      id: 'price',
      header: t('board.column.price'),
      align: 'end',
      cell: (card) => (
        <MoneyText
          money={
            card.kind === 'applicant'
              ? money(card.applicant.price, card.applicant.currency)
              : money(card.deal.total, card.deal.currency)
          }
        />
      ),
    },
  ];
}
