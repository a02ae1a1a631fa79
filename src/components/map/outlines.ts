import type { Topology } from 'topojson-specification';
import { feature } from 'topojson-client';
import type { FeatureCollection } from 'geojson';

/** In place of a country: the land of the whole world, in less detail. */
export const WORLD = 'WORLD';

const known = new Map<string, Promise<FeatureCollection | null>>();

/** The outline of a country, from a file of its own; null where there is none, or it cannot be fetched now. */
export function outlineOf(country: string): Promise<FeatureCollection | null> {
  const code = country.toUpperCase();
  if (code !== WORLD && !/^[A-Z]{2}$/u.test(code)) return Promise.resolve(null);
  const before = known.get(code);
  if (before) return before;
  const loaded = fetchOutline(code);
  known.set(code, loaded);
  void loaded.then((outline) => {
    // Tried again the next time the map is shown.
    if (!outline) known.delete(code);
  });
  return loaded;
}

async function fetchOutline(code: string): Promise<FeatureCollection | null> {
  try {
    const answer = await fetch(`/outlines/${code}.json`);
    if (!answer.ok) return null;
    const topology = (await answer.json()) as Topology;
    const object = topology.objects['country'];
    if (!object) return null;
    const shape = feature(topology, object);
    return shape.type === 'FeatureCollection' ? shape : { type: 'FeatureCollection', features: [shape] };
  } catch {
    return null;
  }
}
