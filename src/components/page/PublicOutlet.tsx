import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSessionOfOtherTabs } from '@/components/page/use-session-of-other-tabs.ts';
import { loadErrorTextsOnInput } from '@/lib/error-text.ts';

/** Public pages with a form. Those that read from the API bring its client themselves. */
export function PublicOutlet() {
  useSessionOfOtherTabs();
  useEffect(loadErrorTextsOnInput, []);
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  );
}
