import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundPage } from '../../../server/features/discovery/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

/** The day of the rates by which prices were compared, and the creators whose currency has none. */
export function Unconverted({
  page: { unconverted, ratesOf },
  filters,
  onChange,
}: {
  page: Pick<FoundPage, 'unconverted' | 'ratesOf'>;
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  return (
    <>
      {ratesOf === null ? null : (
        <p className="mt-3 text-xs text-muted-foreground">
          {t('rates.of', { date: format.longDate(new Date(`${ratesOf}T12:00:00Z`)) })}
        </p>
      )}
      {unconverted.map(({ currency, count }) => (
        <p key={currency} className="mt-2 text-sm">
          {t('rates.without', { count, currency: format.currencyName(currency) })}{' '}
          <Button variant="link" onClick={() => onChange({ ...filters, price: { currency } })}>
            {t('rates.show')}
          </Button>
        </p>
      ))}
    </>
  );
}
