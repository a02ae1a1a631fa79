import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface ActDialogProps {
  title: string;
  /** What the deciding button says. */
  submit: string;
  /** The form that the deciding button submits, or what it does without a form. */
  act: { formId: string } | { onAct: () => void };
  destructive?: boolean;
  /** The decision is being sent. */
  pending: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** An act of staff: what comes of it, the way out, and one deciding button. */
export function ActDialog({ title, submit, act, destructive = false, pending, onClose, children }: ActDialogProps) {
  const { t: common } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={pending}
      title={title}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={pending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            {...('formId' in act ? { type: 'submit', form: act.formId } : { onClick: act.onAct })}
            variant={destructive ? 'destructive' : 'ink'}
            pending={pending}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
