import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useCovering } from '@/lib/covered.ts';
import { lazy } from '@/lib/lazy.ts';

const SheetSurface = lazy(() => loadSheetSurface().then((module) => ({ default: module.SheetSurface })));

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  closeLabel: string;
  /** `end` for detail and filters, `start` for navigation. Both follow the reading direction. */
  side?: 'start' | 'end';
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Detail, filters and the menu beside the page. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  useCovering(props.open);
  useEffect(() => {
    if (props.open) setWanted(true);
    else return whenIdle(loadSheetSurface);
  }, [props.open]);
  if (!wanted && !props.open) return null;
  return (
    <Suspense fallback={null}>
      <SheetSurface {...props} />
    </Suspense>
  );
}

/** Its code is not part of the first load; it arrives while the page is idle, so that opening never waits. */
function loadSheetSurface() {
  return import('@/ui/sheet-surface.tsx');
}

function whenIdle(load: () => unknown): () => void {
  const timer = setTimeout(load, 1500);
  return () => clearTimeout(timer);
}
