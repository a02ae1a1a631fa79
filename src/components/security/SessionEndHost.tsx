import { Suspense } from 'react';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';
import { useSessionEnded } from '@/lib/session-end.ts';

const SessionEndDialog = lazy(async () => {
  const [module] = await Promise.all([import('@/components/security/SessionEndDialog.tsx'), loadTexts('security')]);
  return { default: module.SessionEndDialog };
});

/** Mounted once in the frame; its dialog is loaded when a call is refused for a missing session. */
export function SessionEndHost() {
  if (!useSessionEnded()) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog />
    </Suspense>
  );
}
