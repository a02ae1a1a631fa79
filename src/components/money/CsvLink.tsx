import { FileSpreadsheet } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg, orgChoice } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

const DownloadMenu = lazyNamed(() => import('@/components/money/DownloadMenu.tsx'), 'DownloadMenu');

export interface CsvLinkProps {
  list: 'payments' | 'debts' | 'payouts' | 'earnings';
  /** As the list is filtered on the screen. */
  filter?: Readonly<Record<string, string>>;
  /**
   * In a menu with files for accounting, which hold the documents behind the whole list. What is owed has none: it is booked with
   * its receipt, once it is paid.
   */
  accounting?: boolean;
}

/** A list of money as files for spreadsheets and for accounting; the creator's own while an agency acts. */
export function CsvLink({ list, filter = {}, accounting = true }: CsvLinkProps) {
  const { t } = useTranslation();
  if (orgChoice().actingFor !== null) return null;
  const query = new URLSearchParams({ lang: currentLocale(), ...filter });
  const csv = `/files/money/${list}.csv?${query.toString()}`;
  return (
    <div className="max-sm:-ms-2.5 max-sm:w-full">
      {list === 'debts' || !accounting ? (
        <Button asChild variant="quiet" size="small">
          <a href={inOrg(csv)} download>
            <FileSpreadsheet aria-hidden />
            {t('action.csv')}
          </a>
        </Button>
      ) : (
        <Suspense>
          <DownloadMenu
            size="small"
            files={{ csv, accounting: (format) => `/files/money/${list}.csv?format=${format}` }}
          />
        </Suspense>
      )}
    </div>
  );
}
