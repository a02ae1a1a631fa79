import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';
import { Label } from '@/ui/label.tsx';

export interface FieldProps {
  /** Id of the control; hint and error take `${id}-hint` and `${id}-error`. */
  id: string;
  label: ReactNode;
  /** Beside the label in muted text: "optional" and the like. */
  mark?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label above, control, then error or hint. The control refers to them with {@link describedBy}. */
export function Field({ id, label, mark, hint, error, className, children }: FieldProps) {
  return (
    <div data-slot="field" className={cn('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id} id={`${id}-label`}>
          {label}
        </Label>
        {mark ? <span className="text-xs text-muted-foreground">{mark}</span> : null}
      </div>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint && !error ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
    </div>
  );
}

export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm text-muted-foreground">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-destructive">
      <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Value for `aria-describedby` of the control inside a {@link Field}. */
export function describedBy(id: string, { hint, error }: { hint?: ReactNode; error?: ReactNode }): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}
