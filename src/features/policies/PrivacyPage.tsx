import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIVACY_SECTIONS } from '../../../server/features/policies/rules.ts';
import { Rich } from '@/components/text/Rich.tsx';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { OperatorFacts, SubprocessorTable } from '@/features/policies/OperatorFacts.tsx';
import { useSectionTexts } from '@/features/policies/policy-texts.ts';
import { usePolicyValues } from '@/features/policies/policy-values.ts';
import { PolicyPage } from '@/features/policies/PolicyPage.tsx';

const DATA = [
  'account',
  'profile',
  'connected',
  'comments',
  'rankings',
  'imported',
  'deals',
  'work',
  'money',
  'tax',
  'provider',
  'signatures',
  'agreements',
  'sessions',
  'attempts',
  'codes',
  'mails',
  'help',
  'exports',
  'consents',
  'logs',
  'technical',
] as const;
const INTERESTS = ['security', 'proof', 'fraud', 'faults', 'figures', 'claims'] as const;

export function PrivacyPage() {
  const { t } = useTranslation('policy-privacy');
  const texts = useSectionTexts('policy-privacy');
  const tables: Record<string, ReactNode> = {
    who: <OperatorFacts facts="controller" />,
    data: <DataTable />,
    interests: <InterestsTable />,
    processors: <SubprocessorTable label={t('section.processors.title')} />,
  };
  const link = (inner: string) => (
    <Link to="/data-deletion" className="link">
      {inner}
    </Link>
  );
  const sections = PRIVACY_SECTIONS.map((id) => {
    const { paragraphs, ...rest } = texts(id);
    return {
      id,
      ...rest,
      paragraphs: paragraphs.map((text) => <Rich key={text} text={text} parts={{ deletion: link }} />),
      more: tables[id],
    };
  });
  return <PolicyPage policy="privacy" lead={t('lead')} sections={sections} />;
}

function DataTable() {
  const { t } = useTranslation('policy-privacy');
  const values = usePolicyValues();
  const rows = DATA.map((id) => ({
    id,
    cells: [t(`data.${id}.what`), t(`data.${id}.why`), t(`data.${id}.until`, values)],
  }));
  return (
    <FactsTable
      label={t('section.data.title')}
      columns={[t('column.what'), t('column.why'), t('column.until')]}
      widths={['40%', '28%', '32%']}
      rows={rows}
    />
  );
}

/** Each use that rests on a legitimate interest, with why it is fair. */
function InterestsTable() {
  const { t } = useTranslation('policy-privacy');
  return (
    <FactsTable
      label={t('section.interests.title')}
      columns={[t('column.purpose'), t('column.balance')]}
      widths={['38%', '62%']}
      rows={INTERESTS.map((id) => ({ id, cells: [t(`purpose.${id}.what`), t(`purpose.${id}.balance`)] }))}
    />
  );
}
