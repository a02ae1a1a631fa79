import { useTranslation } from 'react-i18next';
import { useErrorText } from '@/lib/error-text.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Verb and object. */
  submitLabel: string;
  /** Of the button that changes nothing, where "Cancel" would read as the action itself. */
  keepLabel?: string;
  destructive?: boolean;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before an act that is not undone; a refusal is shown in it. */
export function ConfirmDialog({
  title,
  text,
  submitLabel,
  keepLabel,
  destructive = false,
  pending,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t: common } = useTranslation();
  const explain = useErrorText();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={pending}
      title={title}
      description={text}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={pending || undefined} onClick={onClose}>
            {keepLabel ?? common('action.cancel')}
          </Button>
          <Button variant={destructive ? 'destructive' : 'ink'} pending={pending} onClick={onConfirm}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
    </Dialog>
  );
}
