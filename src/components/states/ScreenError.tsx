import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { FailedScreen } from '@/components/states/FailedScreen.tsx';

/** A route that failed; the next try loads its data again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <FailedScreen
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
