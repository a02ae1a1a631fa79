import { useTranslation } from 'react-i18next';
import type { QuoteDto } from '../../../server/features/payments/schema.ts';

/** The signed quote as a file, which `/p/verify` checks. */
export function KeepQuote({ quote }: { quote: Pick<QuoteDto, 'id' | 'file'> }) {
  const { t } = useTranslation('payments');
  if (quote.file === null) return null;
  return (
    <a
      href={`data:application/json;charset=utf-8,${encodeURIComponent(quote.file)}`}
      download={`quote-${quote.id.slice(0, 8)}.json`}
      className="link"
    >
      {t('fund.keepQuote')}
    </a>
  );
}
