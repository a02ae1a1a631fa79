import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clustersOf, kilometersBetween, type LatLon, type MapPoint, scaleBar } from '@/components/map/map-math.ts';
import { Marks, placed } from '@/components/map/Marks.tsx';
import { RadiusField } from '@/components/map/RadiusField.tsx';
import {
  type Box,
  circleOf,
  type MapView,
  type Radius,
  useMapView,
  useOutlines,
} from '@/components/map/use-map-view.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

const HEIGHT = 420;
const MARK_DISTANCE = 26;
const STEP = 40;
const KM_PER_PAGE = 10;
/** A view that rests for so long is reported. */
const SETTLED_MS = 250;

export interface PointMapProps {
  /** Accessible name: what the points are. */
  label: string;
  /** ISO codes of the countries whose outline is drawn. */
  countries: readonly string[];
  points: readonly MapPoint[];
  /** What the map fits to at first, where the points are those of a part of it. */
  fit?: readonly LatLon[];
  /** What is seen, a moment after the reader moved or zoomed; null: all. */
  onBox?: (box: Box | null) => void;
  /** The ids that are highlighted, here and in the list beside. */
  active: readonly string[];
  onActive: (ids: readonly string[]) => void;
  /** Chosen by a click: those of one mark. */
  onPick: (ids: readonly string[]) => void;
  /** Of a mark of several, where they are no creators. */
  groupText?: (count: number, names: string) => string;
  /** The searched place with its radius. */
  radius: (Radius & { label: string }) | null;
  limits: { min: number; max: number };
  onRadius: (km: number) => void;
  note?: ReactNode;
}

/**
 * Points over the outline of their country, never mirrored. All that it shows and does is also in the list beside it and
 * in the number field under it.
 */
export function PointMap({
  label,
  countries,
  points,
  fit = points,
  onBox,
  active,
  onActive,
  onPick,
  groupText,
  radius,
  limits,
  onRadius,
  note,
}: PointMapProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(348);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.max(160, Math.floor(entry?.contentRect.width ?? 0))));
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  // While the circle is dragged, the map keeps its scale and the search its radius.
  const [dragged, setDragged] = useState<number | null>(null);
  const outlines = useOutlines(countries, radius);
  const height = Math.min(HEIGHT, Math.max(280, width));
  const view = useMapView({ width, height }, { radius, points: fit, outlines });
  useReported(view.box, onBox);
  const clusters = clustersOf(points, view.place, MARK_DISTANCE);
  const km = dragged ?? radius?.km ?? 0;
  const bar = scaleBar(view.kmPerPixel, width / 4);
  return (
    <div className="grid gap-3">
      <div
        ref={frame}
        role="group"
        aria-label={label}
        dir="ltr"
        className="relative overflow-hidden rounded-lg border border-border bg-background"
        style={{ height }}
      >
        <Ground view={view} label={t('move')} width={width} height={height}>
          {outlines.map((outline, index) => (
            <path
              key={index}
              d={view.path(outline)}
              className="fill-muted stroke-border-strong"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {radius ? (
            <path
              d={view.path(circleOf({ ...radius, km }))}
              className="fill-foreground/5 stroke-foreground"
              strokeDasharray="4 4"
            />
          ) : null}
        </Ground>
        {radius ? <Center view={view} radius={radius} /> : null}
        <Marks
          clusters={clusters}
          active={active}
          onActive={onActive}
          onPick={onPick}
          groupText={groupText}
          onZoom={view.zoomBy}
        />
        {radius ? (
          <RadiusHandle
            view={view}
            radius={radius}
            km={km}
            limits={limits}
            onDrag={setDragged}
            onRadius={(next) => {
              setDragged(null);
              if (next !== radius.km) onRadius(next);
            }}
            text={t('kmAround', { km: format.number(km), place: radius.label })}
          />
        ) : null}
        <div className="absolute end-2 top-2 grid gap-1">
          <Button size="icon" aria-label={t('zoomIn')} onClick={() => view.zoomBy(2)}>
            <Plus aria-hidden />
          </Button>
          <Button size="icon" aria-label={t('zoomOut')} onClick={() => view.zoomBy(0.5)}>
            <Minus aria-hidden />
          </Button>
          <Button size="icon" aria-label={t('fit')} onClick={view.reset}>
            <Maximize aria-hidden />
          </Button>
        </div>
        {bar ? (
          <p className="figures pointer-events-none absolute start-3 bottom-2 flex items-center gap-1.5 text-xs text-muted-foreground">
            <span aria-hidden className="h-1.5 border-x border-b border-foreground" style={{ width: bar.pixels }} />
            {format.number(bar.km)} {t('km')}
          </p>
        ) : null}
      </div>
      {radius ? <RadiusField key={radius.km} km={radius.km} limits={limits} onChange={onRadius} /> : null}
      <p className="text-xs text-muted-foreground">
        {note} {t('source')}
      </p>
    </div>
  );
}

/** The drawing; moved by dragging or with the arrow keys, zoomed with plus and minus. */
function Ground({
  view,
  label,
  width,
  height,
  children,
}: {
  view: MapView;
  label: string;
  width: number;
  height: number;
  children: ReactNode;
}) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const act: Partial<Record<string, () => void>> = {
      ArrowLeft: () => view.moveBy(STEP, 0),
      ArrowRight: () => view.moveBy(-STEP, 0),
      ArrowUp: () => view.moveBy(0, STEP),
      ArrowDown: () => view.moveBy(0, -STEP),
      '+': () => view.zoomBy(2),
      '=': () => view.zoomBy(2),
      '-': () => view.zoomBy(0.5),
      '0': view.reset,
    };
    const chosen = act[event.key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  };
  return (
    <div
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (!last.current) return;
        view.moveBy(event.clientX - last.current.x, event.clientY - last.current.y);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerUp={() => {
        last.current = null;
      }}
      onPointerCancel={() => {
        last.current = null;
      }}
      className="absolute inset-0 cursor-grab touch-pan-y rounded-lg focus-visible:-outline-offset-2 active:cursor-grabbing"
    >
      <svg width={width} height={height} aria-hidden className="block">
        {children}
      </svg>
    </div>
  );
}

/** Calls with the box when it has not changed for a moment. */
function useReported(box: Box | null, onBox: PointMapProps['onBox']) {
  const report = useRef(onBox);
  report.current = onBox;
  const reported = useRef<string>('null');
  const text = JSON.stringify(box);
  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      report.current?.(JSON.parse(text) as Box | null);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
}

function Center({ view, radius }: { view: MapView; radius: LatLon }) {
  const at = view.place(radius);
  if (!at) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-xs bg-foreground"
      style={placed(at)}
    />
  );
}

function RadiusHandle({
  view,
  radius,
  km,
  limits,
  onDrag,
  onRadius,
  text,
}: {
  view: MapView;
  radius: Radius;
  km: number;
  limits: { min: number; max: number };
  onDrag: (km: number) => void;
  onRadius: (km: number) => void;
  text: string;
}) {
  const { t } = useTranslation('map');
  const dragging = useRef(false);
  const bounded = (wanted: number) => Math.min(limits.max, Math.max(limits.min, Math.round(wanted)));
  const center = view.place(radius);
  if (!center || !Number.isFinite(view.kmPerPixel)) return null;
  const edge = [center[0] + km / view.kmPerPixel, center[1]] as const;
  const atPointer = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    const place = box ? view.at(event.clientX - box.left, event.clientY - box.top) : null;
    return place ? bounded(kilometersBetween(radius, place)) : km;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Partial<Record<string, number>> = {
      ArrowRight: km + 1,
      ArrowUp: km + 1,
      ArrowLeft: km - 1,
      ArrowDown: km - 1,
      PageUp: km + KM_PER_PAGE,
      PageDown: km - KM_PER_PAGE,
      Home: limits.min,
      End: limits.max,
    };
    const wanted = next[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onRadius(bounded(wanted));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('radius')}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={km}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (dragging.current) onDrag(atPointer(event));
      }}
      onPointerUp={(event) => {
        if (!dragging.current) return;
        dragging.current = false;
        onRadius(atPointer(event));
      }}
      className="absolute z-20 grid min-h-6 -translate-1/2 cursor-ew-resize touch-none place-items-center"
      style={placed(edge)}
    >
      <span className="figures rounded-6 border border-foreground bg-card px-1.5 text-xs font-medium whitespace-nowrap">
        {km} {t('km')}
      </span>
    </div>
  );
}
