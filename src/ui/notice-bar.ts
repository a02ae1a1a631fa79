/** The bar at the top of a page that reports a lost connection or file. */
export const NOTICE_BAR =
  'pointer-events-auto sticky top-0 z-60 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-border-strong bg-popover px-4 py-2 text-sm text-popover-foreground shadow-overlay print-hidden';
