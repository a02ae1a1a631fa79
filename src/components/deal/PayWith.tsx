import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { methodName, takesCurrency } from '../../../server/features/payment-methods/rules.ts';
import type { PaymentMethodDto } from '../../../server/features/payment-methods/schema.ts';
import { RadioChoice } from '@/components/form/choice-fields.tsx';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { api } from '@/lib/trpc.ts';

/** The provider's page, on which any method is entered. */
const PAGE = 'page';

/** What a payment is made with; `method` is null for the provider's page. */
export interface PayChoice {
  methods: readonly PaymentMethodDto[];
  method: PaymentMethodDto | null;
}

/** Saved methods that can pay in this currency, the default first; `chosen` is undefined until the payer has chosen. */
export function usePayChoice(currency: Currency, chosen: string | null | undefined, enabled: boolean): PayChoice {
  const list = useQuery({ ...api.paymentMethods.list.queryOptions(), enabled, staleTime: 0 });
  const methods = (list.data?.methods ?? []).filter(
    (one) => !one.removing && !one.expired && takesCurrency(one.kind, currency),
  );
  const method = chosen === undefined ? methods.find((one) => one.isDefault) : methods.find((one) => one.id === chosen);
  return { methods, method: method ?? null };
}

export interface PayWithProps {
  choice: PayChoice;
  /** What is paid for: a bonus has no work that could start. */
  of: readonly { bonus: boolean }[];
  onChosen: (id: string | null) => void;
}

/** The choice of a saved method or of the provider's page; nothing while none is saved. */
export function PayWith({ choice, of, onChosen }: PayWithProps) {
  const { t } = useTranslation('payments');
  if (choice.methods.length === 0) return null;
  const debit = t(of.every((m) => m.bonus) ? 'methods.debitHintBonus' : 'methods.debitHint');
  return (
    <RadioChoice
      legend={t('methods.payWith')}
      value={choice.method?.id ?? PAGE}
      options={[
        ...choice.methods.map((method) => ({
          value: method.id,
          label: <bdi dir="ltr">{methodName(method)}</bdi>,
          hint: method.kind === 'bank_debit' ? debit : undefined,
        })),
        { value: PAGE, label: t('methods.other'), hint: t('methods.otherHint') },
      ]}
      onChosen={(value) => onChosen(value === PAGE ? null : value)}
    />
  );
}

/** Of the button that pays: "Fund €630.00", or with a saved method "Pay €630.00 with Visa •••• 4242". */
export function PayLabel({ method, amount }: { method: PaymentMethodDto | null; amount: string }) {
  const { t } = useTranslation('payments');
  const { t: money } = useTranslation('money');
  return method
    ? t('methods.pay', { amount, method: isolateBidi(methodName(method)) })
    : money('fund.button', { amount });
}
