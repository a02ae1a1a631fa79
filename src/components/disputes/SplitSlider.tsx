import { CircleCheck, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { stepOf } from '../../../server/core/money.ts';
import type { DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import { settledShares, settlementAt } from '../../../server/features/escrow/settlement/rules.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
import { cn } from '@/lib/cn.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { useFormat } from '@/lib/format.ts';

/** Divides what is disputed between both sides; arrow keys move it by a percent, the value is always one of the currency's steps. */
export function SplitSlider({
  milestone,
  amount,
  value,
  onChange,
}: {
  milestone: DisputedMilestone;
  amount: number;
  value: number;
  onChange: (creatorGets: number) => void;
}) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const id = useId();
  const { currency, creator, brand } = milestone;
  const step = stepOf(currency);
  const money = (sum: number) => format.money({ amount: sum, currency });
  // The last stop is all of it, whatever the step.
  const set = (raw: number) => onChange(raw >= amount ? amount : Math.min(amount, Math.round(raw / step) * step));
  const share = amount === 0 ? 0 : Math.round((value / amount) * 100) * 100;
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-x-4">
        <p className="min-w-0">
          <span className="flex items-start gap-1.5 text-sm text-released-foreground">
            <CircleCheck aria-hidden className="mt-0.75 size-3.5 shrink-0" />
            {t('offer.toCreator', { name: creator.name })}
          </span>
          <MoneyText money={{ amount: value, currency }} className="text-lg font-semibold" />
        </p>
        <p className="min-w-0 text-end">
          <span className="flex items-start justify-end gap-1.5 text-sm text-refunded-foreground">
            <Undo2 aria-hidden className="mt-0.75 flip size-3.5 shrink-0" />
            {t('offer.toBrand', { name: brand.name })}
          </span>
          <MoneyText money={{ amount: amount - value, currency }} className="text-lg font-semibold" />
        </p>
      </div>
      <label htmlFor={id} className="sr-only">
        {t('offer.slider', { name: creator.name })}
      </label>
      <div className="relative h-8">
        <input
          id={id}
          type="range"
          min={0}
          max={amount}
          step={Math.max(step, Math.floor(amount / 100 / step) * step)}
          value={value}
          aria-valuetext={`${money(value)} (${format.percent(share)})`}
          onChange={(event) => set(Number(event.currentTarget.value))}
          className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
        />
        <SplitBar share={amount === 0 ? 0 : value / amount} className="absolute inset-x-0 inset-y-2.5 h-3" />
        <span
          aria-hidden
          className="absolute inset-y-0 grid w-7 place-items-center rounded-md border border-foreground bg-card peer-focus-visible:ring-3 peer-focus-visible:ring-ring"
          style={{ insetInlineStart: `calc((100% - 1.75rem) * ${amount === 0 ? 0 : value / amount})` }}
        >
          <span className="h-3 w-1.5 border-x-2 border-foreground" />
        </span>
      </div>
    </div>
  );
}

/** What goes to the creator, in the color of released money, beside what goes back. The amounts are in the text. */
export function SplitBar({ share, className }: { share: number; className?: string }) {
  return (
    <div
      aria-hidden
      className={cn('flex overflow-hidden rounded-sm border-y-2 border-refunded bg-refunded-surface', className)}
    >
      <span className="-my-0.5 bg-released" style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}

/** What each side receives at this split, by the functions that settle it. */
export function SplitPreview({
  milestone,
  creatorGets,
  side,
}: {
  milestone: DisputedMilestone;
  creatorGets: number;
  side: Side | null;
}) {
  const { t } = useTranslation('disputes');
  const { charge, before, currency, commissionBps } = milestone;
  const parts = { before, kept: creatorGets };
  const { back } = settlementAt(charge, parts, currency);
  const shares = settledShares(parts, commissionBps, currency);
  const lines: [string, number][] = [
    [t('preview.creator', { name: milestone.creator.name }), side === 'brand' ? creatorGets : shares.creator],
    ...(side !== 'brand' && shares.agent > 0 ? ([[t('preview.agency'), shares.agent]] as [string, number][]) : []),
    [t('preview.back', { name: milestone.brand.name }), back.total],
  ];
  return (
    <div className="text-sm">
      <p className="font-semibold">{t('preview.title')}</p>
      <dl className="mt-1 grid gap-1">
        {lines.map(([label, amount]) => (
          <div key={label} className="flex items-baseline justify-between gap-x-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="shrink-0">
              <MoneyText money={{ amount, currency }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
