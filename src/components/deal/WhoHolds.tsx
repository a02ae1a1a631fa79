import { useTranslation } from 'react-i18next';
import { HOLD_CAP_DAYS, HOLD_LIMIT_DAYS } from '../../../server/features/policies/rules.ts';
import type { QuoteDto } from '../../../server/features/payments/schema.ts';
import { KeepQuote } from '@/components/deal/KeepQuote.tsx';
import { withLinks } from '@/components/text/with-links.tsx';
import { useDurationText } from '@/lib/duration.ts';

/**
 * Before a payment: who holds the money and for how long at most, the terms that it accepts, and its quote to keep. `of`:
 * what is paid for.
 */
export function WhoHolds({ of, quote }: { of: readonly { bonus: boolean }[]; quote: QuoteDto | null }) {
  const { t } = useTranslation('payments');
  const duration = useDurationText();
  return (
    <p className="text-sm text-muted-foreground">
      {of.every((m) => m.bonus) ? null : `${t('fund.whoHolds')} `}
      {of.some((m) => m.bonus) ? `${t('fund.bonus')} ` : null}
      {t('fund.longest', { time: duration(`P${HOLD_CAP_DAYS}D`), limit: duration(`P${HOLD_LIMIT_DAYS}D`) })}{' '}
      {withLinks(t('fund.terms'), { terms: '/terms-of-service' })} {quote ? <KeepQuote quote={quote} /> : null}
    </p>
  );
}
