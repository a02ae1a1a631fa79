import { useTranslation } from 'react-i18next';
import type { SavedSearch } from '../../../server/features/saved-searches/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Switch } from '@/ui/switch.tsx';

/** Whether the daily digest of a search is sent, and when the next one is. */
export function AlertSwitch({ search }: { search: SavedSearch }) {
  const { t } = useTranslation('searches');
  const can = usePermitted('list.edit');
  const change = trpc.savedSearches.alert.useMutation({
    onSuccess: () => api.savedSearches.invalidate(),
    onError: (error) => void toastError(error),
  });
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Switch
        aria-label={t('alertOf', { name: search.name })}
        checked={change.isPending ? change.variables.alert : search.alert}
        disabled={can !== true}
        onCheckedChange={(alert) => change.mutate({ searchId: search.id, alert })}
      />
      <span className="text-sm text-muted-foreground">
        {search.nextDigestAt ? (
          <>
            {t('next')} <DateText value={search.nextDigestAt} as="dateTime" />
          </>
        ) : (
          t('off')
        )}
      </span>
    </span>
  );
}
