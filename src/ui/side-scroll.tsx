import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn.ts';
import { Button } from '@/ui/button.tsx';

export interface SideScrollProps {
  label: string;
  /** Names of the buttons that scroll to what is before and after the part in view. */
  before: string;
  after: string;
  className?: string;
  children: ReactNode;
}

const EDGE =
  'pointer-events-none absolute inset-y-0 w-8 from-background to-transparent data-[side=after]:end-0 data-[side=before]:start-0';

/** A region that scrolls sideways by itself: focusable for the arrow keys, with faded edges and buttons while something is out of view. */
export function SideScroll({ label, before, after, className, children }: SideScrollProps) {
  const region = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const look = () => {
    const { current } = region;
    if (!current) return;
    const passed = Math.abs(current.scrollLeft);
    const [atStart, atEnd] = [passed <= 1, current.scrollWidth - current.clientWidth - passed <= 1];
    setHidden((known) =>
      known.before === !atStart && known.after === !atEnd ? known : { before: !atStart, after: !atEnd },
    );
  };
  // The content may have become wider with any render.
  useEffect(look);
  useEffect(() => {
    const { current } = region;
    if (!current) return undefined;
    const watcher = new ResizeObserver(look);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  const scroll = (screens: number) => {
    const { current } = region;
    if (!current) return;
    const direction = getComputedStyle(current).direction === 'rtl' ? -1 : 1;
    current.scrollBy({ left: direction * screens * current.clientWidth });
  };
  return (
    <div className="min-w-0">
      {hidden.before || hidden.after ? (
        <div className="mb-2 flex justify-end gap-1">
          <Button
            size="icon"
            aria-label={before}
            aria-disabled={!hidden.before || undefined}
            onClick={() => scroll(-0.8)}
          >
            <ChevronLeft aria-hidden className="flip" />
          </Button>
          <Button size="icon" aria-label={after} aria-disabled={!hidden.after || undefined} onClick={() => scroll(0.8)}>
            <ChevronRight aria-hidden className="flip" />
          </Button>
        </div>
      ) : null}
      <div className="relative">
        <div
          ref={region}
          role="region"
          aria-label={label}
          tabIndex={0}
          onScroll={look}
          className={cn('overflow-x-auto motion-safe:scroll-smooth', className)}
        >
          {children}
        </div>
        {hidden.before ? <div data-side="before" className={cn(EDGE, 'bg-linear-to-r rtl:bg-linear-to-l')} /> : null}
        {hidden.after ? <div data-side="after" className={cn(EDGE, 'bg-linear-to-l rtl:bg-linear-to-r')} /> : null}
      </div>
    </div>
  );
}
