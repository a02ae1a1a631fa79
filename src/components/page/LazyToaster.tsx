import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onFirstToast } from '@/lib/toast-signal.ts';
import { useTheme } from '@/lib/theme.ts';

const Toaster = lazy(() => import('@/ui/toaster.tsx').then((module) => ({ default: module.Toaster })));

/** The place of toasts; its code arrives with the first one. */
export function LazyToaster() {
  const { t, i18n } = useTranslation('nav');
  const { resolved } = useTheme();
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster direction={i18n.dir()} theme={resolved} label={t('shell.toasts')} />
    </Suspense>
  );
}
