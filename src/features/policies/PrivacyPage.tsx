import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Rich } from '@/components/text/Rich.tsx';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { OperatorFacts, SubprocessorTable } from '@/features/policies/OperatorFacts.tsx';
import { useSectionTexts } from '@/features/policies/policy-texts.ts';
import { usePolicyValues } from '@/features/policies/policy-values.ts';
import { PolicyPage } from '@/features/policies/PolicyPage.tsx';

const SECTIONS = [
  'who',
  'data',
  'people',
  'processors',
  'scores',
  'minors',
  'security',
  'deletion',
  'rights',
  'changes',
] as const;
const DATA = [
  'account',
  'profile',
  'deals',
  'work',
  'money',
  'signatures',
  'sessions',
  'codes',
  'mails',
  'consents',
  'logs',
] as const;

export function PrivacyPage() {
  const { t } = useTranslation('policy-privacy');
  const texts = useSectionTexts('policy-privacy');
  const tables: Record<string, ReactNode> = {
    who: <OperatorFacts facts="controller" />,
    data: <DataTable />,
    processors: <SubprocessorTable label={t('section.processors.title')} />,
  };
  const link = (inner: string) => (
    <Link to="/data-deletion" className="link">
      {inner}
    </Link>
  );
  const sections = SECTIONS.map((id) => {
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
