import { Suspense, useEffect } from 'react';
import { startConsent, useConsent, useConsentOpen } from '@/lib/consent.ts';
import { useCovered } from '@/lib/covered.ts';
import { useInstallWay } from '@/lib/install.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const ConsentBanner = lazyNamed(() => import('@/components/page/ConsentBanner.tsx'), 'ConsentBanner');
const InstallCard = lazyNamed(() => import('@/components/page/InstallCard.tsx'), 'InstallCard');

/** What may cover the bottom of a page, one at a time: the cookie choices first, then the offer to install. */
export function PageExtras({ focused }: { focused: boolean }) {
  const consent = useConsent();
  const reopened = useConsentOpen();
  const way = useInstallWay();
  const covered = useCovered();
  useEffect(startConsent, []);
  if (!consent || reopened) {
    return (
      <Suspense fallback={null}>
        <ConsentBanner key={String(reopened)} />
      </Suspense>
    );
  }
  if (!way || focused || covered) return null;
  return (
    <Suspense fallback={null}>
      <InstallCard way={way} />
    </Suspense>
  );
}
