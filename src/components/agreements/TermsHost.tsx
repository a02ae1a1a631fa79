import { Suspense } from 'react';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';
import { useRequestedAcceptance } from '@/lib/terms-acceptance.ts';

const TermsDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('@/components/agreements/TermsDialog.tsx'),
    loadTexts('agreements', 'errors'),
  ]);
  return { default: module.TermsDialog };
});

/** Mounted once in the frame; its dialog is loaded when a call is refused because the terms were not accepted. */
export function TermsHost() {
  const request = useRequestedAcceptance();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <TermsDialog request={request} />
    </Suspense>
  );
}
