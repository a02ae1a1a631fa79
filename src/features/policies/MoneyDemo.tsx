import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hourglass, Wallet } from 'lucide-react';
import { chargeFor, commissionOf, feeSums } from '../../../server/features/ledger/charges/rules.ts';
import { PAYOUT_MINIMUM } from '../../../server/features/policies/rules.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { COMMISSION_BPS, CREATOR, CURRENCY, PRICE, TAX_BPS } from '@/features/policies/sample-deal.ts';
import type { Role } from '@/lib/capabilities.ts';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { SERVICE_FEE } from '@/lib/service-fee.ts';

const DAY = 86_400_000;
const euros = (amount: number) => ({ amount, currency: CURRENCY }) as const;

/** What one invented deal costs and pays, by the real components and rules. */
export function MoneyDemo({ id, role }: { id: 'analytics' | 'escrow'; role: Role }) {
  if (id === 'analytics') return <PayoutDemo />;
  return role === 'brand' ? <BillDemo /> : role === 'creator' ? <TimelineDemo /> : <ShareDemo />;
}

function BillDemo() {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const feeWords = useFeeWords();
  const { price, fee, tax, total } = chargeFor(PRICE, SERVICE_FEE, TAX_BPS, CURRENCY);
  const percent = feeWords({ feeBps: SERVICE_FEE.bps, feeTerms: feeSums(SERVICE_FEE), currency: CURRENCY });
  return (
    <QuoteLines
      lines={[
        { id: 'price', label: t('line.price'), money: euros(price) },
        { id: 'fee', label: t('line.fee', { percent }), money: euros(fee) },
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
