import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';

/** Rows of one kind in a form; `onAdd` is null at the maximum. */
export function Rows({
  legend,
  hint,
  add,
  onAdd,
  children,
}: {
  legend: string;
  hint?: string;
  add: string;
  onAdd: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <fieldset className="grid gap-4 border-t border-border pt-5">
      <legend className="heading-section float-start w-full">{legend}</legend>
      {hint ? <p className="-mt-3 text-sm text-muted-foreground">{hint}</p> : null}
      {children}
      {onAdd ? (
        <div>
          <Button onClick={onAdd}>
            <Plus aria-hidden />
            {add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** One of them; the button that removes it stands beside its last field. */
export function Row({
  label,
  onRemove,
  last,
  columns,
  children,
}: {
  label: string;
  onRemove: (() => void) | null;
  last: ReactNode;
  columns: 2 | 3;
  children: ReactNode;
}) {
  return (
    <div className={`grid gap-4 border-b border-border pb-4 ${columns === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}>
      {children}
      <div className="flex items-end gap-2">
        {last}
        {onRemove ? (
          <Button variant="quiet" size="icon" aria-label={label} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
    </div>
  );
}
