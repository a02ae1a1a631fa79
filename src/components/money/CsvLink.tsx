import { FileSpreadsheet } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg, orgChoice } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

const AccountingLinks = lazyNamed(() => import('@/components/money/AccountingLinks.tsx'), 'AccountingLinks');

export interface CsvLinkProps {
  /** What is owed has no file for accounting: it is booked with its receipt, once it is paid. */
  list: 'payments' | 'debts' | 'payouts' | 'earnings';
  /** As the list is filtered on the screen. */
  filter?: Readonly<Record<string, string>>;
}

/** A list of money as files for spreadsheets and for accounting; the creator's own while an agency acts. */
export function CsvLink({ list, filter = {} }: CsvLinkProps) {
  const { t } = useTranslation();
  if (orgChoice().actingFor !== null) return null;
  const query = new URLSearchParams({ lang: currentLocale(), ...filter });
  return (
    <div className="flex flex-wrap items-center gap-x-1 max-sm:-ms-2.5 max-sm:w-full sm:justify-end">
      <Button asChild variant="quiet">
        <a href={inOrg(`/files/money/${list}.csv?${query.toString()}`)} download>
          <FileSpreadsheet aria-hidden />
          {t('action.csv')}
        </a>
      </Button>
      {list === 'debts' ? null : (
        <Suspense>
          <AccountingLinks list={list} />
        </Suspense>
      )}
    </div>
  );
}
