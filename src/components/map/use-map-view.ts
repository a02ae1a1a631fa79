import { geoCircle, geoMercator, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import type { FeatureCollection } from 'geojson';
import { useEffect, useMemo, useState } from 'react';
import { kilometersInDegrees, type LatLon } from '@/components/map/map-math.ts';
import { outlineOf, WORLD } from '@/components/map/outlines.ts';

const PAD = 28;
/** Around a single place without a radius. */
const LONELY_KM = 25;
const MAX_ZOOM = 64;
/** Without a radius, points in more countries stand on a map of the world. */
const MAX_COUNTRIES = 6;

const AT_REST = { zoom: 1, x: 0, y: 0 };
/** Decimals of a box: views that differ by less are one. */
const BOX_DECIMALS = 3;

export interface Radius extends LatLon {
  km: number;
}

export const circleOf = ({ lat, lon, km }: Radius): GeoPermissibleObjects =>
  geoCircle().center([lon, lat]).radius(kilometersInDegrees(km))();

/** The outlines behind the points: of the first countries, or the land of the world. */
export function useOutlines(countries: readonly string[], radius: Radius | null): FeatureCollection[] {
  const [outlines, setOutlines] = useState<FeatureCollection[]>([]);
  const far = radius === null && countries.length > MAX_COUNTRIES;
  const wanted = far ? WORLD : countries.slice(0, MAX_COUNTRIES).join();
  useEffect(() => {
    let shown = true;
    const codes = wanted === '' ? [] : wanted.split(',');
    void Promise.all(codes.map(outlineOf)).then((loaded) => {
      if (shown) setOutlines(loaded.filter((outline) => outline !== null));
    });
    return () => {
      shown = false;
    };
  }, [wanted]);
  return outlines;
}

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface MapView {
  place: (point: LatLon) => readonly [number, number] | null;
  /** The place of a pixel. */
  at: (x: number, y: number) => LatLon | null;
  path: (shape: GeoPermissibleObjects) => string | undefined;
  /** What is seen, once the reader has moved or zoomed; null before, and where it is the whole world. */
  box: Box | null;
  kmPerPixel: number;
  zoom: number;
  zoomBy: (factor: number) => void;
  moveBy: (x: number, y: number) => void;
  reset: () => void;
}

/** What the map shows: first the radius, else all points, else the countries; then zoomed and moved by the reader. */
export function useMapView(
  size: { width: number; height: number },
  focus: { radius: Radius | null; points: readonly LatLon[]; outlines: readonly FeatureCollection[] },
): MapView {
  const [moved, setMoved] = useState(AT_REST);
  const { width, height } = size;
  const { radius, points, outlines } = focus;
  // Another place or radius is shown whole.
  const circle = radius ? `${radius.lat} ${radius.lon} ${radius.km}` : '';
  const [shownCircle, setShownCircle] = useState(circle);
  if (shownCircle !== circle) {
    setShownCircle(circle);
    setMoved(AT_REST);
  }
  const projection = useMemo(() => {
    const spread = points.some(
      ({ lat, lon }) => Math.abs(lat - (points[0]?.lat ?? 0)) + Math.abs(lon - (points[0]?.lon ?? 0)) > 0.2,
    );
    const [first] = points;
    const shape: GeoPermissibleObjects | undefined = radius
      ? circleOf(radius)
      : spread
        ? { type: 'MultiPoint', coordinates: points.map(({ lat, lon }) => [lon, lat]) }
        : first
          ? circleOf({ ...first, km: LONELY_KM })
          : outlines.length > 0
            ? { type: 'FeatureCollection', features: outlines.flatMap(({ features }) => features) }
            : undefined;
    const base = geoMercator();
    if (!shape) return base.fitSize([width, height], { type: 'Sphere' });
    base.fitExtent(
      [
        [PAD, PAD],
        [Math.max(PAD + 1, width - PAD), Math.max(PAD + 1, height - PAD)],
      ],
      shape,
    );
    return base;
  }, [width, height, radius, points, outlines]);
  const view = useMemo(() => {
    const zoomed = geoMercator()
      .scale(projection.scale() * moved.zoom)
      .translate([
        (projection.translate()[0] - width / 2) * moved.zoom + width / 2 + moved.x,
        (projection.translate()[1] - height / 2) * moved.zoom + height / 2 + moved.y,
      ])
      .clipExtent([
        [-width, -height],
        [2 * width, 2 * height],
      ]);
    const draw = geoPath(zoomed).digits(1);
    const at = (x: number, y: number): LatLon | null => {
      const [lon, lat] = zoomed.invert?.([x, y]) ?? [];
      return lat === undefined || lon === undefined ? null : { lat, lon };
    };
    const [start, end] = [at(0, 0), at(width, height)];
    const whole = width >= 2 * Math.PI * zoomed.scale();
    const round = (degrees: number) => Number(degrees.toFixed(BOX_DECIMALS));
    const middle = at(width / 2, height / 2);
    const kmPerPixel = middle
      ? (40_075 * Math.cos((middle.lat * Math.PI) / 180)) / (2 * Math.PI * zoomed.scale())
      : Number.NaN;
    return {
      place: ({ lat, lon }: LatLon) => zoomed([lon, lat]),
      at,
      path: (shape: GeoPermissibleObjects) => draw(shape) ?? undefined,
      kmPerPixel,
      box:
        moved === AT_REST || whole || !start || !end
          ? null
          : { south: round(end.lat), north: round(start.lat), west: round(start.lon), east: round(end.lon) },
    };
  }, [projection, moved, width, height]);
  return {
    ...view,
    zoom: moved.zoom,
    zoomBy: (factor) =>
      setMoved(({ zoom, x, y }) => {
        const next = Math.min(MAX_ZOOM, Math.max(1 / 16, zoom * factor));
        return { zoom: next, x: (x * next) / zoom, y: (y * next) / zoom };
      }),
    moveBy: (dx, dy) => setMoved(({ zoom, x, y }) => ({ zoom, x: x + dx, y: y + dy })),
    reset: () => setMoved(AT_REST),
  };
}
