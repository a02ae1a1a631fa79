import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import { BarChart } from '../../../src/components/charts/BarChart.tsx';
import {
  binsOf,
  DAY,
  fitting,
  MIN_FOR_MEDIAN,
  runsOf,
  spreadOf,
  valueLimits,
} from '../../../src/components/charts/chart-math.ts';
import { csvText } from '../../../src/lib/csv.ts';
import { LineChart } from '../../../src/components/charts/LineChart.tsx';
import { SpreadChart } from '../../../src/components/charts/SpreadChart.tsx';
import { TierChart } from '../../../src/components/charts/TierChart.tsx';
import { markup } from '../../support/texts.tsx';

const dayOf = (index: number) => new Date(Date.UTC(2026, 10, 1) + index * DAY);
const days = (values: readonly (number | null)[]) => values.map((value, index) => ({ at: dayOf(index), value }));
const frame = { title: 'Followers', fileName: 'followers' };

describe('a line', () => {
  it('is not drawn across a gap, whether the value is unknown or the day is missing', () => {
    expect(runsOf(days([1, 2, null, 4, 5])).map((run) => run.length)).toEqual([2, 2]);
    expect(runsOf(days([1, 2, 3, 4, 5]).filter((_, index) => index !== 2)).map((run) => run.length)).toEqual([2, 2]);
  });

  it('has one piece for each run, and says how many gaps there are', async () => {
    const points = days([10, 11, 12, 13, null, 15, 16, 17, 18, 19]);
    const html = await markup(<LineChart {...frame} series={[{ id: 'a', label: 'A', points }]} valueText={String} />);
    expect(html.match(/stroke-width="1.75" stroke-linejoin/gu)).toHaveLength(2);
    expect(html).toContain('1 gap without data');
  });

  it('is left out below eight values', async () => {
    const html = await markup(
      <LineChart {...frame} series={[{ id: 'a', label: 'A', points: days([1, 2, 3]) }]} valueText={String} />,
    );
    expect(html).not.toContain('stroke-linejoin');
    expect(html.match(/r="3"/gu)).toHaveLength(3);
  });

  it('is grey and said to be old when it is stale', async () => {
    const html = await markup(
      <LineChart
        {...frame}
        stale
        series={[{ id: 'a', label: 'A', points: days([1, 2, 3, 4, 5, 6, 7, 8]) }]}
        valueText={String}
      />,
    );
    expect(html).toContain('older than 48 hours');
    expect(html).not.toContain('stroke-chart-1');
  });

  it('says where its axis begins if that is not zero', () => {
    expect(valueLimits([9000, 9100, 9200])[0]).toBeGreaterThan(8000);
    expect(valueLimits([10, 9000])[0]).toBe(0);
    expect(valueLimits([9000, 9100], true)[0]).toBe(0);
  });
});

describe('a chart', () => {
  it('runs from left to right, and is one image with a sentence, in every language', async () => {
    const points = days([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const locale of LOCALES) {
      const html = await markup(
        <>
          <LineChart {...frame} series={[{ id: 'a', label: 'A', points }]} valueText={String} />
          <BarChart
            {...frame}
            kind="time"
            labelHead="Week"
            bars={[{ id: 'a', label: 'W1', value: 3 }]}
            valueText={String}
          />
          <SpreadChart {...frame} values={Array.from({ length: 20 }, (_, n) => n)} valueText={String} />
          <TierChart {...frame} value={5} tier={{ label: 'Lyon', low: 2, median: 4, high: 6 }} valueText={String} />
        </>,
        locale,
      );
      expect(html.match(/role="img" aria-label="[^"]*Followers[^"]+"/gu), locale).toHaveLength(4);
      expect(html.match(/dir="ltr" class="relative"/gu), locale).toHaveLength(4);
      // The reader of the values by keyboard; a tier has one value.
      expect(html.match(/role="slider"/gu), locale).toHaveLength(3);
    }
  });

  it('begins rows of categories at the side where reading begins', async () => {
    const rows = (locale: 'en' | 'ar') =>
      markup(
        <BarChart
          {...frame}
          kind="category"
          labelHead="City"
          bars={[{ id: 'a', label: 'Lyon', value: 3 }]}
          valueText={String}
        />,
        locale,
      );
    expect(await rows('en')).toContain('<text x="0"');
    expect(await rows('ar')).toContain('<text x="520"');
  });

  it('shows an unknown value as unknown, never as zero', async () => {
    const html = await markup(
      <BarChart
        {...frame}
        kind="time"
        labelHead="Week"
        bars={[
          { id: 'a', label: 'W1', value: null },
          { id: 'b', label: 'W2', value: 4 },
        ]}
        valueText={String}
      />,
    );
    expect(html).toContain('W1: no data');
  });

  it('without a value says so instead of drawing axes', async () => {
    const html = await markup(<SpreadChart {...frame} values={[]} valueText={String} />);
    expect(html).toContain('An unknown value is never shown as zero.');
    expect(html).not.toContain('<svg');
  });
});

describe('an axis', () => {
  it('leaves out labels that would touch their neighbors, at equal distances', () => {
    const ticks = [0, 1, 2, 3, 4, 5];
    expect(fitting(ticks, (n) => `Sun ${n} Nov`, 600)).toEqual(ticks);
    expect(fitting(ticks, (n) => `Sun ${n} Nov`, 300)).toEqual([0, 2, 4]);
    expect(fitting(ticks, () => 'الأحد، 20 سبتمبر', 250)).toEqual([0, 3]);
    expect(fitting(ticks, () => 'الأحد، 20 سبتمبر', 10)).toEqual([0]);
  });
});

describe('a distribution', () => {
  it('has a median and a middle half from ten values on', () => {
    const values = Array.from({ length: MIN_FOR_MEDIAN }, (_, index) => index + 1);
    expect(spreadOf(values)).toEqual({ n: 10, low: 3.25, median: 5.5, high: 7.75 });
    expect(spreadOf(values.slice(1))).toBeNull();
  });

  it('counts each value in one interval', () => {
    const values = [1, 1, 2, 5, 8, 13, 21, 34, 55, 89, 144];
    expect(binsOf(values).reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
    expect(binsOf([7, 7, 7])).toEqual([{ from: 7, to: 7, count: 3 }]);
  });
});

describe('a file of values', () => {
  it('runs no formula in a spreadsheet, and keeps numbers numbers', () => {
    expect(csvText([['=1+1', '+44', '-x', '@a', -5, null, 'a "b", c']])).toBe(
      '\uFEFF\'=1+1,\'+44,\'-x,\'@a,-5,,"a ""b"", c"\r\n',
    );
  });
});
