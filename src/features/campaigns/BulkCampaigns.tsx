import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkAct, CampaignBulkRow, CampaignListItem } from '../../../server/features/campaigns/schema.ts';
import { CAMPAIGN_MACHINE, MAX_BULK } from '../../../server/features/campaigns/rules.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { SelectionBar } from '@/components/table/SelectionBar.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const ACTS = ['publish', 'pause', 'resume', 'close', 'cancel', 'deleteDraft'] as const satisfies readonly BulkAct[];

/** Acts on the chosen campaigns that at least one of them allows; each row says what became of it. */
export function BulkCampaigns({
  chosen,
  onChosen,
}: {
  chosen: readonly CampaignListItem[];
  onChosen: (left: readonly CampaignListItem[]) => void;
}) {
  const { t } = useTranslation('campaigns');
  useErrorText();
  const [confirming, setConfirming] = useState<BulkAct | null>(null);
  const [result, setResult] = useState<readonly (CampaignBulkRow & { title: string })[]>([]);
  const run = trpc.campaigns.bulk.useMutation({
    onSuccess: (rows) => {
      setResult(rows.map((row) => ({ ...row, title: chosen.find(({ id }) => id === row.id)?.title ?? '' })));
      setConfirming(null);
      onChosen(chosen.filter(({ id }) => rows.some((row) => row.id === id && !row.ok)));
    },
    // Rows before a fault have their effect.
    onSettled: () => api.campaigns.invalidate(),
  });
  const offered = ACTS.filter((act) =>
    chosen.some(({ state }) => (CAMPAIGN_MACHINE[act].from as readonly string[]).includes(state)),
  );
  const done = result.filter(({ ok, already }) => ok && !already);
  const shown = result.length > 0 || chosen.length > 0;
  return (
    <>
      {shown ? (
        <SelectionBar label={t('bulk.chosen', { count: chosen.length })}>
          {result.length > 0 ? (
            <Alert
              tone={done.length === result.length ? 'done' : 'caution'}
              className="w-full"
              title={t('bulk.done', { count: done.length, of: result.length })}
              action={
                <Button size="small" variant="quiet" onClick={() => setResult([])}>
                  {t('bulk.dismiss')}
                </Button>
              }
            >
              {/* A list that scrolls must be focusable. */}
              <ul tabIndex={0} className="max-h-40 overflow-y-auto">
                {result.map((row) => (
                  <li key={row.id}>
                    <bdi>{row.title || t('wizard.untitled')}</bdi>: <ResultText row={row} />
                  </li>
                ))}
              </ul>
            </Alert>
          ) : null}
          {chosen.length > 0 ? (
            <>
              <p role="status" className="text-sm font-semibold">
                {t('bulk.chosen', { count: chosen.length })}
                {chosen.length >= MAX_BULK ? (
                  <span className="block font-normal text-muted-foreground">{t('bulk.most')}</span>
                ) : null}
              </p>
              <div className="ms-auto flex flex-wrap items-center gap-2">
                <Button variant="quiet" onClick={() => onChosen([])}>
                  {t('bulk.clear')}
                </Button>
                {offered.map((act) => (
                  <Button
                    key={act}
                    onClick={() => {
                      run.reset();
                      setConfirming(act);
                    }}
                  >
                    {t(`bulk.act.${act}`)}
                  </Button>
                ))}
              </div>
            </>
          ) : null}
        </SelectionBar>
      ) : null}
      {confirming ? (
        <ConfirmDialog
          title={t(`bulk.title.${confirming}`, { count: chosen.length })}
          text={t('bulk.text')}
          submitLabel={t(`bulk.act.${confirming}`)}
          keepLabel={t('act.keep')}
          destructive={confirming === 'cancel' || confirming === 'deleteDraft'}
          pending={run.isPending}
          error={run.error}
          onConfirm={() => run.mutate({ act: confirming, campaignIds: chosen.map(({ id }) => id) })}
          onClose={() => setConfirming(null)}
        />
      ) : null}
    </>
  );
}

function ResultText({ row: { ok, already, code } }: { row: CampaignBulkRow }) {
  const { t } = useTranslation('campaigns');
  if (already) return t(`bulk.already.${already}`);
  return ok ? t('bulk.ok') : codeText(code !== null && isErrorCode(code) ? code : 'state.wrong');
}
