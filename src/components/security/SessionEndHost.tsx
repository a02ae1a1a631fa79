import { Suspense } from 'react';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';
import { useSessionEnded } from '@/lib/session-end.ts';

const SessionEndDialog = lazy(async () => {
  const [module] = await Promise.all([import('@/components/security/SessionEndDialog.tsx'), loadTexts('security')]);
  return { default: module.SessionEndDialog };
});

/** Stands once in the frame; its dialog arrives when a call is refused because nobody is signed in any more. */
export function SessionEndHost() {
  if (!useSessionEnded()) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog />
    </Suspense>
  );
}
