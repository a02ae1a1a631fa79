import { useTranslation } from 'react-i18next';
import { useNow } from '@/components/time/use-now.ts';
import { cn } from '@/lib/cn.ts';
import { countdown, shortCountdown } from '@/lib/countdown.ts';

export interface CountdownProps {
  deadline: Date;
  /** Shown at zero; "now" if left out. */
  over?: React.ReactNode;
  className?: string;
}

/** "1 d 7 h" in a row or card; `urgent` under 24 hours. */
export function Countdown({ deadline, over, className }: CountdownProps) {
  const { t } = useTranslation();
  const now = useNow((at) => countdown(deadline.getTime() - at).tickMs);
  const left = deadline.getTime() - now;
  const { urgent, over: isOver } = countdown(left);
  const text = shortCountdown(left)
    .map(({ unit, value }) => `${value} ${t(`unit.${unit}`)}`)
    .join(' ');
  return (
    <time
      dateTime={deadline.toISOString()}
      className={cn('figures font-semibold whitespace-nowrap', urgent && !isOver && 'text-urgent', className)}
    >
      <bdi>{isOver ? (over ?? t('clock.now')) : text}</bdi>
    </time>
  );
}
