import { useEffect, useState } from 'react';
import { serverNow } from '@/lib/server-clock.ts';

// A timer can fire within the millisecond of the last reading; setting the same time again would render nothing and end the chain.
const MIN_TICK_MS = 20;
const MAX_TICK_MS = 60_000;

/** The server's time in ms, read again after `tickMs(now)`; null stops the timer. */
export function useNow(tickMs: (now: number) => number | null): number {
  const [now, setNow] = useState(serverNow);
  const tick = tickMs(now);
  useEffect(() => {
    if (tick === null) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(Math.max(tick, MIN_TICK_MS), MAX_TICK_MS));
    // Timers stop while a laptop sleeps: read the time when the page is shown again.
    const wake = () => setNow(serverNow());
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [tick, now]);
  return now;
}
