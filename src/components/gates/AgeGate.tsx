import { Suspense } from 'react';
import { lazyNamed } from '@/lib/lazy.ts';
import { appError } from '@/lib/trpc.ts';

const AgeDialog = lazyNamed(() => import('@/components/gates/AgeDialog.tsx'), 'AgeDialog');

export const asksForAge = (error: unknown): boolean => appError(error)?.code === 'auth.age_unknown';

export interface AgeGateProps {
  /** The failed act's error; anything but the question of age shows nothing. */
  error: unknown;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Stands beside an act that asks for adulthood: opens the question when the act was refused for it. */
export function AgeGate({ error, ...rest }: AgeGateProps) {
  if (!asksForAge(error)) return null;
  return (
    <Suspense fallback={null}>
      <AgeDialog open {...rest} />
    </Suspense>
  );
}
