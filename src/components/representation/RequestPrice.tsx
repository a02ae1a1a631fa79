import { useTranslation } from 'react-i18next';
import type { RequestDto } from '../../../server/features/representations/schema.ts';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';

const PRICE = {
  offer_accept: 'money.price',
  contract_sign: 'money.price',
  addendum_sign: 'money.priceAfter',
  milestone_cancel: 'money.rest',
  dispute_open: 'money.rest',
} as const satisfies Record<RequestDto['act'], string>;

/** The price that a request is about and who gets what of it once the creator confirms, each sum with its name. */
export function RequestPrice({
  request: { act, amount, creatorShare, agencyShare, currency },
  reader,
}: {
  request: Pick<RequestDto, 'act' | 'amount' | 'creatorShare' | 'agencyShare' | 'currency'>;
  reader: 'creator' | 'agency';
}) {
  const { t } = useTranslation('representation');
  if (amount === null || !currency) return null;
  const price = { label: t(PRICE[act]), money: { amount, currency } };
  if (creatorShare === null || agencyShare === null) return <QuoteLines lines={[]} total={price} />;
  const less = (id: string, label: string, sum: number) =>
    sum > 0 ? [{ id, label, money: { amount: -sum, currency } }] : [];
  // What a dispute brings is decided later.
  const own = act === 'dispute_open' ? ({ creator: 'receiveAtMost', agency: 'creatorAtMost' } as const) : RECEIVED;
  return (
    <QuoteLines
      lines={[
        { id: 'price', ...price },
        ...less('brand', t('money.brand'), amount - creatorShare - agencyShare),
        ...less('agency', t(reader === 'agency' ? 'money.ownCommission' : 'money.agency'), agencyShare),
      ]}
      total={{ label: t(`money.${own[reader]}`), money: { amount: creatorShare, currency } }}
    />
  );
}

const RECEIVED = { creator: 'receive', agency: 'creator' } as const;
