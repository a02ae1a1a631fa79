import { Outlet } from '@tanstack/react-router';
import { LazyToaster } from '@/components/page/LazyToaster.tsx';

/** What every page has, whoever looks at it. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <LazyToaster />
    </>
  );
}
