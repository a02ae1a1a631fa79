import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface DecisionDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  variant: 'money' | 'ink' | 'destructive';
  /** Of the call that carries the decision out. */
  pending: boolean;
  error: unknown;
  /** Something that the decision needs is not filled in yet. */
  incomplete?: boolean;
  onDecide: () => Promise<unknown>;
  children: ReactNode;
}

/** One decision about a milestone, with what it does; closes when it took effect. Whatever was answered, the pages behind it show what is true now. */
export function DecisionDialog({ open, onClose, title, submitLabel, variant, pending, error, incomplete = false, onDecide, children }: DecisionDialogProps) {
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const run = () => onDecide().then(onClose, () => undefined).finally(() => void Promise.all([api.content.invalidate(), api.escrow.invalidate()]));
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
          <Button aria-disabled={pending || undefined} onClick={onClose}>{common('action.cancel')}</Button>
          <Button
            variant={variant}
            pending={pending}
            aria-disabled={incomplete || undefined}
            onClick={() => {
              if (!incomplete) void run();
            }}
          >
            {submitLabel}
          </Button>
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
