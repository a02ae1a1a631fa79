import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { stepOf } from '../../../server/core/money.ts';
import type { DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import { settledShares, settlementAt } from '../../../server/features/escrow/settlement/rules.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
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
  const { currency, creatorName, brandName } = milestone;
  const step = stepOf(currency);
  const money = (sum: number) => format.money({ amount: sum, currency });
  // The last stop is all of it, whatever the step.
  const set = (raw: number) => onChange(raw >= amount ? amount : Math.min(amount, Math.round(raw / step) * step));
  const share = amount === 0 ? 0 : Math.round((value / amount) * 100);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p>
          <span className="block text-sm text-released-foreground">{t('offer.toCreator', { name: creatorName })}</span>
          <b className="figures text-lg font-semibold">{money(value)}</b>
        </p>
        <p className="text-end">
          <span className="block text-sm text-refunded-foreground">{t('offer.toBrand', { name: brandName })}</span>
          <b className="figures text-lg font-semibold">{money(amount - value)}</b>
        </p>
      </div>
      <label htmlFor={id} className="sr-only">
        {t('offer.slider', { name: creatorName })}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={amount}
        step={Math.max(step, Math.floor(amount / 100 / step) * step)}
        value={value}
        aria-valuetext={`${money(value)} (${share} %)`}
        onChange={(event) => set(Number(event.currentTarget.value))}
        className="h-8 w-full accent-primary"
      />
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
  const format = useFormat();
  const { charge, before, currency, commissionBps } = milestone;
  const parts = { before, kept: creatorGets };
  const { back } = settlementAt(charge, parts, currency);
  const shares = settledShares(parts, commissionBps, currency);
  const money = (sum: number) => format.money({ amount: sum, currency });
  const lines = [
    [t('preview.creator', { name: milestone.creatorName }), money(side === 'brand' ? creatorGets : shares.creator)],
    ...(side !== 'brand' && shares.agent > 0 ? [[t('preview.agency'), money(shares.agent)]] : []),
    [t('preview.back', { name: milestone.brandName }), money(back.total)],
  ];
  return (
    <div className="text-sm">
      <p className="font-semibold">{t('preview.title')}</p>
      <dl className="mt-1 grid gap-1">
        {lines.map(([label, sum]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="figures">{sum}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
