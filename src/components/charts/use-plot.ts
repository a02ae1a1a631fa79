import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { intlTag } from '../../../server/core/locale.ts';

const FIRST_WIDTH = 520;
const LONG_SPAN = 200 * 86_400_000;

/** The width of the frame in pixels: a plot is drawn for it, so that its labels keep their size on phones. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const watcher = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  return [frame, width];
}

/** Days as they stand under an axis, "24 Nov", and months where it covers most of a year. Days of figures are UTC. */
export function useAxisDates(first: Date, last: Date): { tick: (day: Date) => string; full: (day: Date) => string } {
  const { i18n } = useTranslation();
  const tag = intlTag(i18n.language);
  const long = last.getTime() - first.getTime() > LONG_SPAN;
  const tick = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    month: 'short',
    ...(long ? { year: '2-digit' } : { day: 'numeric' }),
  });
  const full = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  return { tick: (day) => tick.format(day), full: (day) => full.format(day) };
}
