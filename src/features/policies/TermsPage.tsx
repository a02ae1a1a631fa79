import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SHIPPED_CLOCKS } from '../../../server/features/policies/rules.ts';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { OperatorFacts } from '@/features/policies/OperatorFacts.tsx';
import { useSectionTexts } from '@/features/policies/policy-texts.ts';
import { PolicyPage } from '@/features/policies/PolicyPage.tsx';
import { useDurationText } from '@/lib/duration.ts';

const SECTIONS = [
  'operator',
  'about',
  'accounts',
  'fees',
  'money',
  'clocks',
  'review',
  'refunds',
  'chargebacks',
  'payouts',
  'agents',
  'content',
  'conduct',
  'software',
  'ending',
  'liability',
  'law',
] as const;
/** In the order of a deal. */
const CLOCKS = [
  'offerAnswer',
  'signature',
  'funding',
  'overdueAfter',
  'grace',
  'review',
  'extension',
  'revisionTurn',
  'clearing',
] as const satisfies readonly (keyof typeof SHIPPED_CLOCKS)[];

export function TermsPage() {
  const { t } = useTranslation('policy-terms');
  const texts = useSectionTexts('policy-terms');
  const more: Partial<Record<(typeof SECTIONS)[number], ReactNode>> = {
    operator: <OperatorFacts facts="imprint" />,
    clocks: <ClocksTable />,
  };
  const sections = SECTIONS.map((id) => ({ id, ...texts(id), more: more[id] }));
  return <PolicyPage policy="terms" lead={t('lead')} sections={sections} />;
}

/** The default; an installation or a contract may choose another value within the range. */
function ClocksTable() {
  const { t } = useTranslation('policy-terms');
  const { t: terms } = useTranslation('terms');
  const duration = useDurationText();
  const rows = CLOCKS.map((clock) => {
    const { min, fallback, max } = SHIPPED_CLOCKS[clock];
    return {
      id: clock,
      cells: [
        terms(`clock.${clock}`),
        duration(fallback),
        t('clock.from', { min: duration(min), max: duration(max) }),
        t(`zero.${clock}`),
      ],
    };
  });
  return (
    <FactsTable
      label={t('section.clocks.title')}
      columns={[t('clock.name'), t('clock.usual'), t('clock.range'), t('clock.zero')]}
      widths={['24%', '16%', '20%', '40%']}
      rows={rows}
    />
  );
}
