import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appPageLink } from '@/components/page/app-page-link.tsx';
import { PageFrame } from '@/components/page/PageFrame.tsx';
import { PageLinkContext } from '@/components/page/PageLink.tsx';
import { removeOldErrors } from '@/lib/toast-store.ts';

/** The frame of the app's pages, with the router for their links. */
export function RootFrame() {
  const router = useRouter();
  // A screen that fills the window is used for a task: an upload, a review, a payment.
  const focused = useMatches({ select: (matches) => matches.some((match) => match.staticData.frame === 'focus') });
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => void (pathChanged && removeOldErrors())),
    [router],
  );
  return (
    <PageLinkContext value={appPageLink}>
      <PageFrame focused={focused}>
        <Outlet />
      </PageFrame>
    </PageLinkContext>
  );
}
