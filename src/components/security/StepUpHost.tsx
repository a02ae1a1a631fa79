import { Suspense } from 'react';
import { lazy } from '@/lib/lazy.ts';
import { useRequestedProof } from '@/lib/step-up.ts';
import { loadTexts } from '@/lib/i18n.ts';

const StepUpDialog = lazy(async () => {
  const [module] = await Promise.all([import('@/components/security/StepUpDialog.tsx'), loadTexts('security')]);
  return { default: module.StepUpDialog };
});

/** Mounted once in the frame; its dialog is loaded when a call is refused for a missing proof. */
export function StepUpHost() {
  const request = useRequestedProof();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog key={request.subject} request={request} />
    </Suspense>
  );
}
