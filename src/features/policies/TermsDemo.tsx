import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import { buildClauses, clauseWords, type ClauseKey } from '../../../server/features/clauses/rules.ts';
import type { ClauseDto } from '../../../server/features/contracts/schema.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { SHIPPED_CLOCKS } from '../../../server/features/policies/rules.ts';
import { DeliverablesSummary } from '@/components/terms/TermsSummary.tsx';
import { COMMISSION_BPS, CREATOR, CURRENCY, PRICE, TAX_BPS } from '@/features/policies/sample-deal.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import type { Role } from '@/lib/capabilities.ts';
import { SERVICE_FEE } from '@/lib/service-fee.ts';

const BRAND = 'Café Lumen';
const AGENCY = 'Studio Onze';
const DAY = 86_400_000;

/** What one invented deal agrees on, by the real components and rules. */
export function TermsDemo({ id, role }: { id: 'briefs' | 'contracts'; role: Role }) {
  return id === 'briefs' ? <BriefDemo /> : <ContractDemo role={role} />;
}

function useSampleTerms(): DealTerms {
  const { t } = useTranslation('features');
  const [dueAt] = useState(() => new Date(Date.now() + 10 * DAY));
  const { offerAnswer: _, ...clocks } = SHIPPED_CLOCKS;
  return {
    currency: CURRENCY,
    deliverables: [
      {
        id: 'a',
        platform: 'instagram',
        format: 'reel',
        count: 1,
        notes: '',
        brief: [t('sample.point1'), t('sample.point2'), t('sample.point3')],
      },
    ],
    milestones: [{ title: t('sample.milestone'), amount: PRICE, dueAt, deliverableIds: ['a'] }],
    rights: { use: 'organic', days: 90, territory: '' },
    exclusivity: { days: 0, category: '' },
    revisions: 2,
    killFeeBps: 0,
    disclosureCountry: 'FR',
    disclosureText: '',
    releaseTrigger: 'on_approval',
    clocks: Object.fromEntries(
      Object.entries(clocks).map(([name, { fallback }]) => [name, fallback]),
    ) as DealTerms['clocks'],
  };
}

function BriefDemo() {
  return <DeliverablesSummary deliverables={useSampleTerms().deliverables} />;
}

/** A few clauses of the contract that these terms produce. */
function ContractDemo({ role }: { role: Role }) {
  const { t, i18n } = useTranslation('clauses');
  const terms = useSampleTerms();
  const locale = matchLocale(i18n.language) ?? FALLBACK_LOCALE;
  const parties = {
    brand: BRAND,
    creator: CREATOR,
    agency: role === 'agent' ? { name: AGENCY, commissionBps: COMMISSION_BPS } : null,
  };
  const shown: readonly ClauseKey[] =
    role === 'agent' ? ['agency', 'fees', 'release'] : ['review', 'release', 'cancellationUntilOverdue'];
  const clauses = buildClauses(terms, parties, {
    fee: SERVICE_FEE,
    taxBps: TAX_BPS,
    language: locale,
    operator: BRAND_NAME,
  }).filter(({ key }) => (shown as readonly string[]).includes(key));
  const clauseText = (clause: ClauseDto, part: 'title' | 'body') => {
    const words = clauseWords(clause, locale, (group, value) => t(`value.${group}.${value}` as 'value.use.organic'));
    return String(t(`clause.${clause.key}.${part}` as 'clause.parties.body', words as never));
  };
  return (
    <ol className="grid gap-3">
      {clauses.map((clause) => (
        <li key={clause.key}>
          <p className="heading-item">{clauseText(clause, 'title')}</p>
          <p className="text-ui">{clauseText(clause, 'body')}</p>
        </li>
      ))}
    </ol>
  );
}
