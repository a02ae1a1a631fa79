import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/lib/server-clock.ts';
import { api } from '@/lib/trpc.ts';

/** The yearly file about payees for the tax authorities, for Finance. */
export function TaxReports() {
  const { t } = useTranslation('books');
  const { data } = useQuery(api.feeSchedules.list.queryOptions());
  const year = new Date(serverNow()).getUTCFullYear();
  if (!data?.mayAct) return null;
  return (
    <section aria-labelledby="tax-reports">
      <h2 id="tax-reports" className="heading-section">
        {t('report.title')}
      </h2>
      <p className="mt-1 max-w-60ch text-sm text-muted-foreground">{t('report.text')}</p>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {[year, year - 1].map((one) => (
          <li key={one}>
            <a href={`/files/tax-report/${one}.csv`} download className="link inline-flex min-h-6 items-center gap-1">
              <FileSpreadsheet aria-hidden className="size-4" />
              {t('report.year', { year: String(one) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
