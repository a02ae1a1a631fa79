import { useFormat } from '@/lib/format.ts';
import { useNow } from '@/components/time/use-now.ts';

export interface DateTextProps {
  value: Date;
  /** `moment` "Wed 25 Nov, 17:20" · `day` "Wed 25 Nov" · `relative` "3 days ago", the date beyond a week. */
  as?: 'dateTime' | 'day' | 'relative' | 'time';
  className?: string;
}

export function DateText({ value, as = 'dateTime', className }: DateTextProps) {
  const format = useFormat();
  const now = useNow(() => (as === 'relative' ? 30_000 : null));
  const exact = format.dateTime(value);
  const text =
    as === 'relative'
      ? format.relative(value, new Date(now))
      : as === 'day'
        ? format.date(value)
        : as === 'time'
          ? format.time(value)
          : exact;
  return (
    <time dateTime={value.toISOString()} title={as === 'dateTime' ? undefined : exact} className={className}>
      {text}
    </time>
  );
}
