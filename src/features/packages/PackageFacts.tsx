import { useTranslation } from 'react-i18next';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import type { PackageContent } from '../../../server/features/packages/schema.ts';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { useFormat } from '@/lib/format.ts';

/** "2 × Story, Instagram". */
export function Deliverables({ deliverables }: Pick<PackageContent, 'deliverables'>) {
  const termsText = useTermsText();
  return (
    <ul className="text-ui">
      {deliverables.map((deliverable, index) => (
        <li key={index}>{termsText.deliverable(deliverable)}</li>
      ))}
    </ul>
  );
}

/** Delivery, rights and rounds in one line. */
export function useConditions(): (content: Pick<PackageContent, 'deliveryDays' | 'rights' | 'rounds'>) => string[] {
  const { t } = useTranslation('packages');
  const termsText = useTermsText();
  return ({ deliveryDays, rights, rounds }) => [
    t('card.days', { days: termsText.days(deliveryDays) }),
    termsText.rights({ ...rights, territory: '' }),
    t('card.rounds', { n: rounds }),
  ];
}

/** City, followers and engagement of a creator's largest account, with its rating. */
export function useCreatorFacts(): (creator: FoundCreator) => string[] {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const accountFacts = ({ platform, followers, engagement }: FoundCreator['accounts'][number]): string[] => {
    const name = terms(`platform.${platform}`);
    // Content for the brand's own pages has no audience.
    if (platform === 'ugc') return [name];
    return [
      t('card.followers', { platform: name, n: format.compact(followers.value) }),
      ...(engagement ? [t('card.engagement', { percent: format.percent(engagement.value) })] : []),
    ];
  };
  return ({ city, accounts: [largest], rating, available }) => [
    ...(city ? [city] : []),
    ...(largest ? accountFacts(largest) : []),
    ...(rating === null ? [] : [t('card.rating', { n: format.number(rating / 10) })]),
    ...(available ? [t('card.available')] : []),
  ];
}
