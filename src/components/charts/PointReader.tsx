import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nearestTo } from '@/components/charts/chart-math.ts';

export interface PointReaderProps {
  /** Of the chart. */
  title: string;
  /** Where each point stands, in pixels from the left (or from the top). */
  places: readonly number[];
  upright?: boolean;
  active: number | null;
  onActive: (index: number | null) => void;
  /** "24 Nov: 4.7%". */
  textOf: (index: number) => string;
}

/**
 * Lies over the drawing: the pointer, or the arrow keys once it is focused, choose a point. A slider, since screen
 * readers then read the text of each step.
 */
export function PointReader({ title, places, upright = false, active, onActive, textOf }: PointReaderProps) {
  const { t } = useTranslation('charts');
  if (places.length === 0) return null;
  const last = places.length - 1;
  const at = active ?? last;
  const onKeyDown = (event: KeyboardEvent) => {
    // The order on the screen, which may differ from the order of the points.
    const byPlace = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
    const position = byPlace.indexOf(at);
    const next: Partial<Record<string, number>> = {
      ArrowRight: position + 1,
      ArrowDown: upright ? position + 1 : position - 1,
      ArrowLeft: position - 1,
      ArrowUp: upright ? position - 1 : position + 1,
      Home: 0,
      End: last,
      PageDown: position - Math.ceil(places.length / 10),
      PageUp: position + Math.ceil(places.length / 10),
    };
    const wanted = next[event.key];
    if (wanted === undefined) {
      if (event.key === 'Escape') onActive(null);
      return;
    }
    event.preventDefault();
    onActive(byPlace[Math.min(last, Math.max(0, wanted))] ?? last);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onActive(nearestTo(places, upright ? event.clientY - box.top : event.clientX - box.left));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('reader', { title })}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={textOf(at)}
      onKeyDown={onKeyDown}
      onFocus={() => onActive(at)}
      onBlur={() => onActive(null)}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerMove}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse' && document.activeElement !== event.currentTarget) onActive(null);
      }}
      className="absolute inset-0 touch-pan-y rounded-xs"
    />
  );
}
