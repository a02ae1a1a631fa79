import { useTranslation } from 'react-i18next';
import type { AudienceShares, AudienceTarget } from '../../../server/features/matching/audience/rules.ts';
import type { FitPart } from '../../../server/features/matching/rules.ts';
import { useFormat } from '@/lib/format.ts';

/** What is ranked: creators for a brand, or campaigns for a creator. */
export type ReasonSide = 'creator' | 'work';

export interface ReasonAbout {
  part: FitPart;
  direction: 'for' | 'against';
  /** Whom the campaign is to reach, and how much of the audience that is. */
  target: AudienceTarget;
  audience: AudienceShares;
}

/** The text of a reason; that of the audience says how much of it is in the country, of the age and of the gender looked for. */
export function useReasonText(side: ReasonSide): (about: ReasonAbout) => string {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const within = ({ target: { ageMin, ageMax, genders }, audience }: ReasonAbout): string[] => {
    const share = (value: number) => format.percent(Math.round(100 * value) * 100);
    const { country, age, gender } = audience;
    return [
      ...(country === null ? [] : [t('within.country', { share: share(country) })]),
      ...(age === null
        ? []
        : [
            ageMin === null
              ? t('within.agesTo', { share: share(age), max: ageMax })
              : ageMax === null
                ? t('within.agesFrom', { share: share(age), min: ageMin })
                : t('within.ages', { share: share(age), min: ageMin, max: ageMax }),
          ]),
      ...(gender === null || genders[0] === undefined ? [] : [t(`within.${genders[0]}`, { share: share(gender) })]),
    ];
  };
  return (about) => {
    const { part, direction } = about;
    const shares = part === 'audience' ? within(about) : [];
    if (shares.length > 0) return t(`within.${side}`, { list: format.list(shares) });
    if (side === 'work') return direction === 'for' ? t(`work.for.${part}`) : t(`work.against.${part}`);
    return direction === 'for' ? t(`for.${part}`) : t(`against.${part}`);
  };
}
