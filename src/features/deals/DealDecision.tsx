import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useKeptDraft } from '@/lib/kept-draft.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export type Decision = 'approve' | 'requestChanges' | 'extendReview' | 'cancel';

export interface DealDecisionProps {
  deal: DealDto;
  m: MilestoneDto;
  decision: Decision | null;
  onClose: () => void;
}

/** One decision with what it does to the money, as the server's own preview says; the button carries the amount. */
export function DealDecision({ deal, m, decision, onClose }: DealDecisionProps) {
  const { t } = useTranslation('deals');
  const { t: common } = useTranslation();
  const format = useFormat();
  // Of each decision: what is asked of the other side is no reason to cancel.
  const [reasons, setReasons] = useState<Partial<Record<Decision, string>>>({});
  const reason = (decision && reasons[decision]) ?? '';
  const setReason = (text: string) => setReasons((before) => (decision ? { ...before, [decision]: text } : before));
  const [briefItem, setBriefItem] = useState('');
  useKeptDraft(`decision.${m.id}`, { read: () => (Object.values(reasons).some(Boolean) ? reasons : null), restore: setReasons });
  const options = withRequestKey(useIntentKey(decision));
  const approve = trpc.escrow.approve.useMutation(options);
  const requestChanges = trpc.escrow.requestChanges.useMutation(options);
  const extendReview = trpc.escrow.extendReview.useMutation(options);
  const cancel = trpc.escrow.cancel.useMutation(options);
  const act = { approve, requestChanges, extendReview, cancel }[decision ?? 'approve'];
  useEffect(() => {
    if (decision) return;
    for (const ended of [approve, requestChanges, extendReview, cancel]) ended.reset();
    // Only closing resets; the mutation objects change on every render.
    // oxlint-disable-next-line exhaustive-deps
  }, [decision]);

  const row = deal.whatIf?.milestoneId === m.id ? deal.whatIf.rows.find((r) => r.choice === decision) : undefined;
  const amount = format.money({ amount: row?.amount ?? m.amount, currency: m.currency });
  const brief = [...new Set(deal.terms.deliverables.flatMap((d) => d.brief))];
  const incomplete = decision === 'requestChanges' && (reason.trim().length < 3 || (brief.length > 0 && briefItem === ''));

  const decide = async () => {
    const target = { milestoneId: m.id, version: m.version };
    await (decision === 'approve' ? approve.mutateAsync(target)
      : decision === 'requestChanges' ? requestChanges.mutateAsync({ ...target, reason: reason.trim(), briefItem: briefItem || t('brief.other') })
      : decision === 'extendReview' ? extendReview.mutateAsync(target)
      : cancel.mutateAsync({ ...target, reason: reason.trim() }));
    setReason('');
    setBriefItem('');
  };

  const values = { amount, milestone: m.title, creator: deal.creator.name, brand: deal.brand.name };
  return (
    <DecisionDialog
      open={decision !== null}
      onClose={onClose}
      title={decision ? t(`dialog.${decision}.title`, values) : ''}
      submitLabel={decision ? t(`dialog.${decision}.button`, values) : ''}
      variant={decision === 'approve' ? 'money' : decision === 'cancel' ? 'destructive' : 'ink'}
      pending={act.isPending}
      error={act.error}
      incomplete={incomplete}
      onDecide={decide}
    >
      <p>
        {decision && row ? t(`outcome.${row.outcome}` as 'outcome.release', values) : null}
        {row?.at && decision !== 'approve' ? <> {t('dialog.at')} <b className="font-semibold"><DateText value={row.at} /></b>.</> : null}
      </p>
      {decision === 'cancel' && row && row.toWhom === 'brand' ? <p>{t('dialog.cancel.back', values)}</p> : null}
      {decision === 'requestChanges' ? (
        <>
          {brief.length > 0 ? (
            <Field id="brief-item" label={t('brief.label')} hint={t('brief.hint')}>
              <Select id="brief-item" value={briefItem} onValueChange={setBriefItem} placeholder={common('form.choose')} options={brief.map((item) => ({ value: item, label: item }))} />
            </Field>
          ) : null}
          <Field id="change-reason" label={t('reason.label')}>
            <Textarea id="change-reason" rows={4} maxLength={2000} dir="auto" value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </>
      ) : null}
      {decision === 'cancel' ? (
        <Field id="cancel-reason" label={t('reason.cancel')} mark={common('form.optional')}>
          <Textarea id="cancel-reason" rows={3} maxLength={500} dir="auto" value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ) : null}
    </DecisionDialog>
  );
}
