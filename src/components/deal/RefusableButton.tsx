import type { ComponentProps } from 'react';
import type { ErrorData } from '../../../server/core/errors.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { Button } from '@/ui/button.tsx';

/** A button that stays focusable when its action is refused, and shows the reason unless `reasonShown`: the page then shows it already. */
export function RefusableButton({
  can,
  data,
  reasonShown = false,
  ...button
}: { can: true | string; data?: ErrorData; reasonShown?: boolean } & ComponentProps<typeof Button>) {
  // Renders again when the language changes.
  useErrorText();
  const reason = can === true ? null : codeText(can as 'auth.not_allowed', data);
  return (
    <>
      <Button {...button} aria-disabled={reason !== null || undefined} title={reason ?? undefined} />
      {reason && !reasonShown ? <p className="text-xs text-muted-foreground">{reason}</p> : null}
    </>
  );
}
