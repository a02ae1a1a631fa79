import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { AdItem } from '../../../server/features/ads/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PayText } from '@/components/money/PayText.tsx';
import { useFormat } from '@/lib/format.ts';

export interface PayFacts {
  payMin: number | null;
  payMax: number | null;
  currency: Currency;
  goods: string;
  goodsValue: number | null;
}

/** The pay, the goods with their value, or both. */
export function AdPay({ ad }: { ad: PayFacts }) {
  const { t } = useTranslation('ads');
  const { payMin, payMax, currency, goods, goodsValue } = ad;
  return (
    <>
      {payMin === null ? null : <PayText min={payMin} max={payMax ?? payMin} currency={currency} />}
      {payMin !== null && goods ? <span className="font-normal"> + </span> : null}
      {goods ? (
        <span className={payMin === null ? undefined : 'font-normal'}>
          <bdi>{goods}</bdi>
          {goodsValue === null ? null : (
            <span className="font-normal text-muted-foreground">
              {' '}
              ({t('card.worth')} <MoneyText money={{ amount: goodsValue, currency }} />)
            </span>
          )}
        </span>
      ) : null}
      {payMin === null && !goods ? <span className="font-normal text-muted-foreground">{t('card.noPay')}</span> : null}
    </>
  );
}

type WorkFacts = Pick<AdItem, 'platform' | 'format' | 'niches'>;

/** "Instagram · Reel · Coffee". */
export function useWorkText(): (ad: WorkFacts) => string {
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  return ({ platform, format, niches }) =>
    [
      platform ? terms(`platform.${platform}`) : null,
      format ? terms(`format.${format}`) : null,
      ...niches.map((niche) => nameOf(`name.${niche}`)),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** "3 km away", "Remote", or the city. */
export function useWhereText(): (ad: Pick<AdItem, 'remote' | 'city'> & { distanceKm?: number | null }) => string {
  const { t } = useTranslation('ads');
  const format = useFormat();
  return ({ remote, city, distanceKm }) => {
    if (remote) return t('card.remote');
    if (distanceKm == null) return city ?? '';
    const near = distanceKm < 1 ? t('card.here') : t('card.away', { km: format.number(Math.round(distanceKm)) });
    return [city, near].filter(Boolean).join(' · ');
  };
}
