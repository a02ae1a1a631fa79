import { extent, max, min } from 'd3-array';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartProps } from '@/components/charts/ChartFrame.tsx';
import {
  DAY,
  type KnownPoint,
  knownPoints,
  MIN_FOR_LINE,
  roomFor,
  runsOf,
  type TimePoint,
  valueLimits,
  thinned,
} from '@/components/charts/chart-math.ts';
import { PointReader } from '@/components/charts/PointReader.tsx';
import { useAxisDates, useWidth } from '@/components/charts/use-plot.ts';
import { cn } from '@/lib/cn.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';

const HEIGHT = 190;
const TOP = 12;
const BOTTOM = 26;

/** Each series has its own dash beside its colour: it can be read in black and white. */
const STROKES = ['stroke-chart-1', 'stroke-chart-2', 'stroke-chart-3', 'stroke-chart-4', 'stroke-chart-5'] as const;
const FILLS = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3', 'fill-chart-4', 'fill-chart-5'] as const;
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3', '1 3'] as const;

export interface LineSeries {
  id: string;
  label: string;
  points: readonly TimePoint[];
}

export interface LineChartProps extends ChartProps {
  /** At most five. */
  series: readonly LineSeries[];
  /** An interval behind the lines: what is usual, what was expected. */
  band?: { label: string; points: readonly { at: Date; low: number; high: number }[] } | undefined;
  /** Distance of two measurements in milliseconds; a longer one is a gap. A day if left out. */
  every?: number | undefined;
  valueText: (value: number) => string;
  /** Shorter, under the axis. */
  tickText?: ((value: number) => string) | undefined;
}

/** Values over time. Gaps stay open, single values are dots, and below eight values there is no line. */
export function LineChart({ series, band, every = DAY, valueText, tickText = valueText, ...frame }: LineChartProps) {
  const { t } = useTranslation('charts');
  const [box, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const known = series.map(({ points }) => knownPoints(points));
  const all = known.flat();
  const days = [...new Set(all.map(({ at }) => at.getTime()))].toSorted((a, b) => a - b);
  const [first = new Date(0), last = new Date(0)] = extent([...all, ...(band?.points ?? [])].map(({ at }) => at));
  const dates = useAxisDates(first, last);
  const values = [...all.map(({ value }) => value), ...(band?.points ?? []).flatMap(({ low, high }) => [low, high])];
  const y = scaleLinear()
    .domain(valueLimits(values))
    .range([HEIGHT - BOTTOM, TOP])
    .nice(4);
  const ticks = y.ticks(4);
  const tickCount = Math.max(2, Math.floor(width / 110));
  const left = roomFor(ticks.map(tickText), 24) + 8;
  const ends = known.map((points) => points.at(-1));
  const right =
    roomFor(
      ends.flatMap((end) => (end ? tickText(end.value) : [])),
      12,
    ) + 12;
  const x = scaleUtc()
    .domain([first, last])
    .range([left, Math.max(left + 40, width - right)]);
  const lines = all.length >= MIN_FOR_LINE;
  const gaps = series.reduce((sum, { points }) => sum + Math.max(0, runsOf(points, every).length - 1), 0);
  const starts = y.domain()[0] ?? 0;
  const valueAt = (points: readonly KnownPoint[], day: number) => points.find(({ at }) => at.getTime() === day)?.value;
  const textOf = (index: number): string => {
    const day = days[index] ?? 0;
    const parts = known.flatMap((points, which) => {
      const value = valueAt(points, day);
      if (value === undefined) return [];
      return known.length > 1 ? `${series[which]?.label} ${valueText(value)}` : valueText(value);
    });
    return `${dates.full(new Date(day))} · ${parts.join(', ')}`;
  };
  const summary =
    all.length === 0
      ? t('empty.title')
      : t('line.summary', {
          title: frame.title,
          from: dates.full(first),
          to: dates.full(new Date(days.at(-1) ?? 0)),
          min: valueText(min(all, ({ value }) => value) ?? 0),
          max: valueText(max(all, ({ value }) => value) ?? 0),
          last: valueText(ends[0]?.value ?? 0),
        });
  const areaOf = area<{ at: Date; low: number; high: number }>()
    .x(({ at }) => x(at))
    .y0(({ low }) => y(low))
    .y1(({ high }) => y(high));
  const lineOf = line<KnownPoint>()
    .x(({ at }) => x(at))
    .y(({ value }) => y(value));
  return (
    <ChartFrame
      {...frame}
      state={frame.state ?? (all.length === 0 ? { kind: 'empty' } : undefined)}
      height={HEIGHT}
      summary={summary}
      notes={[
        ...(starts > 0 ? [t('axisFrom', { value: tickText(starts) })] : []),
        ...(gaps > 0 ? [t('gaps', { count: gaps })] : []),
        ...(lines ? [] : [t('fewForLine', { min: MIN_FOR_LINE })]),
      ]}
      readout={active === null || days.length === 0 ? null : textOf(active)}
      legend={
        series.length > 1 || band ? (
          <ul className="mb-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
            {series.map(({ id, label }, index) => (
              <li key={id} className="inline-flex items-center gap-1.5">
                <svg width="20" height="6" aria-hidden>
                  <path d="M0 3H20" className={STROKES[index]} strokeWidth="1.75" strokeDasharray={DASHES[index]} />
                </svg>
                {label}
              </li>
            ))}
            {band ? (
              <li className="inline-flex items-center gap-1.5">
                <span aria-hidden className="h-3 w-5 rounded-xs bg-chart-5/20" />
                {band.label}
              </li>
            ) : null}
          </ul>
        ) : null
      }
      table={{
        head: [t('table.date'), ...series.map(({ label }) => label)],
        rows: days.map((day) => {
          const row = known.map((points) => valueAt(points, day) ?? null);
          return {
            text: [
              dates.full(new Date(day)),
              ...row.map((value) => (value === null ? t('unknown') : valueText(value))),
            ],
            raw: [new Date(day).toISOString().slice(0, 10), ...row],
          };
        }),
      }}
    >
      <div ref={box}>
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block overflow-visible">
          {ticks.map((tick, index) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <path
                d={`M${left} 0H${width - right}`}
                className={index === 0 ? 'stroke-border-strong' : 'stroke-chart-grid'}
                fill="none"
              />
              <text x={left - 6} dy="4" textAnchor="end" className="figures fill-muted-foreground text-xs">
                {isolateBidi(tickText(tick))}
              </text>
            </g>
          ))}
          {thinned(x.ticks(tickCount), tickCount + 1).map((tick) => (
            <text
              key={tick.getTime()}
              x={x(tick)}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="figures fill-muted-foreground text-xs"
            >
              {isolateBidi(dates.tick(tick))}
            </text>
          ))}
          {band ? <path d={areaOf(band.points) ?? undefined} className="fill-chart-5/20" /> : null}
          {series.map(({ id, points }, index) => (
            <g key={id} className={frame.stale ? 'opacity-45' : undefined}>
              {lines
                ? runsOf(points, every).map((run) =>
                    run.length === 1 ? null : (
                      <path
                        key={run[0]?.at.getTime()}
                        d={lineOf(run) ?? undefined}
                        fill="none"
                        strokeWidth="1.75"
                        strokeLinejoin="round"
                        strokeLinecap="round"
                        strokeDasharray={DASHES[index]}
                        className={frame.stale ? 'stroke-chart-5' : STROKES[index]}
                      />
                    ),
                  )
                : null}
              {runsOf(points, every)
                .filter((run) => !lines || run.length === 1)
                .flat()
                .map(({ at, value }) => (
                  <circle key={at.getTime()} cx={x(at)} cy={y(value)} r="3" className={FILLS[index]} />
                ))}
            </g>
          ))}
          {ends.map((end, index) =>
            end ? (
              <g key={series[index]?.id}>
                <circle
                  cx={x(end.at)}
                  cy={y(end.value)}
                  r="3.5"
                  className={frame.stale ? 'fill-chart-5' : FILLS[index]}
                />
                <text
                  x={x(end.at) + 8}
                  y={y(end.value)}
                  dy="4"
                  className={cn(
                    'figures text-xs font-medium',
                    frame.stale ? 'fill-muted-foreground' : 'fill-foreground',
                  )}
                >
                  {isolateBidi(tickText(end.value))}
                </text>
              </g>
            ) : null,
          )}
          {active === null ? null : (
            <g>
              <path
                d={`M${x(days[active] ?? 0)} ${TOP}V${HEIGHT - BOTTOM}`}
                className="stroke-input"
                strokeDasharray="3 3"
                fill="none"
              />
              {known.map((points, index) => {
                const value = valueAt(points, days[active] ?? 0);
                return value === undefined ? null : (
                  <circle
                    key={series[index]?.id}
                    cx={x(days[active] ?? 0)}
                    cy={y(value)}
                    r="4.5"
                    strokeWidth="2"
                    className={cn('stroke-background', FILLS[index])}
                  />
                );
              })}
            </g>
          )}
        </svg>
        <PointReader
          title={frame.title}
          places={days.map((day) => x(day))}
          active={active}
          onActive={setActive}
          textOf={textOf}
        />
      </div>
    </ChartFrame>
  );
}
