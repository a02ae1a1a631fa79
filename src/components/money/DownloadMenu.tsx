import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountingFormat } from '../../../server/features/documents/accounting/rules.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { buttonStyles } from '@/ui/button-styles.ts';
import { MenuButton } from '@/ui/menu-button.tsx';

const DownloadItems = lazyNamed(() => import('@/components/money/DownloadItems.tsx'), 'DownloadItems');

/** Addresses of the files of a list of money. */
export interface ListFiles {
  csv: string;
  accounting: (format: AccountingFormat) => string;
}

/** A list of money as a file for spreadsheets, or as one that programs for accounting import. */
export function DownloadMenu({ files, size }: { files: ListFiles; size?: 'small' }) {
  const { t } = useTranslation('payments');
  return (
    <MenuButton
      menu={<DownloadItems {...files} />}
      align="end"
      className={buttonStyles({ variant: 'quiet', ...(size ? { size } : {}) })}
    >
      <Download aria-hidden />
      {t('documents.files')}
    </MenuButton>
  );
}
