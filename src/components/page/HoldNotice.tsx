import { codeText, useErrorText } from '@/lib/error-text.ts';
import { Alert } from '@/ui/alert.tsx';

/** In the frame of the app while staff have the account on hold. */
export function HoldNotice() {
  useErrorText();
  return (
    <Alert tone="caution" className="mb-5">
      {codeText('org.suspended')}
    </Alert>
  );
}
