import { useTranslation } from 'react-i18next';
import { DealCard } from '@/components/deal/DealCard.tsx';
import { MONEY_STATE_ICONS } from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DEMO_DEAL } from '@/features/welcome/content.ts';

const LEFT = [
  { unit: 'day', text: '1' },
  { unit: 'hour', text: '07' },
  { unit: 'minute', text: '00' },
] as const;

/** A sample deal: one part held and in review, one not funded yet. */
export function HeroDealCard({ className }: { className?: string }) {
  const { t } = useTranslation('landing');
  const { t: common } = useTranslation();
  const { brand, creator, currency, price, nextPart } = DEMO_DEAL;
  const Held = MONEY_STATE_ICONS.held;
  return (
    <DealCard
      brand={brand}
      creator={creator}
      title={t('dealCard.title', { creator, brand })}
      parts={{ held: price, awaiting: nextPart }}
      currency={currency}
      figures={
        <div className="flex items-end justify-between gap-3">
          <div>
            <p className="flex items-center gap-1.5 text-sm font-semibold text-held-foreground">
              <Held aria-hidden className="size-3.5" />
              {common('moneyState.held')}
            </p>
            <p className="text-[1.875rem] leading-9 font-semibold tracking-heading">
              <MoneyText money={{ amount: price, currency }} />
            </p>
          </div>
          <div className="text-end text-sm">
            <p className="text-muted-foreground">{t('dealCard.clock')}</p>
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
      <span className="text-muted-foreground">{t('dealCard.text')}</span>
    </DealCard>
  );
}
