import { useTranslation } from 'react-i18next';
import { hasPost, releaseAmounts, type ShareAmounts } from '../../../server/features/terms/rules.ts';
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
  /** When the money is released: shares, and with known prices amounts. */
  release(terms: ReleaseWords): string;
}

export type ReleaseWords = Partial<Pick<DealTerms, 'release' | 'milestones' | 'deliverables' | 'currency'>> & {
  clocks: { posting?: string | undefined; retention?: string | null | undefined };
  /** Of money that is in escrow already. */
  amounts?: ShareAmounts;
};

/** What is released at each point, and whether all of the work waits for its post, so that the shares hold for the whole. */
function amountsOf({ amounts, release, milestones, deliverables, currency }: ReleaseWords) {
  if (amounts) return { amounts, whole: false };
  if (!release || !currency || !milestones?.length || !deliverables) return null;
  const terms = { release, milestones, deliverables, currency };
  const found = releaseAmounts(terms);
  return found && { amounts: found, whole: milestones.every((_, i) => hasPost(terms, i + 1)) };
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
    release: (terms) => {
      const { release, clocks, currency } = terms;
      const known = amountsOf(terms);
      if ((!release && !known) || !clocks.posting) return t('trigger.on_approval');
      const share = (name: keyof ShareAmounts): string => {
        const percent = release ? format.percent(release[`${name}Bps`]) : '';
        if (!known || !currency) return percent;
        const amount = format.money({ amount: known.amounts[name], currency });
        return release && known.whole ? t('summary.share', { percent, amount }) : amount;
      };
      const words = {
        approval: share('approval'),
        live: share('live'),
        holdback: share('holdback'),
        posting: duration(clocks.posting),
        retention: clocks.retention ? duration(clocks.retention) : '',
      };
      const counts = known?.amounts ?? (release && { approval: release.approvalBps, holdback: release.holdbackBps });
      if (counts && counts.holdback > 0)
        return t(counts.approval > 0 ? 'summary.splitHoldback' : 'summary.liveHoldback', words);
      return t(counts && counts.approval > 0 ? 'summary.split' : 'summary.on_live', words);
    },
    disclosure: (text, country) =>
      t('summary.disclosure', { text: text || '#ad', country: format.countryName(country) }),
  };
}
