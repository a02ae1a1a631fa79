import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from '@/lib/cn.ts';

interface Group {
  name: string;
  value: string | undefined;
  disabled: boolean | undefined;
  choose: (value: string) => void;
}

const GroupContext = createContext<Group | null>(null);

export interface RadioGroupProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  value?: string;
  onValueChange?: (value: string) => void;
  name?: string;
  disabled?: boolean;
}

/** One choice of several. Inside a `fieldset` with a `legend`, or with its own label. */
export function RadioGroup({ value, onValueChange, name, disabled, className, children, ...props }: RadioGroupProps) {
  const ownName = useId();
  return (
    <GroupContext value={{ name: name ?? ownName, value, disabled, choose: (next) => onValueChange?.(next) }}>
      <div
        role={(props['aria-label'] ?? props['aria-labelledby']) ? 'radiogroup' : undefined}
        className={cn('grid gap-2', className)}
        {...props}
      >
        {children}
      </div>
    </GroupContext>
  );
}

export interface RadioCardProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'value'> {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

/** One choice as a bordered row; the selected one has an ink edge, so that it does not depend on a small dot. */
export function RadioCard({ label, hint, className, id, value, ...props }: RadioCardProps) {
  const group = useContext(GroupContext);
  const ownId = useId();
  const itemId = id ?? ownId;
  return (
    <label
      htmlFor={itemId}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-input bg-card px-3 py-2.5 text-ui',
        'has-checked:border-foreground has-checked:shadow-[inset_0_0_0_1px_var(--foreground)]',
        'has-disabled:cursor-not-allowed has-disabled:border-border has-disabled:bg-muted has-disabled:text-muted-foreground',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        className,
      )}
    >
      <input
        type="radio"
        id={itemId}
        name={group?.name}
        value={value}
        checked={group?.value === value}
        disabled={group?.disabled}
        onChange={() => group?.choose(value)}
        aria-describedby={hint ? `${itemId}-hint` : undefined}
        className="grid size-4 shrink-0 appearance-none place-items-center rounded-full border border-input bg-card outline-none before:size-2 before:rounded-full checked:border-foreground checked:before:bg-foreground"
        {...props}
      />
      <span className="min-w-0">
        <span className="block leading-4.5">{label}</span>
        {hint ? (
          <span id={`${itemId}-hint`} className="mt-0.5 block text-xs text-muted-foreground">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}
