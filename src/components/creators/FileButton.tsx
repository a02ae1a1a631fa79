import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorFile } from '../../../server/features/lists/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { saveFile } from '@/lib/save-file.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast, toastError } from '@/lib/toast.ts';

/** Downloads creators as a file for a spreadsheet; the message says how many rows are left of the month. */
export function useFile(make: () => Promise<CreatorFile>) {
  const { t } = useTranslation('lists');
  const can = usePermitted('creators.export');
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      const { name, csv, rows, left } = await make();
      saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      void toast('success', t('file.done', { count: rows }), { description: t('file.left', { count: left }) });
    } catch (error) {
      void toastError(error);
    } finally {
      setPending(false);
    }
  };
  return { can, pending, run: () => void run() };
}

export function FileButton({ make, children }: { make: () => Promise<CreatorFile>; children: ReactNode }) {
  const { can, pending, run } = useFile(make);
  return (
    <RefusableButton can={can} reasonShown pending={pending} onClick={run}>
      {children}
    </RefusableButton>
  );
}
