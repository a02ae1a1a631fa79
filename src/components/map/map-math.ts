export interface LatLon {
  lat: number;
  lon: number;
}

/** A place on the map with those who are there. */
export interface MapPoint extends LatLon {
  id: string;
  /** "Lyon", or a person's name. */
  label: string;
  /** How many stand here; one if left out. */
  count?: number;
  /** Of its row in the list beside the map, of several the first. */
  number?: number | undefined;
  /** Selected in the list. */
  chosen?: boolean;
}

export interface Cluster {
  /** Of its points, in the order they were given. */
  ids: string[];
  points: MapPoint[];
  count: number;
  x: number;
  y: number;
}

const EARTH_KM = 6371;

/** Points that would cover each other are one mark with their number: each joins the first mark nearer than `distance` pixels. */
export function clustersOf(
  points: readonly MapPoint[],
  place: (point: LatLon) => readonly [number, number] | null,
  distance: number,
): Cluster[] {
  const clusters: Cluster[] = [];
  for (const point of points) {
    const at = place(point);
    if (!at) continue;
    const [x, y] = at;
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < distance);
    const count = point.count ?? 1;
    if (near) {
      near.ids.push(point.id);
      near.points.push(point);
      near.count += count;
    } else clusters.push({ ids: [point.id], points: [point], count, x, y });
  }
  return clusters;
}

const DIRECTIONS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The mark that an arrow key leads to: the nearest in its quarter of the map; undefined for other keys and at the edge. */
export function nearestToward<Mark extends { x: number; y: number }>(
  marks: readonly Mark[],
  from: Mark,
  key: string,
): Mark | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  let best: { mark: Mark; distance: number } | undefined;
  for (const mark of marks) {
    const [dx, dy] = [mark.x - from.x, mark.y - from.y];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (mark === from || along <= 0 || across > along) continue;
    const distance = Math.hypot(dx, dy);
    if (!best || distance < best.distance) best = { mark, distance };
  }
  return best?.mark;
}

/** Kilometers along the ground, on a sphere. */
export function kilometersBetween(a: LatLon, b: LatLon): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(a.lat), radians(b.lat)];
  const chord =
    Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(radians(b.lon - a.lon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export const kilometersInDegrees = (km: number): number => ((km / EARTH_KM) * 180) / Math.PI;

/** A length of 1, 2 or 5 times a power of ten that is at most `most` pixels long. */
export function scaleBar(kmPerPixel: number, most: number): { km: number; pixels: number } | null {
  const longest = kmPerPixel * most;
  if (!Number.isFinite(longest) || longest <= 0) return null;
  const power = 10 ** Math.floor(Math.log10(longest));
  const km = ([5, 2, 1].find((step) => step * power <= longest) ?? 1) * power;
  return { km, pixels: km / kmPerPixel };
}

/** A typed radius: whole kilometers within the limits, or null. */
export function readRadius(text: string, limits: { min: number; max: number }): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .trim();
  if (!/^\d{1,4}$/u.test(plain)) return null;
  const km = Number(plain);
  return km >= limits.min && km <= limits.max ? km : null;
}
