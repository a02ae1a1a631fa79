import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg, orgChoice } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

export interface CsvLinkProps {
  list: 'payments' | 'debts' | 'payouts' | 'earnings';
  /** As the list is filtered on the screen. */
  filter?: Readonly<Record<string, string>>;
}

/** A list of money as a file for spreadsheets; the creator's own while an agency acts. */
export function CsvLink({ list, filter = {} }: CsvLinkProps) {
  const { t } = useTranslation();
  if (orgChoice().actingFor !== null) return null;
  const query = new URLSearchParams({ lang: currentLocale(), ...filter });
  return (
    <Button asChild variant="quiet">
      <a href={inOrg(`/files/money/${list}.csv?${query.toString()}`)} download>
        <FileSpreadsheet aria-hidden />
        {t('action.csv')}
      </a>
    </Button>
  );
}
