import { useTranslation } from 'react-i18next';
import { DealSlip } from '@/components/deal/DealSlip.tsx';
import { MONEY_STATE_ICONS } from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';

const BRAND = 'Café Lumen';
const CREATOR = 'Maya Laurent';
/** A moment of an ordinary deal: one part held and in review, one not funded yet. */
const HELD = { amount: 45_000, currency: 'EUR' } as const;
const AWAITING = 15_000;
const LEFT = [
  { unit: 'day', text: '1' },
  { unit: 'hour', text: '07' },
  { unit: 'minute', text: '00' },
] as const;

export function HeroSlip({ className }: { className?: string }) {
  const { t } = useTranslation('landing');
  const { t: common } = useTranslation();
  const Held = MONEY_STATE_ICONS.held;
  return (
    <DealSlip
      brand={BRAND}
      creator={CREATOR}
      title={t('slip.title', { creator: CREATOR, brand: BRAND })}
      parts={{ held: HELD.amount, awaiting: AWAITING }}
      currency={HELD.currency}
      figures={
        <div className="flex items-end justify-between gap-3">
          <div>
            <p className="flex items-center gap-1.5 text-sm font-semibold text-held-foreground">
              <Held aria-hidden className="size-3.5" />
              {common('moneyState.held')}
            </p>
            <p className="text-[1.875rem] leading-9 font-semibold tracking-[-0.02em]">
              <MoneyText money={HELD} />
            </p>
          </div>
          <div className="text-end text-sm">
            <p className="text-muted-foreground">{t('slip.clock')}</p>
            <p className="figures inline-flex gap-1.5 font-semibold">
              {LEFT.map(({ unit, text }) => (
                <span key={unit}>
                  {text} {common(`unit.${unit}`)}
                </span>
              ))}
            </p>
          </div>
        </div>
      }
      {...(className ? { className } : {})}
    >
      <span className="text-muted-foreground">{t('slip.text')}</span>
    </DealSlip>
  );
}
