import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';

const SaveSearchDialog = lazyNamed(() => import('@/features/discovery/SaveSearchDialog.tsx'), 'SaveSearchDialog');

/** Keeps a search by name, with a daily digest. */
export function SaveSearchButton({ filters }: { filters: Filters }) {
  const { t } = useTranslation('searches');
  const can = usePermitted('list.edit');
  const [saving, setSaving] = useState(false);
  return (
    <>
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
