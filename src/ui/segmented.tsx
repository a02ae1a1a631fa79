import type { LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: LucideIcon;
}

export interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SegmentedOption<Value>[];
  className?: string;
}

/** Two to four views of the same thing: Board | List. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedProps<Value>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const step =
      event.key === forward || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowUp' || event.key === (forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft')
          ? -1
          : 0;
    const at = options.findIndex((option) => option.value === value);
    const next = options.at((at + step) % options.length);
    if (step === 0 || !next) return;
    event.preventDefault();
    onValueChange(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[options.indexOf(next)]?.focus();
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={move}
      className={cn('inline-flex gap-px rounded-lg bg-muted p-0.5', className)}
    >
      {options.map(({ value: option, label: text, icon: Icon }) => {
        const on = option === value;
        return (
          <button
            key={option}
            type="button"
            role="radio"
            aria-checked={on}
            tabIndex={on ? 0 : -1}
            onClick={() => onValueChange(option)}
            className={cn(
              'inline-flex h-7.5 items-center gap-1.5 rounded-6 px-[11px] text-sm font-medium touch:h-10 [&_svg]:size-4',
              on ? 'bg-card text-foreground shadow-[0_0_0_1px_var(--border)]' : 'text-muted-foreground',
            )}
          >
            {Icon ? <Icon aria-hidden /> : null}
            {text}
          </button>
        );
      })}
    </div>
  );
}
