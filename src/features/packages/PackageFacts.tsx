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

/** When the money of a package is released, at its price without add-ons. */
export function useReleaseText(): (
  content: Pick<PackageContent, 'title' | 'price' | 'currency' | 'deliverables' | 'release' | 'clocks'>,
) => string {
  const termsText = useTermsText();
  return ({ title, price, currency, deliverables, release, clocks }) =>
    termsText.release({
      release,
      clocks,
      currency,
      deliverables: deliverables.map((one, i) => ({ ...one, id: String(i), notes: '', brief: [] })),
      milestones: [{ title, amount: price, dueAt: new Date(0), deliverableIds: [] }],
    });
}

/** Delivery, rights, rounds and an unusual release in one line. */
export function useConditions(): (
  content: Pick<PackageContent, 'deliveryDays' | 'rights' | 'rounds' | 'releaseTrigger'>,
) => string[] {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const termsText = useTermsText();
  return ({ deliveryDays, rights, rounds, releaseTrigger }) => [
    t('card.days', { days: termsText.days(deliveryDays) }),
    termsText.rights({ ...rights, territory: '' }),
    t('card.rounds', { n: rounds }),
    ...(releaseTrigger === 'on_approval'
      ? []
      : [format.labeled(terms('field.release'), terms(`trigger.${releaseTrigger}`))]),
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
