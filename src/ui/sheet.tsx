import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useCovering } from '@/lib/covered.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { preloadAtFirstAct } from '@/lib/preload.ts';

const SheetSurface = lazyNamed(loadSheetSurface, 'SheetSurface');

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
    else return preloadAtFirstAct(loadSheetSurface);
  }, [props.open]);
  if (!wanted && !props.open) return null;
  return (
    <Suspense fallback={null}>
      <SheetSurface {...props} />
    </Suspense>
  );
}

/** Not part of the first load: preloaded while the sheet is closed. */
function loadSheetSurface() {
  return import('@/ui/sheet-surface.tsx');
}
