import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** The dialog closes after this time even if the page is slow. */
const REFRESH_LIMIT_MS = 5_000;

export interface DecisionDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  variant: 'money' | 'ink' | 'destructive';
  /** The error of the call that applies the decision. */
  pending: boolean;
  error: unknown;
  /** Something that the decision needs is missing; a text names it. */
  incomplete?: boolean | string;
  /** Label of the button that changes nothing, where "Cancel" would read as the action itself. */
  keepLabel?: string;
  onDecide: () => Promise<unknown>;
  children: ReactNode;
}

/**
 * One decision about a milestone, with its effects; closes when it took effect. After every answer, the pages behind it
 * are refetched.
 */
export function DecisionDialog({
  open,
  onClose,
  title,
  submitLabel,
  variant,
  pending,
  error,
  incomplete = false,
  keepLabel,
  onDecide,
  children,
}: DecisionDialogProps) {
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const why = useId();
  const refresh = () => Promise.all([api.content.invalidate(), api.escrow.invalidate()]);
  // The page is refetched before the dialog closes, so that the answer does not take the focus from an element that
  // disappears.
  const run = () =>
    onDecide().then(
      async () => {
        await Promise.race([refresh(), new Promise((done) => setTimeout(done, REFRESH_LIMIT_MS))]);
        onClose();
      },
      () => void refresh(),
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      pending={pending}
      title={title}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={pending || undefined} onClick={onClose}>
            {keepLabel ?? common('action.cancel')}
          </Button>
          <Button
            variant={variant}
            pending={pending}
            aria-disabled={incomplete !== false || undefined}
            aria-describedby={typeof incomplete === 'string' ? why : undefined}
            onClick={() => {
              if (incomplete === false) void run();
            }}
          >
            {submitLabel}
          </Button>
          {typeof incomplete === 'string' ? (
            <p id={why} className="w-full text-end text-sm text-muted-foreground">
              {incomplete}
            </p>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
        {children}
      </div>
    </Dialog>
  );
}
