import { cn } from '@/lib/cn.ts';

/** `value` 0–100. */
export function Progress({ value, className, label }: { value: number; className?: string; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={`${Math.round(value)}%`}
      className={cn('relative h-1.5 w-full overflow-hidden rounded-xs bg-secondary', className)}
    >
      <div
        className="absolute inset-y-0 start-0 rounded-xs bg-foreground transition-[width] duration-(--duration)"
        style={{ width: `${value}%` }}
      />
    </div>
  );
}
