import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface ConfirmDialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** Label of the button that does it. */
  button: string;
  /** Label of the button that changes nothing, where "Cancel" would read as the act itself. */
  keep?: string;
  pending: boolean;
  onConfirm: () => void;
  /** An error of the act. */
  children?: ReactNode;
}

/** The one question before something is deleted or withdrawn. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  text,
  button,
  keep,
  pending,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const { t: common } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      pending={pending}
      title={title}
      description={text}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={pending || undefined} onClick={onClose}>
            {keep ?? common('action.cancel')}
          </Button>
          <Button variant="destructive" pending={pending} onClick={onConfirm}>
            {button}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
