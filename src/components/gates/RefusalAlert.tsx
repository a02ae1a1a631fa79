import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { appError } from '@/lib/app-error.ts';
import { Alert } from '@/ui/alert.tsx';

/** Why a call was refused, with the link to where its condition is met; nothing while it was not. */
export function RefusalAlert({ error, className }: { error: unknown; className?: string }) {
  const explain = useErrorText();
  if (!error) return null;
  return (
    <Alert tone="problem" className={className} action={<NextStepLink code={appError(error)?.code} />}>
      {explain(error)}
    </Alert>
  );
}
