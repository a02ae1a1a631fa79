import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCOUNTING_FORMATS } from '../../../server/features/documents/accounting/rules.ts';
import type { ListFiles } from '@/components/money/DownloadMenu.tsx';
import { inOrg } from '@/lib/org-choice.ts';
import { DropdownMenuItem } from '@/ui/dropdown-menu.tsx';

export function DownloadItems({ csv, accounting }: ListFiles) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const files = [
    { id: 'csv', label: common('action.csv'), address: csv },
    ...ACCOUNTING_FORMATS.map((format) => ({
      id: format,
      label: t(`documents.accounting.${format}`),
      address: accounting(format),
    })),
  ];
  return files.map(({ id, label, address }) => (
    <DropdownMenuItem key={id} asChild>
      <a href={inOrg(address)} download>
        <FileSpreadsheet aria-hidden />
        {label}
      </a>
    </DropdownMenuItem>
  ));
}
