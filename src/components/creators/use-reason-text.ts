import { useTranslation } from 'react-i18next';
import type { FoundCreator, MatchReason } from '../../../server/features/discovery/schema.ts';
import { languageName } from '@/components/creators/language-name.ts';
import { useFormat } from '@/lib/format.ts';

const kilometers = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 } as const;

/** "4.2 km"; whole kilometers from ten on. */
export function useDistance(): (km: number) => string {
  const format = useFormat();
  return (km) => format.number(km, { ...kilometers, maximumFractionDigits: km < 10 ? 1 : 0 });
}

/** "women", "25–34 years", "France". */
export function useAudienceGroup(): (kind: 'country' | 'gender' | 'age', value: string) => string {
  const { t } = useTranslation('found');
  const format = useFormat();
  return (kind, value) =>
    kind === 'country'
      ? format.countryName(value)
      : kind === 'age'
        ? t('audience.age', { band: value.replace('-', '–') })
        : t(value === 'male' ? 'audience.male' : 'audience.female');
}

/** Why a creator is a result, as a sentence. */
export function useReasonText(): (reason: MatchReason, creator: Pick<FoundCreator, 'city'>) => string {
  const { t } = useTranslation('found');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const distance = useDistance();
  const group = useAudienceGroup();
  return (reason, { city }) => {
    switch (reason.key) {
      case 'words':
        return t('reason.words', { words: format.list(reason.words.map((word) => `“${word}”`)) });
      case 'place':
        return city === null
          ? t('reason.distance', { distance: distance(reason.km) })
          : reason.km < 1
            ? t('reason.here', { city })
            : t('reason.place', { city, distance: distance(reason.km) });
      case 'niche':
        return t('reason.niche', { niche: nameOf(`name.${reason.niche as 'food'}`) });
      case 'followers':
        return t('reason.followers', {
          number: format.compact(reason.value),
          platform: terms(`platform.${reason.platform}`),
        });
      case 'engagement':
        return t('reason.engagement', {
          rate: format.percent(reason.bps),
          platform: terms(`platform.${reason.platform}`),
        });
      case 'price':
        return t('reason.price', { price: format.money(reason.price) });
      case 'language':
        return t('reason.language', { language: languageName(reason.language) });
      case 'country':
        return t('reason.country', { country: format.countryName(reason.country) });
      case 'audience':
        return t('reason.audience', {
          share: format.percent(reason.shareBps),
          group: group(reason.kind, reason.value),
        });
      case 'recent':
        return t('reason.recent', { date: format.date(reason.at) });
      case 'measured':
        return t('reason.measured', { platform: terms(`platform.${reason.platform}`) });
    }
  };
}
