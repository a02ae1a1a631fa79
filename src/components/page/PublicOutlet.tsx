import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DataProvider } from '@/components/page/DataProvider.tsx';

export function PublicOutlet() {
  return (
    <DataProvider>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </DataProvider>
  );
}
