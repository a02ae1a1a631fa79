import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

/** Most gzipped bytes of a country's outline. */
export const OUTLINE_BAR = 60_000;

type Arcs = number[] | Arcs[];
interface Shape {
  type: string;
  id?: string;
  arcs?: Arcs;
  properties?: { name: string };
}
interface World {
  type: 'Topology';
  transform: unknown;
  arcs: number[][][];
  objects: { countries: { geometries: Shape[] } };
}

const { resolve } = createRequire(import.meta.url);
const worldIn = (file: string): World => JSON.parse(readFileSync(resolve(`world-atlas/${file}`), 'utf8')) as World;

/** The name of the file with the land of the whole world, beside those of the countries. */
const WORLD = 'WORLD';

/** Two letters for the three digits of ISO 3166, by the aliases that Intl has; null for areas without a code. */
function codeOf(id: string | undefined): string | null {
  if (!id) return null;
  const [tag = ''] = Intl.getCanonicalLocales(`und-${id.padStart(3, '0')}`);
  return /^und-([A-Z]{2})$/u.exec(tag)?.[1] ?? null;
}

/** The topology of one country alone: its own arcs, numbered anew. */
function cut(world: World, shapes: readonly Shape[]): string {
  const numbers = new Map<number, number>();
  const arcs: number[][][] = [];
  const renumber = (part: Arcs): Arcs =>
    part.map((one) => {
      if (Array.isArray(one)) return renumber(one);
      // A negative number is the same arc backwards.
      const old = one < 0 ? ~one : one;
      const known = numbers.get(old) ?? arcs.push(world.arcs[old] ?? []) - 1;
      numbers.set(old, known);
      return one < 0 ? ~known : known;
    }) as Arcs;
  const geometries = shapes.map(({ type, arcs: own = [] }) => ({ type, arcs: renumber(own) }));
  const country = { type: 'GeometryCollection', geometries };
  return JSON.stringify({ type: 'Topology', transform: world.transform, objects: { country }, arcs });
}

/** The land of the world in the scale of 1:110 million, in the form of a country's file. */
function landOfWorld(): string {
  const text = readFileSync(resolve('world-atlas/land-110m.json'), 'utf8');
  const world = JSON.parse(text) as { objects: { land: unknown } };
  return JSON.stringify({ ...world, objects: { country: world.objects.land } });
}

/**
 * Outlines of all countries by their code, cut from `world-atlas` (Natural Earth, public domain): in the scale of 1:10
 * million, or of 1:50 million where that would weigh more than {@link OUTLINE_BAR}; and the land of the whole world.
 */
export function countryOutlines(): Map<string, string> {
  const outlines = new Map<string, string>([[WORLD, landOfWorld()]]);
  for (const world of ['countries-50m.json', 'countries-10m.json'].map(worldIn)) {
    // Islands and areas of a country are shapes of their own with its number.
    const shapes = new Map<string, Shape[]>();
    for (const shape of world.objects.countries.geometries) {
      const code = codeOf(shape.id);
      if (code && shape.arcs) shapes.set(code, [...(shapes.get(code) ?? []), shape]);
    }
    for (const [code, own] of shapes) {
      const text = cut(world, own);
      if (gzipSync(text).length <= OUTLINE_BAR) outlines.set(code, text);
    }
  }
  return outlines;
}
