import type { ComponentProps } from 'react';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';

/** A button that stays in reach of the keyboard when its act is refused, and says why. */
export function RefusableButton({ can, ...button }: { can: true | string } & ComponentProps<typeof Button>) {
  // Draws anew when the language changes.
  useErrorText();
  const reason = can === true ? null : codeText(can as 'auth.not_allowed');
  return (
    <>
      <Button {...button} aria-disabled={reason !== null || undefined} title={reason ?? undefined} />
      {reason ? <p className="text-xs text-muted-foreground">{reason}</p> : null}
    </>
  );
}
