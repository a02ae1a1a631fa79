import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartProps } from '@/components/charts/ChartFrame.tsx';
import { roomFor } from '@/components/charts/chart-math.ts';
import { PointReader } from '@/components/charts/PointReader.tsx';
import { useWidth } from '@/components/charts/use-plot.ts';
import { cn } from '@/lib/cn.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { useFormat } from '@/lib/format.ts';

const HEIGHT = 190;
const TOP = 20;
const BOTTOM = 26;
const ROW = 30;
const MAX_BAR_WIDTH = 26;
/** With more bars the values above them would touch. */
const MAX_LABELED = 12;

export interface Bar {
  id: string;
  label: string;
  /** Null where it is not known: no bar, and not zero. */
  value: number | null;
  /** The period is not over: drawn pale. */
  partial?: boolean;
}

export interface BarChartProps extends ChartProps {
  bars: readonly Bar[];
  /** `time`: upright bars from left to right in every language · `category`: rows that begin at the reading side. */
  kind: 'time' | 'category';
  /** Of what the bars are, above the first column of the table. */
  labelHead: string;
  valueText: (value: number) => string;
}

/** Amounts side by side; the axis begins at zero. */
export function BarChart({ bars, kind, labelHead, valueText, ...frame }: BarChartProps) {
  const { t, i18n } = useTranslation('charts');
  const format = useFormat();
  const [box, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const known = bars.filter(({ value }) => value !== null);
  const text = (bar: Bar | undefined) =>
    bar ? format.labeled(bar.label, bar.value === null ? t('unknown') : valueText(bar.value)) : '';
  const summary =
    known.length === 0
      ? t('empty.title')
      : t('bars.summary', { title: frame.title, parts: format.list(bars.map((bar) => text(bar))) });
  const most = max(known, ({ value }) => value ?? 0) || 1;
  const height = kind === 'time' ? HEIGHT : bars.length * ROW;
  const drawn = { bars, width, most, valueText, active, stale: frame.stale === true, rtl: i18n.dir() === 'rtl' };
  const places = kind === 'time' ? uprightScales(drawn).centers : bars.map((_, index) => index * ROW + ROW / 2);
  return (
    <ChartFrame
      {...frame}
      state={frame.state ?? (known.length === 0 ? { kind: 'empty' } : undefined)}
      height={height}
      summary={summary}
      readout={active === null ? null : text(bars[active])}
      table={{
        head: [labelHead, frame.title],
        rows: bars.map(({ label, value }) => ({
          text: [label, value === null ? t('unknown') : valueText(value)],
          raw: [label, value],
        })),
      }}
    >
      <div ref={box}>
        <svg role="img" aria-label={summary} width={width} height={height} className="block overflow-visible">
          {kind === 'time' ? <UprightBars {...drawn} /> : <RowBars {...drawn} />}
        </svg>
        <PointReader
          title={frame.title}
          places={places}
          upright={kind === 'category'}
          active={active}
          onActive={setActive}
          textOf={(index) => text(bars[index])}
        />
      </div>
    </ChartFrame>
  );
}

interface Drawn {
  bars: readonly Bar[];
  width: number;
  most: number;
  valueText: (value: number) => string;
  active: number | null;
  stale: boolean;
  rtl: boolean;
}

function uprightScales({ bars, width, most, valueText }: Drawn) {
  const y = scaleLinear()
    .domain([0, most])
    .range([HEIGHT - BOTTOM, TOP])
    .nice(4);
  const left = roomFor(y.ticks(4).map(valueText), 24) + 8;
  const x = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([left, Math.max(left + 40, width)])
    .padding(0.3);
  const bar = Math.min(MAX_BAR_WIDTH, x.bandwidth());
  const centers = bars.map((_, index) => (x(index) ?? 0) + x.bandwidth() / 2);
  return { y, left, bar, centers };
}

const fillOf = (bar: Bar, index: number, { active, stale }: Drawn): string =>
  cn(stale ? 'fill-chart-5' : 'fill-chart-1', (bar.partial || (active !== null && active !== index)) && 'opacity-45');

function UprightBars(drawn: Drawn) {
  const { bars, width, valueText } = drawn;
  const { y, left, bar: thick, centers } = uprightScales(drawn);
  const base = HEIGHT - BOTTOM;
  // As many labels as fit under the axis.
  const room =
    roomFor(
      bars.map(({ label }) => label),
      24,
    ) + 8;
  const step = Math.max(1, Math.ceil((bars.length * room) / Math.max(1, width - left)));
  return (
    <>
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <path
            d={`M${left} 0H${width}`}
            fill="none"
            className={tick === 0 ? 'stroke-border-strong' : 'stroke-chart-grid'}
          />
          <text x={left - 6} dy="4" textAnchor="end" className="figures fill-muted-foreground text-xs">
            {isolateBidi(valueText(tick))}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const center = centers[index] ?? 0;
        const top = y(bar.value ?? 0);
        const tall = base - top;
        const round = Math.min(2, tall, thick / 2);
        return (
          <g key={bar.id}>
            {bar.value === null ? null : (
              <path
                d={`M${center - thick / 2} ${base}V${top + round}q0 ${-round} ${round} ${-round}h${thick - 2 * round}q${round} 0 ${round} ${round}V${base}Z`}
                className={fillOf(bar, index, drawn)}
              />
            )}
            {bars.length <= MAX_LABELED ? (
              <text x={center} y={top - 6} textAnchor="middle" className="figures fill-foreground text-xs font-medium">
                {isolateBidi(bar.value === null ? '–' : valueText(bar.value))}
              </text>
            ) : null}
            {index % step === 0 ? (
              <text x={center} y={HEIGHT - 6} textAnchor="middle" className="figures fill-muted-foreground text-xs">
                {isolateBidi(bar.label)}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

function RowBars(drawn: Drawn) {
  const { bars, width, most, valueText, rtl } = drawn;
  const names = Math.min(width * 0.4, roomFor(bars.map(({ label }) => label)) + 10);
  const figures = roomFor(bars.map(({ value }) => (value === null ? '–' : valueText(value)))) + 10;
  const x = scaleLinear()
    .domain([0, most])
    .range([0, Math.max(20, width - names - figures)]);
  /** A place counted from the side where reading begins. */
  const from = (start: number) => (rtl ? width - start : start);
  const anchor = { start: rtl ? 'end' : 'start', end: rtl ? 'start' : 'end' } as const;
  return bars.map((bar, index) => {
    const middle = index * ROW + ROW / 2;
    const long = x(bar.value ?? 0);
    return (
      <g key={bar.id}>
        <text x={from(0)} y={middle} dy="4" textAnchor={anchor.start} className="fill-foreground text-xs">
          {isolateBidi(bar.label)}
        </text>
        {bar.value === null ? null : (
          <rect
            x={rtl ? width - names - long : names}
            y={middle - 9}
            width={long}
            height="18"
            rx="2"
            className={fillOf(bar, index, drawn)}
          />
        )}
        <text
          x={from(width)}
          y={middle}
          dy="4"
          textAnchor={anchor.end}
          className="figures fill-foreground text-xs font-medium"
        >
          {isolateBidi(bar.value === null ? '–' : valueText(bar.value))}
        </text>
      </g>
    );
  });
}
