import { type ReactNode, useId } from 'react';
import { Button } from '@/ui/button.tsx';

export interface TermsBlockProps {
  title: string;
  hint?: string;
  /** "Change price and dates". */
  changeLabel: string;
  open: boolean;
  onOpen: () => void;
  /** Shown while the part is not edited. */
  summary: ReactNode;
  children: ReactNode;
}

/** One part of the terms: a summary, whose fields are shown for editing. */
export function TermsBlock({ title, hint, changeLabel, open, onOpen, summary, children }: TermsBlockProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={id} className="heading-section">
            {title}
          </h2>
          {hint && open ? <p className="text-sm text-muted-foreground">{hint}</p> : null}
        </div>
        {open ? null : (
          <Button size="small" onClick={onOpen}>
            {changeLabel}
          </Button>
        )}
      </div>
      {open ? children : summary}
    </section>
  );
}
