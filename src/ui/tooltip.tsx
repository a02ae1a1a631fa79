import { cloneElement, type ReactElement, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyNamed } from '@/lib/lazy.ts';

const Surface = lazyNamed(() => import('@/ui/tooltip-surface.tsx'), 'TooltipSurface');

const DELAY_MS = 700;
const SKIP_MS = 300;

/** When the last tooltip of the page closed: a neighbor within 300 ms opens at once. */
let closedAt = 0;

/**
 * Opens after 700 ms under a pointer and at once on keyboard focus; Escape closes it. Never the only place of required
 * information. Its positioning code is loaded with the first one.
 */
export function Tooltip({
  content,
  children,
  side = 'top',
}: {
  content: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: 'top' | 'bottom';
}) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const openIn = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setOpen, delay, true);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (open) closedAt = Date.now();
    setOpen(false);
  };
  return (
    <span
      ref={anchor}
      role="presentation"
      className="inline-flex min-w-0"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') openIn(Date.now() - closedAt < SKIP_MS ? 0 : DELAY_MS);
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) openIn(0);
      }}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : undefined })}
      {open ? (
        <Suspense fallback={null}>
          <Surface id={id} anchor={anchor} side={side}>
            {content}
          </Surface>
        </Suspense>
      ) : null}
    </span>
  );
}
