import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { LazyToaster } from '@/components/page/LazyToaster.tsx';
import { TopNotice } from '@/components/page/TopNotice.tsx';
import { lazyNamed } from '@/lib/lazy.ts';

const PageExtras = lazyNamed(() => import('@/components/page/PageExtras.tsx'), 'PageExtras');

/**
 * What every page has, signed in or not. The card over the bottom is first in the tab order: it requires an answer.
 * `focused`: the screen fills the window and is used for a task.
 */
export function PageFrame({ focused, children }: { focused: boolean; children: ReactNode }) {
  // The page itself loads first.
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  return (
    <>
      {settled ? (
        <Suspense fallback={null}>
          <PageExtras focused={focused} />
        </Suspense>
      ) : null}
      <TopNotice />
      {children}
      <LazyToaster />
    </>
  );
}
