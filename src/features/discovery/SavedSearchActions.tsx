import { Link, useNavigate } from '@tanstack/react-router';
import { Bookmark, Download, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { FileButton, useFile } from '@/components/creators/FileButton.tsx';
import { SaveSearchButton } from '@/features/discovery/SaveSearchButton.tsx';
import { currentLocale } from '@/lib/i18n.ts';
import { trpc } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Button } from '@/ui/button.tsx';

/** What can be done with a search: open saved ones, download its results, save it. On phones all but the last are a menu. */
export function SavedSearchActions({ filters }: { filters: Filters }) {
  const { t } = useTranslation('searches');
  const { t: lists } = useTranslation('lists');
  const navigate = useNavigate();
  const file = trpc.lists.exportSearch.useMutation();
  const make = () => file.mutateAsync({ filters, locale: currentLocale() });
  const download = useFile(make);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-md:hidden">
        <Button asChild variant="quiet">
          <Link to="/discovery/lists">{lists('title')}</Link>
        </Button>
        <Button asChild variant="quiet">
          <Link to="/discovery/searches">{t('title')}</Link>
        </Button>
        <FileButton make={make}>
          <Download aria-hidden />
          {t('file')}
        </FileButton>
      </div>
      <SaveSearchButton filters={filters} />
      <ActionMenu
        className="md:hidden"
        label={t('actions')}
        items={[
          { id: 'lists', label: lists('title'), icon: List, onSelect: () => void navigate({ to: '/discovery/lists' }) },
          {
            id: 'saved',
            label: t('title'),
            icon: Bookmark,
            onSelect: () => void navigate({ to: '/discovery/searches' }),
          },
          ...(download.can === true ? [{ id: 'file', label: t('file'), icon: Download, onSelect: download.run }] : []),
        ]}
      />
    </>
  );
}
