import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hourglass, Wallet } from 'lucide-react';
import { FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import { buildClauses, clauseWords, type ClauseKey } from '../../../server/features/clauses/rules.ts';
import type { ClauseDto } from '../../../server/features/contracts/schema.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { chargeFor, commissionOf } from '../../../server/features/ledger/charges/rules.ts';
import { SHIPPED_FEE_BPS } from '../../../server/features/policies/fees/rules.ts';
import { PAYOUT_MINIMUM, SHIPPED_CLOCKS } from '../../../server/features/policies/rules.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DeliverablesSummary } from '@/components/terms/TermsSummary.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import type { Capability, Role } from '@/lib/capabilities.ts';
import { useFormat } from '@/lib/format.ts';

const BRAND = 'Café Lumen';
const CREATOR = 'Maya Laurent';
const AGENCY = 'Studio Onze';
const CURRENCY = 'EUR';
const PRICE = 45_000;
/** France, where the café is billed. */
const TAX_BPS = 2000;
const COMMISSION_BPS = 1500;
const DAY = 86_400_000;
const euros = (amount: number) => ({ amount, currency: CURRENCY }) as const;

/** Real components and the real rules on one invented deal. */
export function FeatureDemo({ id, role }: { id: Capability['id']; role: Role }) {
  switch (id) {
    case 'briefs':
      return <BriefDemo />;
    case 'contracts':
      return <ContractDemo role={role} />;
    case 'analytics':
      return <PayoutDemo />;
    default:
      return role === 'brand' ? <BillDemo /> : role === 'creator' ? <TimelineDemo /> : <ShareDemo />;
  }
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
    fee: { bps: SHIPPED_FEE_BPS.brand, fixed: 0, minimum: null, maximum: null },
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

function BillDemo() {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { price, fee, tax, total } = chargeFor(PRICE, SHIPPED_FEE_BPS.brand, TAX_BPS, CURRENCY);
  return (
    <QuoteLines
      lines={[
        { id: 'price', label: t('line.price'), money: euros(price) },
        { id: 'fee', label: t('line.fee', { percent: format.percent(SHIPPED_FEE_BPS.brand) }), money: euros(fee) },
        {
          id: 'tax',
          label: t('line.tax', { percent: format.percent(TAX_BPS), country: format.countryName('FR') }),
          money: euros(tax),
        },
      ]}
      total={{ label: t('line.total'), money: euros(total) }}
    />
  );
}

function ShareDemo() {
  const { t } = useTranslation('features');
  const format = useFormat();
  const { creator, agent } = commissionOf(PRICE, COMMISSION_BPS, CURRENCY);
  return (
    <QuoteLines
      lines={[
        { id: 'creator', label: t('share.creator'), money: euros(creator) },
        { id: 'agent', label: t('share.agent', { percent: format.percent(COMMISSION_BPS) }), money: euros(agent) },
      ]}
      total={{ label: t('share.total'), money: euros(PRICE) }}
    />
  );
}

function TimelineDemo() {
  const { t } = useTranslation('deals');
  const { t: features } = useTranslation('features');
  const [now] = useState(() => Date.now());
  const milestone = features('sample.milestone');
  const ago = (days: number) => new Date(now - days * DAY);
  return (
    <EscrowTimeline
      currency={CURRENCY}
      events={[
        { id: 'signed', at: ago(6), what: t('event.contract_active'), balances: { held: 0, released: 0 } },
        { id: 'funded', at: ago(5), what: t('event.funded', { milestone }), balances: { held: PRICE, released: 0 } },
        {
          id: 'submitted',
          at: ago(1),
          what: t('event.submitted', { who: CREATOR, n: 1, milestone }),
          balances: { held: PRICE, released: 0 },
        },
      ]}
      next={{
        at: new Date(now + 4 * DAY),
        what: t('next.auto_approve', { milestone }),
        balances: { held: PRICE, released: 0 },
      }}
    />
  );
}

function PayoutDemo() {
  const { t } = useTranslation('incoming');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  return (
    <MoneyStrip
      label={screens('titles.payouts')}
      items={[
        { id: 'held', state: 'held', label: t('strip.secured'), money: euros(PRICE), note: t('strip.securedNote') },
        {
          id: 'clearing',
          icon: Hourglass,
          label: t('strip.clearing'),
          money: euros(15_000),
          note: t('strip.clearingNote'),
        },
        {
          id: 'available',
          icon: Wallet,
          label: t('strip.available'),
          money: euros(28_000),
          note: t('strip.minimumNote', { minimum: format.money(euros(PAYOUT_MINIMUM.EUR)) }),
        },
        { id: 'paid', state: 'released', label: t('strip.paid'), money: euros(91_250), note: t('strip.paidNote') },
      ]}
    />
  );
}
