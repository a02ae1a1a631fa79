import { scaleLinear, scaleTime } from 'd3-scale';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { ChartFrame } from '@/components/charts/ChartFrame.tsx';
import { DAY, fitting, roomFor } from '@/components/charts/chart-math.ts';
import { useWidth } from '@/components/charts/use-plot.ts';
import { BALANCE_PARTS, type BalancePart, type ReplayStep } from '@/features/deals/replay-steps.ts';
import { useFormat } from '@/lib/format.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { cn } from '@/lib/cn.ts';

const HEIGHT = 264;
const TOP = 10;
const BOTTOM = 34;

/** From below: what has left stays at the ground, what is in escrow on top of it. */
const STACK: readonly BalancePart[] = ['released', 'refunded', 'disputed', 'held'];
const FILL: Record<BalancePart, string> = {
  held: 'fill-held',
  released: 'fill-released',
  disputed: 'fill-disputed',
  refunded: 'fill-refunded',
};
const EDGE: Record<BalancePart, string> = {
  held: 'stroke-held',
  released: 'stroke-released',
  disputed: 'stroke-disputed',
  refunded: 'stroke-refunded',
};

interface Block {
  part: BalancePart;
  index: number;
  amount: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface ReplayChartProps {
  steps: readonly ReplayStep[];
  /** Position of the event that is shown. */
  at: number;
  currency: Currency;
  fileName: string;
}

/** The balances of a deal as areas over time; what follows the shown event is pale. */
export function ReplayChart({ steps, at, currency, fileName }: ReplayChartProps) {
  const { t } = useTranslation('replay');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [box, width] = useWidth();
  const amount = (value: number) => format.money({ amount: value, currency });
  const parts = BALANCE_PARTS.filter((part) => steps.some(({ after }) => after[part] !== 0));
  const most = Math.max(1, ...steps.map(({ after }) => after.funded));
  const y = scaleLinear()
    .domain([0, most])
    .range([HEIGHT - BOTTOM, TOP]);
  const ticks = y.ticks(4);
  const left = roomFor(ticks.map(amount), 24) + 8;
  const [first, last] = [steps[0]?.event.at ?? new Date(), steps.at(-1)?.event.at ?? new Date()];
  const span = Math.max(last.getTime() - first.getTime(), 60_000);
  const x = scaleTime()
    .domain([first, new Date(last.getTime() + span * 0.06)])
    .range([left, Math.max(left + 60, width)]);
  const places = steps.map(({ event }) => x(event.at));
  const cursor = places[at] ?? left;
  const blocks = blocksOf(steps, places, x.range()[1] ?? width, y);
  const shortSpan = span < 2 * DAY;
  const tickCount = Math.max(2, Math.min(5, Math.floor((width - left) / 110)));
  const day = (tick: Date) => (shortSpan ? format.time(tick) : format.date(tick));
  const now = parts.filter((part) => (steps[at]?.after[part] ?? 0) !== 0);
  const summary =
    now.length === 0
      ? t('chart.none')
      : t('chart.summary', {
          parts: format.list(
            now.map((part) => format.labeled(common(`escrowPart.${part}`), amount(steps[at]?.after[part] ?? 0))),
          ),
        });
  return (
    <ChartFrame
      title={t('chart.title')}
      unit={t('chart.unit', { currency })}
      fileName={fileName}
      height={HEIGHT}
      summary={summary}
      readout={null}
      table={{
        head: [t('chart.event'), ...parts.map((part) => common(`escrowPart.${part}`))],
        rows: steps.map(({ event, after }) => ({
          text: [`${event.seq} · ${format.dateTime(event.at)}`, ...parts.map((part) => amount(after[part]))],
          raw: [event.at.toISOString(), ...parts.map((part) => after[part])],
        })),
      }}
    >
      <div ref={box}>
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block overflow-visible">
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <path
                d={`M${left} 0H${width}`}
                fill="none"
                className={tick === 0 ? 'stroke-border-strong' : 'stroke-chart-grid'}
              />
              <text x={left - 6} dy="4" textAnchor="end" className="figures fill-muted-foreground text-xs">
                {isolateBidi(amount(tick))}
              </text>
            </g>
          ))}
          {blocks.map((block) => (
            <BlockShape key={`${block.part}:${block.index}`} block={block} past={block.index < at} />
          ))}
          {labelsOf(blocks).map((block) => (
            <text
              key={`${block.part}:${block.index}`}
              x={(block.left + block.right) / 2}
              y={(block.top + block.bottom) / 2}
              dy="4"
              textAnchor="middle"
              className="figures fill-foreground text-xs font-medium"
            >
              {isolateBidi(`${common(`escrowPart.${block.part}`)} ${amount(block.amount)}`)}
            </text>
          ))}
          {places.map((place, index) => (
            <path
              key={steps[index]?.event.id}
              d={`M${place} ${HEIGHT - BOTTOM}v5`}
              className={index <= at ? 'stroke-foreground' : 'stroke-border-strong'}
            />
          ))}
          <path d={`M${cursor} ${TOP - 6}V${HEIGHT - BOTTOM + 9}`} strokeWidth="1.75" className="stroke-foreground" />
          {fitting(x.ticks(tickCount), day, width - left).map((tick, index, all) => (
            <text
              key={tick.getTime()}
              x={x(tick)}
              y={HEIGHT - 6}
              textAnchor={index === all.length - 1 && x(tick) > width - 30 ? 'end' : 'middle'}
              className="figures fill-muted-foreground text-xs"
            >
              {isolateBidi(day(tick))}
            </text>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

function BlockShape({ block: { part, left, right, top, bottom }, past }: { block: Block; past: boolean }) {
  return (
    <g>
      <rect
        x={left}
        y={top}
        width={Math.max(0, right - left)}
        height={bottom - top}
        className={cn(FILL[part], past ? 'opacity-55' : 'opacity-20')}
      />
      <path d={`M${left} ${top}H${right}`} fill="none" className={cn(EDGE[part], past ? '' : 'opacity-45')} />
    </g>
  );
}

/** One rectangle for each part between two events. */
function blocksOf(
  steps: readonly ReplayStep[],
  places: readonly number[],
  end: number,
  y: (value: number) => number,
): Block[] {
  return steps.flatMap(({ after }, index) => {
    const [left = 0, right = end] = [places[index], places[index + 1]];
    let ground = 0;
    return STACK.flatMap((part) => {
      const amount = after[part];
      if (amount <= 0) return [];
      const block = { part, index, amount, left, right, bottom: y(ground), top: y(ground + amount) };
      ground += amount;
      return [block];
    });
  });
}

const ROOM_FOR_LABEL = 130;
/** Neighbors of the same part and amount share a label; where there is no room, there is none. */
function labelsOf(blocks: readonly Block[]): Block[] {
  const runs: Block[] = [];
  for (const block of blocks) {
    const run = runs.findLast(
      ({ part, amount, right, top }) =>
        part === block.part && amount === block.amount && top === block.top && Math.abs(right - block.left) < 0.5,
    );
    if (run) run.right = block.right;
    else runs.push({ ...block });
  }
  return runs.filter(({ left, right, top, bottom }) => right - left >= ROOM_FOR_LABEL && bottom - top >= 18);
}
