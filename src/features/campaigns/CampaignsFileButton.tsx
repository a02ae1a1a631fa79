import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignFilter } from '@/features/campaigns/my-campaigns-search.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { saveFile } from '@/lib/save-file.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, queryClient } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The list as a file for spreadsheets, with the filter that is shown. */
export function CampaignsFileButton({ filter }: { filter: CampaignFilter }) {
  const { t } = useTranslation('campaigns');
  const [pending, setPending] = useState(false);
  const make = async () => {
    setPending(true);
    try {
      const query = api.campaigns.file.queryOptions({ show: filter, locale: currentLocale() });
      const { name, csv, rows } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      saveFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      void toast('success', t('file.done', { count: rows }));
    } catch (error) {
      void toastError(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button pending={pending} onClick={() => void make()}>
      {t('file.button')}
    </Button>
  );
}
