import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCOUNTING_FORMATS, type AccountingList } from '../../../server/features/documents/accounting/rules.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

/** A list of money as files that programs for accounting import. */
export function AccountingLinks({ list }: { list: AccountingList }) {
  const { t } = useTranslation('payments');
  return ACCOUNTING_FORMATS.map((format) => (
    <Button key={format} asChild variant="quiet" size="small">
      <a href={inOrg(`/files/money/${list}.csv?format=${format}`)} download>
        <FileSpreadsheet aria-hidden />
        {t(`documents.accounting.${format}`)}
      </a>
    </Button>
  ));
}
