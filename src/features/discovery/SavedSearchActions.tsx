import { Link } from '@tanstack/react-router';
import { Bell, Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { FileButton } from '@/components/creators/FileButton.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { currentLocale } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const SaveSearchDialog = lazyNamed(() => import('@/features/discovery/SaveSearchDialog.tsx'), 'SaveSearchDialog');

/** What can be done with a search: open saved ones, download its results, save it. */
export function SavedSearchActions({ filters }: { filters: Filters }) {
  const { t } = useTranslation('searches');
  const { t: lists } = useTranslation('lists');
  const can = usePermitted('list.edit');
  const [saving, setSaving] = useState(false);
  const file = trpc.lists.exportSearch.useMutation();
  return (
    <>
      <Button asChild variant="quiet">
        <Link to="/discovery/lists">{lists('title')}</Link>
      </Button>
      <Button asChild variant="quiet">
        <Link to="/discovery/searches">{t('title')}</Link>
      </Button>
      <FileButton make={() => file.mutateAsync({ filters, locale: currentLocale() })}>
        <Download aria-hidden />
        {t('file')}
      </FileButton>
      <RefusableButton can={can} reasonShown onClick={() => setSaving(true)}>
        <Bell aria-hidden />
        {t('save.button')}
      </RefusableButton>
      {saving ? (
        <Suspense fallback={null}>
          <SaveSearchDialog filters={filters} onClose={() => setSaving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
