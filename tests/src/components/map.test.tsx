import { gzipSync } from 'node:zlib';
import { geoDistance } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { countryOutlines, OUTLINE_BAR } from '../../../scripts/lib/outlines.ts';
import {
  clustersOf,
  kilometersBetween,
  nearestToward,
  readRadius,
  scaleBar,
} from '../../../src/components/map/map-math.ts';
import { PointMap } from '../../../src/components/map/PointMap.tsx';
import { COUNTRIES } from '../../../src/lib/countries.ts';
import { markup } from '../../support/texts.tsx';

const LYON = { lat: 45.7485, lon: 4.8467 };
const PARIS = { lat: 48.8534, lon: 2.3488 };

describe('outlines of countries', () => {
  const outlines = countryOutlines();

  it('are there for every country that a form offers', () => {
    expect(COUNTRIES.filter((code) => !outlines.has(code))).toEqual([]);
    expect(outlines.size).toBeGreaterThan(230);
  });

  it('weigh at most 60 KB each', () => {
    const heavy = [...outlines].filter(([, text]) => gzipSync(text).length > OUTLINE_BAR).map(([code]) => code);
    expect(heavy).toEqual([]);
  });

  it('hold the arcs of their country and no others', () => {
    const { objects, arcs } = JSON.parse(outlines.get('FR') ?? '{}') as {
      objects: { country: { geometries: { arcs: unknown[] }[] } };
      arcs: unknown[];
    };
    const used = new Set(
      (objects.country.geometries.flatMap((shape) => shape.arcs).flat(3) as number[]).map((arc) =>
        arc < 0 ? ~arc : arc,
      ),
    );
    expect(used.size).toBe(arcs.length);
  });
});

describe('marks on the map', () => {
  const flat = ({ lat, lon }: { lat: number; lon: number }) => [lon, lat] as const;

  it('that would cover each other are one with their number, and no point is lost', () => {
    const points = [
      { id: 'a', label: 'A', lat: 0, lon: 0 },
      { id: 'b', label: 'B', lat: 1, lon: 1, count: 4 },
      { id: 'c', label: 'C', lat: 90, lon: 90 },
    ];
    const clusters = clustersOf(points, flat, 20);
    expect(clusters.map(({ ids, count }) => [ids, count])).toEqual([
      [['a', 'b'], 5],
      [['c'], 1],
    ]);
  });

  it('are reached by the arrow keys: the nearest on that side', () => {
    const [middle, right, farRight, above] = [
      { x: 50, y: 50 },
      { x: 80, y: 60 },
      { x: 90, y: 50 },
      { x: 45, y: 10 },
    ] as const;
    const marks = [farRight, above, right, middle];
    expect(nearestToward(marks, middle, 'ArrowRight')).toBe(right);
    expect(nearestToward(marks, middle, 'ArrowUp')).toBe(above);
    expect(nearestToward(marks, middle, 'ArrowLeft')).toBeUndefined();
    expect(nearestToward(marks, middle, 'Enter')).toBeUndefined();
  });

  it('stand on a ground that is never mirrored, with the radius as a slider and as a field', async () => {
    for (const locale of ['en', 'ar'] as const) {
      const html = await markup(
        <PointMap
          label="Creators"
          countries={['FR']}
          points={[{ id: 'a', label: 'Maya', ...LYON }]}
          active={[]}
          onActive={() => {}}
          onPick={() => {}}
          radius={{ ...LYON, km: 15, label: 'Lyon' }}
          limits={{ min: 1, max: 500 }}
          onRadius={() => {}}
        />,
        locale,
      );
      expect(html).toContain('dir="ltr"');
      expect(html).toMatch(/role="slider"[^>]+aria-valuenow="15"/u);
      expect(html).toMatch(/<input[^>]+value="15"/u);
    }
  });
});

it('a mark of several says what they are', async () => {
  const html = await markup(
    <PointMap
      label="Ads"
      countries={[]}
      points={[
        { id: 'a', label: 'Winter latte', ...LYON },
        { id: 'b', label: 'Cakes', ...LYON },
      ]}
      active={[]}
      onActive={() => {}}
      onPick={() => {}}
      groupText={(count, names) => `${count} ads: ${names}`}
      radius={null}
      limits={{ min: 1, max: 500 }}
      onRadius={() => {}}
    />,
    'en',
  );
  expect(html).toContain('aria-label="2 ads: Winter latte and Cakes"');
});

describe('a radius', () => {
  it('is measured on the ground', () => {
    const onSphere = geoDistance([LYON.lon, LYON.lat], [PARIS.lon, PARIS.lat]) * 6371;
    expect(kilometersBetween(LYON, PARIS)).toBeCloseTo(onSphere, 6);
    expect(kilometersBetween(LYON, LYON)).toBe(0);
  });

  it('that is typed is whole kilometers within the limits, in any digits', () => {
    const limits = { min: 1, max: 500 };
    expect(['15', ' 15 ', '١٥', '１５'].map((text) => readRadius(text, limits))).toEqual([15, 15, 15, 15]);
    expect(['', '0', '501', '1.5', '-3', 'ten'].map((text) => readRadius(text, limits))).toEqual(Array(6).fill(null));
  });

  it('has a scale of a round length', () => {
    expect(scaleBar(0.05, 100)).toEqual({ km: 5, pixels: 100 });
    expect(scaleBar(Number.NaN, 100)).toBeNull();
  });
});
