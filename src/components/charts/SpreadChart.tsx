import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartProps } from '@/components/charts/ChartFrame.tsx';
import { binsOf, MIN_FOR_MEDIAN, spreadOf } from '@/components/charts/chart-math.ts';
import { PointReader } from '@/components/charts/PointReader.tsx';
import { useWidth } from '@/components/charts/use-plot.ts';
import { cn } from '@/lib/cn.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { useFormat } from '@/lib/format.ts';

const HEIGHT = 150;
const TOP = 24;
const BOTTOM = 24;

export interface SpreadChartProps extends ChartProps {
  values: readonly number[];
  valueText: (value: number) => string;
}

/** How values are distributed, with their median and middle half; below ten values each is a dot and there is no median. */
export function SpreadChart({ values, valueText, ...frame }: SpreadChartProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const [box, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const spread = spreadOf(values);
  const bins = binsOf(values);
  const [low = 0, high = 1] = [bins[0]?.from, bins.at(-1)?.to];
  const x = scaleLinear()
    .domain(low === high ? [low * 0.9, high * 1.1 || 1] : [low, high])
    .range([14, Math.max(60, width - 14)]);
  const y = scaleLinear()
    .domain([0, max(bins, ({ count }) => count) ?? 1])
    .range([HEIGHT - BOTTOM, TOP]);
  const sorted = values.toSorted((a, b) => a - b);
  const summary = spread
    ? t('spread.summary', {
        title: frame.title,
        n: format.number(spread.n),
        median: valueText(spread.median),
        low: valueText(spread.low),
        high: valueText(spread.high),
      })
    : t('spread.few', { title: frame.title, values: format.list(sorted.map(valueText)) });
  const binText = (index: number): string => {
    const one = bins[index];
    return one ? `${valueText(one.from)} – ${valueText(one.to)} · ${format.number(one.count)}` : '';
  };
  const places = spread ? bins.map(({ from, to }) => (x(from) + x(to)) / 2) : sorted.map((value) => x(value));
  const textOf = (index: number) => (spread ? binText(index) : valueText(sorted[index] ?? 0));
  return (
    <ChartFrame
      {...frame}
      n={frame.n ?? values.length}
      state={frame.state ?? (values.length === 0 ? { kind: 'empty' } : undefined)}
      height={HEIGHT}
      summary={summary}
      notes={spread ? [t('spread.half')] : [t('fewForMedian', { min: MIN_FOR_MEDIAN })]}
      readout={active === null ? null : textOf(active)}
      table={
        spread
          ? {
              head: [t('table.from'), t('table.to'), t('table.count')],
              rows: bins.map(({ from, to, count }) => ({
                text: [valueText(from), valueText(to), format.number(count)],
                raw: [from, to, count],
              })),
            }
          : {
              head: [frame.title],
              rows: sorted.map((value) => ({ text: [valueText(value)], raw: [value] })),
            }
      }
    >
      <div ref={box}>
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block overflow-visible">
          {spread ? (
            <rect
              x={x(spread.low)}
              y={TOP}
              width={Math.max(1, x(spread.high) - x(spread.low))}
              height={HEIGHT - BOTTOM - TOP}
              className="fill-chart-5/20"
            />
          ) : null}
          <path d={`M0 ${HEIGHT - BOTTOM}H${width}`} fill="none" className="stroke-border-strong" />
          {spread
            ? bins.map(({ from, to, count }, index) => (
                <rect
                  key={from}
                  x={x(from) + 1}
                  y={y(count)}
                  width={Math.max(1, x(to) - x(from) - 2)}
                  height={HEIGHT - BOTTOM - y(count)}
                  className={cn(
                    frame.stale ? 'fill-chart-5' : 'fill-chart-1',
                    active === index ? undefined : 'opacity-60',
                  )}
                />
              ))
            : sorted.map((value, index) => (
                <circle
                  key={index}
                  cx={x(value)}
                  cy={HEIGHT - BOTTOM - 14}
                  r={active === index ? 5 : 4}
                  className={frame.stale ? 'fill-chart-5' : 'fill-chart-1'}
                />
              ))}
          {spread ? (
            <g transform={`translate(${x(spread.median)} 0)`}>
              <path
                d={`M0 ${TOP - 6}V${HEIGHT - BOTTOM}`}
                fill="none"
                strokeWidth="1.5"
                className="stroke-foreground"
              />
              <text
                y={TOP - 10}
                textAnchor={anchorAt(x(spread.median), width)}
                className="figures fill-foreground text-xs font-medium"
              >
                {isolateBidi(t('median', { value: valueText(spread.median) }))}
              </text>
            </g>
          ) : null}
          {x.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
            <text
              key={tick}
              x={x(tick)}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="figures fill-muted-foreground text-xs"
            >
              {isolateBidi(valueText(tick))}
            </text>
          ))}
        </svg>
        <PointReader title={frame.title} places={places} active={active} onActive={setActive} textOf={textOf} />
      </div>
    </ChartFrame>
  );
}

/** A label at an edge of the drawing stays within it. */
export const anchorAt = (place: number, width: number): 'start' | 'middle' | 'end' =>
  place < width * 0.2 ? 'start' : place > width * 0.8 ? 'end' : 'middle';
