import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MoneyFile } from '@/features/platform/money-files.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toastError } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';

export interface MoneyFileButtonProps {
  /** The list's heading. */
  of: string;
  /** Of the file, without its ending. */
  name: string;
  make: () => MoneyFile | Promise<MoneyFile>;
}

/** A list for Finance as a file for spreadsheets. */
export function MoneyFileButton({ of, name, make }: MoneyFileButtonProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { csvText } = await import('@/lib/csv.ts');
      const { head, rows } = await make();
      saveFile(`sponsio-${name}.csv`, new Blob([csvText([head, ...rows])], { type: 'text/csv;charset=utf-8' }));
    } catch (error) {
      void toastError(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="quiet"
      size="small"
      pending={pending}
      aria-label={`${t('action.csv')}: ${of}`}
      onClick={() => void save()}
    >
      <FileSpreadsheet aria-hidden />
      {t('action.csv')}
    </Button>
  );
}
