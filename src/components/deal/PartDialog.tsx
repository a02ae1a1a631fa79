import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { partProblem, previewOfPart } from '../../../server/features/escrow/release/rules.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

interface PartDialogProps {
  /** Its page's deal or review. */
  deal: Pick<DealDto, 'brand' | 'creator' | 'terms' | 'serverNow'>;
  m: MilestoneDto;
  onClose: () => void;
}

/** Releases a part of what is held; the lines say what goes out and what stays, by the rules that the server applies. */
export function PartDialog({ deal, m, onClose }: PartDialogProps) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const [text, setText] = useState('');
  useFormDraft(`part.${m.id}`, { read: () => text || null, restore: setText });
  const [requestKey] = useState(randomId);
  const act = trpc.escrow.releasePart.useMutation(withRequestKey(requestKey));
  const money = (amount: number) => ({ amount, currency: m.currency });
  // Whether it is a part of what is held is for the rule of parts to say, not for that of prices.
  const parsed = text.trim() === '' ? null : parseAmount(text, m.currency, () => null);
  const amount = parsed?.ok ? parsed.amount : null;
  const problem = amount === null ? null : partProblem(amount, m.rest, m.currency);
  const step = { currency: m.currency, held: format.money(money(m.rest)) };
  const error =
    parsed && !parsed.ok
      ? t('part.notAnAmount', step)
      : problem
        ? t(
            problem === 'above_held' ? 'part.aboveHeld' : problem === 'off_step' ? 'part.offStep' : 'part.tooSmall',
            step,
          )
        : null;
  const valid = amount !== null && !error ? amount : null;
  const preview =
    valid === null
      ? null
      : previewOfPart(valid, m.rest, {
          now: deal.serverNow,
          clocks: deal.terms.clocks,
          holdEnd: m.holdExpiresAt,
        });
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('dialog.releasePart.title', { milestone: m.title })}
      submitLabel={
        valid === null
          ? t('dialog.releasePart.empty')
          : t('dialog.releasePart.button', { amount: format.money(money(valid)) })
      }
      variant="money"
      pending={act.isPending}
      error={act.error}
      incomplete={valid === null ? t('part.enter') : false}
      onDecide={async () => {
        if (valid === null) return;
        await act.mutateAsync({ milestoneId: m.id, version: m.version, amount: valid });
        setText('');
      }}
    >
      <p>{t('part.text', { creator: deal.creator.name, brand: deal.brand.name })}</p>
      <Field id="part-amount" label={t('part.amount')} hint={t('part.held', step)} error={error ?? undefined}>
        <Input
          id="part-amount"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'part-amount-error' : 'part-amount-hint'}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {preview && valid !== null ? (
        <>
          <QuoteLines
            lines={[{ id: 'creator', label: t('part.to', { name: deal.creator.name }), money: money(valid) }]}
            total={{ label: t('part.left'), money: money(preview.left) }}
          />
          <p className="text-sm text-muted-foreground">
            {preview.whole ? t('part.whole') : t('part.goesOn')} {t('dialog.at')} <DateText value={preview.at} />.
          </p>
        </>
      ) : null}
    </DecisionDialog>
  );
}
