import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { LazyToaster } from '@/components/page/LazyToaster.tsx';
import { TopNotice } from '@/components/page/TopNotice.tsx';
import { lazyNamed } from '@/lib/lazy.ts';

const PageExtras = lazyNamed(() => import('@/components/page/PageExtras.tsx'), 'PageExtras');

/** What every page has, whoever looks at it. The card over the bottom comes first in the order of the keyboard: it waits for an answer. */
export function RootFrame() {
  // The page itself comes first.
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
