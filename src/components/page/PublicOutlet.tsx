import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionOfOtherTabs } from '@/components/page/use-session-of-other-tabs.ts';
import { loadTexts } from '@/lib/i18n.ts';

/** Public pages with a form. Those that read from the API bring its client themselves. */
export function PublicOutlet() {
  const { i18n } = useTranslation();
  useSessionOfOtherTabs();
  // Texts of refusals are loaded early; the screen does not wait for them.
  useEffect(() => void loadTexts('errors').catch(() => {}), [i18n.language]);
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  );
}
