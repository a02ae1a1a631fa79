import type { ReactNode } from 'react';

/** What can be done with the chosen rows: at the bottom of the window, so that no row moves when one is chosen. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.75rem)] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-border-strong bg-popover px-4 py-3 text-popover-foreground shadow-overlay"
    >
      {children}
    </section>
  );
}
