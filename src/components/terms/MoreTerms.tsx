import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Terms that most deals leave as they are, behind their heading. */
export function MoreTerms({
  title,
  open,
  children,
}: {
  title: string;
  open?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <details open={open} className="group rounded-md border border-border px-4 py-1">
      <summary className="flex min-h-9 cursor-pointer items-center justify-between gap-3 text-ui font-medium touch:min-h-11">
        {title}
        <ChevronDown
          aria-hidden
          className="size-4 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="grid gap-4 pt-2 pb-4">{children}</div>
    </details>
  );
}
