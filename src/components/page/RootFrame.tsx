import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { LazyToaster } from '@/components/page/LazyToaster.tsx';
import { TopNotice } from '@/components/page/TopNotice.tsx';
import { lazyNamed } from '@/lib/lazy.ts';

const PageExtras = lazyNamed(() => import('@/components/page/PageExtras.tsx'), 'PageExtras');

/** What every page has, signed in or not. The card over the bottom is first in the tab order: it requires an answer. */
export function RootFrame() {
  // The page itself loads first.
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  return (
    <>
      {settled ? (
        <Suspense fallback={null}>
          <PageExtras />
        </Suspense>
      ) : null}
      <TopNotice />
      <Outlet />
      <LazyToaster />
    </>
  );
}
