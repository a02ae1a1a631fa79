import type { ComponentProps } from 'react';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';

/** A button that stays in reach of the keyboard when its act is refused, and says why; `said`: the same reason stands beside it already. */
export function RefusableButton({
  can,
  said = false,
  ...button
}: { can: true | string; said?: boolean } & ComponentProps<typeof Button>) {
  // Draws anew when the language changes.
  useErrorText();
  const reason = can === true ? null : codeText(can as 'auth.not_allowed');
  return (
    <>
      <Button {...button} aria-disabled={reason !== null || undefined} title={reason ?? undefined} />
      {reason && !said ? <p className="text-xs text-muted-foreground">{reason}</p> : null}
    </>
  );
}
