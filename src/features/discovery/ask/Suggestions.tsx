import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { Facets, ResultCount } from '../../../../server/features/discovery/schema.ts';
import { useCounts } from '@/features/discovery/ask/use-counts.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

const CHEAPER = 0.8;
const RECENT_DAYS = 30;
const SHOWN = 5;

export interface SuggestionsProps {
  filters: Filters;
  facets: Facets | null;
  total: ResultCount | undefined;
  onChoose: (label: string, filters: Filters) => void;
}

/** Further filters that would leave some of the results, with how many. */
export function Suggestions({ filters, facets, total, onChoose }: SuggestionsProps) {
  const { t } = useTranslation('discovery');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const { price } = filters;
  const offers: { label: string; filters: Filters }[] = [];
  if (price?.max !== undefined) {
    const max = Math.round(price.max * CHEAPER);
    const min = price.min === undefined ? {} : { min: Math.min(price.min, max) };
    offers.push({
      label: t('value.atMost', { value: format.money({ amount: max, currency: price.currency }) }),
      filters: { ...filters, price: { ...price, ...min, max } },
    });
  }
  if (!filters.verifiedOnly)
    offers.push({ label: t('switch.verifiedOnly'), filters: { ...filters, verifiedOnly: true } });
  if (!filters.availableNow)
    offers.push({ label: t('switch.availableNow'), filters: { ...filters, availableNow: true } });
  if (!filters.lastPostDays)
    offers.push({
      label: t('ask.posted', {
        time: t('value.within', {
          time: format.number(RECENT_DAYS, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
        }),
      }),
      filters: { ...filters, lastPostDays: RECENT_DAYS },
    });
  const [platform] = filters.platforms?.length ? [] : (facets?.platforms ?? []);
  if (platform)
    offers.push({
      label: t('ask.onlyOn', { name: terms(`platform.${platform.value as 'tiktok'}`) }),
      filters: { ...filters, platforms: [platform.value as 'tiktok'] },
    });
  const [country] = filters.countries?.length || filters.places?.length ? [] : (facets?.countries ?? []);
  if (country)
    offers.push({
      label: t('ask.onlyIn', { name: format.countryName(country.value) }),
      filters: { ...filters, countries: [country.value] },
    });
  const counts = useCounts(offers.map((offer) => offer.filters));
  const useful = offers.flatMap((offer, index) => {
    const count = counts[index];
    return count && total && count.count > 0 && count.count < total.count ? [{ ...offer, count }] : [];
  });
  if (useful.length === 0) return null;
  return (
    <ul aria-label={t('ask.suggestions')} className="flex flex-wrap items-center gap-2">
      {useful.slice(0, SHOWN).map(({ label, filters: next, count }) => (
        <li key={label}>
          <Button size="small" onClick={() => onChoose(label, next)}>
            {label} <span className="figures text-muted-foreground">{format.number(count.count)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
