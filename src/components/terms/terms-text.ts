import { useTranslation } from 'react-i18next';
import type { Deliverable, DealTerms } from '../../../server/features/terms/schema.ts';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';

export interface TermsText {
  /** "2 × Story, Instagram". */
  deliverable(deliverable: Pick<Deliverable, 'count' | 'format' | 'platform'>): string;
  days(count: number): string;
  rights(rights: DealTerms['rights']): string;
  exclusivity(exclusivity: DealTerms['exclusivity']): string;
  rounds(revisions: number, turn: string | undefined): string;
  killFee(basisPoints: number): string;
  review(duration: string): string;
  disclosure(text: string, country: string): string;
  release(terms: Pick<DealTerms, 'release' | 'clocks'>): string;
}

/** Terms of a deal as short phrases in the reader's language. */
export function useTermsText(): TermsText {
  const { t } = useTranslation('terms');
  const format = useFormat();
  const duration = useDurationText();
  const days = (count: number) => t('summary.days', { count });
  return {
    deliverable: ({ count, format: kind, platform }) =>
      t('summary.deliverable', {
        n: format.number(count),
        format: t(`format.${kind}`),
        platform: t(`platform.${platform}`),
      }),
    days,
    rights: ({ use, days: count, territory }) =>
      t('summary.rights', { use: t(`use.${use}`), days: days(count), territory: territory || t('summary.worldwide') }),
    exclusivity: ({ days: count, category }) =>
      count === 0
        ? t('summary.none')
        : t('summary.exclusivity', { days: days(count), category: category || t('summary.anyCompetitor') }),
    rounds: (revisions, turn) =>
      revisions === 0
        ? t('summary.none')
        : t('summary.rounds', { count: revisions, time: turn ? duration(turn) : '–' }),
    killFee: (basisPoints) =>
      basisPoints === 0 ? t('summary.none') : t('summary.killFee', { percent: format.percent(basisPoints) }),
    review: (iso) => t('summary.review', { time: duration(iso) }),
    release: ({ release, clocks }) => {
      if (!release || !clocks.posting) return t('trigger.on_approval');
      const words = {
        approval: format.percent(release.approvalBps),
        live: format.percent(release.liveBps),
        holdback: format.percent(release.holdbackBps),
        posting: duration(clocks.posting),
        retention: clocks.retention ? duration(clocks.retention) : '',
      };
      if (release.holdbackBps > 0) return t('summary.splitHoldback', words);
      return t(release.approvalBps > 0 ? 'summary.split' : 'summary.on_live', words);
    },
    disclosure: (text, country) =>
      t('summary.disclosure', { text: text || '#ad', country: format.countryName(country) }),
  };
}
