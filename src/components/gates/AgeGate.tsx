import { Suspense } from 'react';
import { lazyNamed } from '@/lib/lazy.ts';
import { appError } from '@/lib/trpc.ts';

const AgeDialog = lazyNamed(() => import('@/components/gates/AgeDialog.tsx'), 'AgeDialog');

export const needsAge = (error: unknown): boolean => appError(error)?.code === 'auth.age_unknown';

export interface AgeGateProps {
  /** The failed action's error; only the age requirement is handled. */
  error: unknown;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Beside an action that requires adulthood: opens the age dialog when the action was refused for it. */
export function AgeGate({ error, ...rest }: AgeGateProps) {
  if (!needsAge(error)) return null;
  return (
    <Suspense fallback={null}>
      <AgeDialog open {...rest} />
    </Suspense>
  );
}
