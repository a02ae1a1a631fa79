import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DataProvider } from '@/components/page/DataProvider.tsx';
import { useSessionOfOtherTabs } from '@/components/page/use-session-of-other-tabs.ts';

export function PublicOutlet() {
  useSessionOfOtherTabs();
  return (
    <DataProvider>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </DataProvider>
  );
}
