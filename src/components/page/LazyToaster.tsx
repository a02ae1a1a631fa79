import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyNamed } from '@/lib/lazy.ts';
import { removeToast, useToasts } from '@/lib/toast-store.ts';

const Toaster = lazyNamed(() => import('@/ui/toaster.tsx'), 'Toaster');

/** The region of toasts; its code is loaded with the first one and stays, so that screen readers keep the region. */
export function LazyToaster() {
  const { t, i18n } = useTranslation('nav');
  const entries = useToasts();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (entries.length > 0) setWanted(true);
  }, [entries]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster
        entries={entries}
        onRemove={removeToast}
        direction={i18n.dir()}
        label={t('shell.toasts')}
        closeLabel={t('shell.closeToast')}
      />
    </Suspense>
  );
}
