import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** No event reports a stop or its end to members. */
const MIN_POLL_MS = 60_000;
const NONE: readonly Currency[] = [];

/** Currencies whose payments are paused now; none while it is not known. */
export function usePausedCurrencies(enabled = true): readonly Currency[] {
  const { data } = useQuery({
    ...api.moneyStops.current.queryOptions(),
    enabled,
    staleTime: MIN_POLL_MS,
    refetchInterval: MIN_POLL_MS,
  });
  return data ?? NONE;
}

/** Shown where money of these currencies is pending: payments out are paused. Renders nothing otherwise. */
export function PaymentsPaused({ currencies, className }: { currencies: readonly Currency[]; className?: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const paused = usePausedCurrencies(currencies.length > 0).filter((currency) => currencies.includes(currency));
  if (paused.length === 0) return null;
  return (
    <Alert
      tone="caution"
      title={t('paymentsPaused.title', { currencies: format.list(paused.map(format.currencyName)) })}
      className={className}
    >
      {t('paymentsPaused.text')}
    </Alert>
  );
}
