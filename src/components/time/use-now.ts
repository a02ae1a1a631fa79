import { useEffect, useState } from 'react';
import { serverNow } from '@/lib/server-clock.ts';

/** The server's time in ms, renewed after each `tickMs`; asleep when `tickMs` is null. */
export function useNow(tickMs: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (tickMs === null) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(tickMs, 60_000));
    // A laptop that slept wakes up with the right time.
    const wake = () => setNow(serverNow());
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [tickMs, now]);
  return now;
}
