import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { NamedPlace } from '../../../server/features/places/schema.ts';
import { languageName } from '@/components/creators/language-name.ts';
import { useAudienceGroup, useDistance } from '@/components/creators/use-reason-text.ts';
import type { FilterPart } from '@/features/discovery/discovery-filters.ts';
import type { ShownSort } from '@/features/discovery/discovery-search.ts';
import { useFormat } from '@/lib/format.ts';

type Entry<Key extends keyof Filters> = NonNullable<Filters[Key]> extends (infer One)[] ? One : never;
interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

/** Name and value of a filter: "Followers", "5K to 12K". */
export function useFilterText(
  places: ReadonlyMap<number, NamedPlace>,
): (part: FilterPart) => { name: string; value: string } {
  const { t } = useTranslation('discovery');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const distance = useDistance();
  const group = useAudienceGroup();
  const placeName = (id: number) => {
    const place = places.get(id);
    if (!place?.shared) return place?.name ?? '…';
    return `${place.name} (${[place.region, format.countryName(place.country)].filter(Boolean).join(', ')})`;
  };
  const range = ({ min, max }: Range, write: (value: number) => string): string =>
    min !== undefined && max !== undefined
      ? min === max
        ? write(min)
        : t('value.between', { min: write(min), max: write(max) })
      : min !== undefined
        ? t('value.atLeast', { value: write(min) })
        : max !== undefined
          ? t('value.atMost', { value: write(max) })
          : t('value.any');
  const share = (who: string, shareBps: number) => t('value.audience', { group: who, share: format.percent(shareBps) });

  const valueOf = ({ key, value }: FilterPart): string => {
    switch (key) {
      case 'platforms':
      case 'notPlatforms':
        return terms(`platform.${value as Entry<'platforms'>}`);
      case 'formats':
        return terms(`format.${value as Entry<'formats'>}`);
      case 'niches':
      case 'notNiches':
        return nameOf(`name.${value as 'food'}`);
      case 'languages':
        return languageName(value as string);
      case 'countries':
      case 'notCountries':
        return format.countryName(value as string);
      case 'notPlaces':
        return placeName(value as number);
      case 'places': {
        const { id, radiusKm } = value as Entry<'places'>;
        return t('value.around', { place: placeName(id), distance: distance(radiusKm) });
      }
      case 'gender':
        return t(`gender.${value as Entry<'gender'>}`);
      case 'followers':
      case 'views':
        return range(value as Range, format.compact);
      case 'engagementBps':
      case 'growthBps':
        return range(value as Range, format.percent);
      case 'age':
        return range(value as Range, (years) => format.number(years));
      case 'price': {
        const { currency, ...ends } = value as NonNullable<Filters['price']>;
        return ends.min === undefined && ends.max === undefined
          ? currency
          : range(ends, (amount) => format.money({ amount, currency }));
      }
      case 'audienceCountries': {
        const { country, shareBps } = value as Entry<'audienceCountries'>;
        return share(group('country', country), shareBps);
      }
      case 'audienceAge': {
        const { band, shareBps } = value as Entry<'audienceAge'>;
        return share(group('age', band), shareBps);
      }
      case 'audienceGender': {
        const { gender, shareBps } = value as NonNullable<Filters['audienceGender']>;
        return share(group('gender', gender), shareBps);
      }
      case 'lastPostDays':
        return t('value.within', {
          time: format.number(value as number, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
        });
      case 'rating':
        return t('value.atLeast', { value: format.number((value as number) / 10) });
      case 'like':
        return `@${value as string}`;
      case 'verifiedOnly':
      case 'availableNow':
      case 'hideContacted':
        return t(`value.${key}`);
      case 'sort':
        return value === 'quality' ? '' : t(`sort.${value as ShownSort}`);
      case 'text':
      case 'notText':
        return String(value);
    }
  };
  return (part) => ({ name: t(`name.${part.key}`), value: valueOf(part) });
}
