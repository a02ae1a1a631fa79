import { useTranslation } from 'react-i18next';
import { DealCard } from '@/components/deal/DealCard.tsx';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import mugs from '@/assets/mugs.webp';
import { useFormat } from '@/lib/format.ts';

const BRAND = 'Café Lumen';
const CREATOR = 'Maya Laurent';

/** A creator's work with its money, beside the form. */
export function SidePicture() {
  const { t } = useTranslation('accounts');
  const format = useFormat();
  return (
    <aside
      aria-label={t('portal.side')}
      className="relative h-[300px] overflow-hidden bg-[oklch(0.78_0.04_75)] md:h-auto"
    >
      <img
        src={mugs}
        loading="lazy"
        fetchPriority="low"
        alt={t('portal.picture')}
        className="absolute inset-0 size-full object-cover object-[50%_40%]"
      />
      <DealCard
        brand={BRAND}
        creator={CREATOR}
        title={t('portal.dealTitle', { creator: CREATOR, brand: BRAND })}
        tag={<MoneyStateTag state="held" />}
        parts={{ held: 45_000, awaiting: 15_000 }}
        currency="EUR"
        className="absolute inset-x-5 bottom-5 max-w-[480px] md:inset-x-10 md:bottom-10"
      >
        {t('portal.dealText', { amount: format.money({ amount: 45_000, currency: 'EUR' }) })}
      </DealCard>
    </aside>
  );
}
