import { type ReactNode, useLayoutEffect, useRef } from 'react';

export interface BottomCardProps {
  label: string;
  slot: string;
  /** The user opened it: focus moves there, and back when it closes. */
  focus?: boolean;
  children: ReactNode;
}

/**
 * Covers the bottom end of the page without moving it, and is not modal. Its height is a CSS variable, so that focused
 * elements are scrolled above it and the page's end can be reached.
 */
export function BottomCard({ label, slot, focus = false, children }: BottomCardProps) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = card;
    if (!current) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--bottom-card', `${Math.ceil(current.getBoundingClientRect().height)}px`),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--bottom-card');
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = card;
    if (!focus || !current) return;
    const before = document.activeElement;
    current.focus();
    return () => {
      if (before instanceof HTMLElement && current.contains(document.activeElement)) before.focus();
    };
  }, [focus]);
  return (
    <section
      ref={card}
      aria-label={label}
      tabIndex={-1}
      data-slot={slot}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))] z-30 max-h-[85dvh] overflow-y-auto border-t border-border-strong bg-popover p-4 text-popover-foreground shadow-overlay md:inset-x-auto md:end-5 md:bottom-5 md:w-[416px] md:rounded-lg md:border md:p-5 print-hidden"
    >
      {children}
    </section>
  );
}
