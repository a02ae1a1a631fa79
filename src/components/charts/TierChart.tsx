import { scaleLinear } from 'd3-scale';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartProps } from '@/components/charts/ChartFrame.tsx';
import { anchorAt } from '@/components/charts/SpreadChart.tsx';
import { useWidth } from '@/components/charts/use-plot.ts';
import { cn } from '@/lib/cn.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';

const HEIGHT = 76;
const MIDDLE = 38;

export interface TierChartProps extends ChartProps {
  value: number;
  /** Middle half and median of those it is compared with. */
  tier: { label: string; low: number; median: number; high: number };
  valueText: (value: number) => string;
}

/** One value as a dot in the middle half of its tier. */
export function TierChart({ value, tier, valueText, ...frame }: TierChartProps) {
  const { t } = useTranslation('charts');
  const [box, width] = useWidth();
  const x = scaleLinear()
    .domain([0, Math.max(value, tier.high) * 1.25 || 1])
    .range([14, Math.max(60, width - 14)])
    .nice(4);
  const summary = t('tier.summary', {
    title: frame.title,
    value: valueText(value),
    tier: tier.label,
    low: valueText(tier.low),
    high: valueText(tier.high),
    median: valueText(tier.median),
  });
  return (
    <ChartFrame
      {...frame}
      height={HEIGHT}
      summary={summary}
      readout={null}
      table={{
        head: [t('table.measure'), t('table.value')],
        rows: (
          [
            [frame.title, value],
            [t('tier.low'), tier.low],
            [t('tier.median'), tier.median],
            [t('tier.high'), tier.high],
          ] as const
        ).map(([name, amount]) => ({ text: [name, valueText(amount)], raw: [name, amount] })),
      }}
    >
      <div ref={box}>
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block overflow-visible">
          <path d={`M14 ${MIDDLE}H${width - 14}`} fill="none" className="stroke-chart-grid" />
          <rect
            x={x(tier.low)}
            y={MIDDLE - 10}
            width={x(tier.high) - x(tier.low)}
            height="20"
            rx="3"
            className="fill-chart-5/20"
          />
          <path d={`M${x(tier.median)} ${MIDDLE - 10}v20`} strokeWidth="1.5" fill="none" className="stroke-chart-5" />
          <circle cx={x(value)} cy={MIDDLE} r="6" className={frame.stale ? 'fill-chart-5' : 'fill-chart-1'} />
          <text
            x={x(value)}
            y={MIDDLE - 18}
            textAnchor={anchorAt(x(value), width)}
            className={cn('figures text-xs font-medium', frame.stale ? 'fill-muted-foreground' : 'fill-foreground')}
          >
            {isolateBidi(valueText(value))}
          </text>
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
      </div>
    </ChartFrame>
  );
}
