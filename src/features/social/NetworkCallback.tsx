import { Suspense, useEffect, useState } from 'react';
import { DataProvider } from '@/components/page/DataProvider.tsx';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { CallbackSearch } from '@/features/social/callback-search.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const CallbackResult = lazyNamed(() => import('@/features/social/CallbackResult.tsx'), 'CallbackResult');

/** Where a network returns to after its sign-in page. */
export function NetworkCallback({ network, search }: { network: 'instagram' | 'tiktok'; search: CallbackSearch }) {
  // The address is cleaned below; what it held is kept.
  const [answer] = useState(search);
  useEffect(() => {
    // A code in the address would be stored in the history and passed on by links.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return (
    <PublicShell>
      <div className="max-w-[680px] py-10">
        <Suspense fallback={<PendingSkeleton rows={3} />}>
          <DataProvider>
            <CallbackResult network={network} answer={answer} />
          </DataProvider>
        </Suspense>
      </div>
    </PublicShell>
  );
}
