import { useTranslation } from 'react-i18next';
import type { OpenCampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';

/** The creators a campaign is for, one line per condition. */
export function WantedSummary({ wanted }: Pick<OpenCampaignDetail, 'wanted'>) {
  const { t } = useTranslation('campaigns');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const { niches, city, radiusKm, followersMin, followersMax, engagementMinBps, languages } = wanted;
  const lines = [
    niches.map((niche) => nameOf(`name.${niche}`)).join(' · '),
    t('open.followers', { min: format.number(followersMin), max: format.number(followersMax) }),
    engagementMinBps > 0 ? t('open.engagement', { percent: format.percent(engagementMinBps) }) : '',
    city ? t('open.near', { km: format.number(radiusKm), city }) : '',
    languages
      .map((language) =>
        language in LANGUAGE_NAMES ? LANGUAGE_NAMES[language as keyof typeof LANGUAGE_NAMES] : language,
      )
      .join(' · '),
  ].filter(Boolean);
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
