import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useCovering } from '@/lib/covered.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { preloadAtFirstAct } from '@/lib/preload.ts';

const DialogSurface = lazyNamed(loadDialogSurface, 'DialogSurface');

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Announced with the title; left out if the content is enough. */
  description?: ReactNode;
  /** Accessible name of the cross. */
  closeLabel: string;
  /** Buttons at the end of the dialog, the deciding one last. */
  footer?: ReactNode;
  /** Only an answer closes it: no cross, no Escape, no click outside. */
  locked?: boolean;
  /** The decision is being sent. Closing would not undo it, so the dialog stays open until the answer. */
  pending?: boolean;
  className?: string;
  children?: ReactNode;
}

/** One decision, at most six fields. Anything with tabs or uploads is a page; a dialog never opens a dialog. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  useCovering(props.open);
  useEffect(() => {
    if (props.open) setWanted(true);
    else return preloadAtFirstAct(loadDialogSurface);
  }, [props.open]);
  if (!wanted && !props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}

/** Not part of the first load: preloaded while the dialog is closed. */
export function loadDialogSurface() {
  return import('@/ui/dialog-surface.tsx');
}
