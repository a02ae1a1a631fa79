import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useCovering } from '@/lib/covered.ts';
import { lazy } from '@/lib/lazy.ts';

const DialogSurface = lazy(() => loadDialogSurface().then((module) => ({ default: module.DialogSurface })));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Read with the title; leave out when the content says it all. */
  description?: ReactNode;
  /** Accessible name of the cross. */
  closeLabel: string;
  /** Buttons at the end of the dialog, the deciding one last. */
  footer?: ReactNode;
  /** Nothing but an answer closes it: no cross, no Escape, no click outside. */
  locked?: boolean;
  /** What was decided here is on its way: closing would not take it back, so the dialog stays until it is answered. */
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
    else return whenIdle(loadDialogSurface);
  }, [props.open]);
  if (!wanted && !props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}

/** Its code is not part of the first load; it arrives while the page is idle, so that opening never waits. */
export function loadDialogSurface() {
  return import('@/ui/dialog-surface.tsx');
}

function whenIdle(load: () => unknown): () => void {
  const timer = setTimeout(load, 1500);
  return () => clearTimeout(timer);
}
