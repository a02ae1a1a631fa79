import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TERMS_CLOCKS, TERMS_RANGES, TERMS_SECTIONS } from '../../../server/features/policies/rules.ts';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { OperatorFacts } from '@/features/policies/OperatorFacts.tsx';
import { StoredTerms } from '@/features/policies/StoredTerms.tsx';
import { useSectionTexts } from '@/features/policies/policy-texts.ts';
import { PolicyPage } from '@/features/policies/PolicyPage.tsx';
import { useDurationText } from '@/lib/duration.ts';

export function TermsPage({ stored }: { stored?: string | undefined }) {
  return stored ? <StoredTerms sha256={stored} /> : <TermsInForce />;
}

function TermsInForce() {
  const { t } = useTranslation('policy-terms');
  const texts = useSectionTexts('policy-terms');
  const more: Partial<Record<(typeof TERMS_SECTIONS)[number], ReactNode>> = {
    operator: <OperatorFacts facts="imprint" />,
    clocks: <ClocksTable />,
  };
  const sections = TERMS_SECTIONS.map((id) => ({ id, ...texts(id), more: more[id] }));
  return <PolicyPage policy="terms" lead={t('lead')} sections={sections} />;
}

/** The default; an installation or a contract may choose another value within the range. */
function ClocksTable() {
  const { t } = useTranslation('policy-terms');
  const { t: terms } = useTranslation('terms');
  const duration = useDurationText();
  const rows = TERMS_CLOCKS.map((clock) => {
    const { min, fallback, max } = TERMS_RANGES[clock];
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
