import { Users } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cluster, nearestToward } from '@/components/map/map-math.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';

const ZOOM_KEYS: Partial<Record<string, number>> = { '+': 2, '=': 2, '-': 0.5 };

interface MarkActs {
  onActive: (ids: readonly string[]) => void;
  onPick: (ids: readonly string[]) => void;
  /** Of a mark of several, where they are no creators: "2 ads: Winter latte and Cakes". */
  groupText?: ((count: number, names: string) => string) | undefined;
}

export const placed = (at: readonly [number, number]) => ({ insetInlineStart: at[0], top: at[1] });

/** The marks are one stop of the tab key; the arrow keys go to the nearest one on their side. */
export function Marks({
  clusters,
  active,
  onActive,
  onPick,
  onZoom,
  groupText,
}: {
  clusters: readonly Cluster[];
  active: readonly string[];
  onZoom: (factor: number) => void;
} & MarkActs) {
  const people = clusters.some(({ points }) => points.some(({ number }) => number !== undefined));
  const [last, setLast] = useState<string | null>(null);
  const stop = clusters.find(({ ids }) => ids[0] === last) ?? clusters[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, from: Cluster) => {
    const factor = ZOOM_KEYS[event.key];
    const to = nearestToward(clusters, from, event.key);
    if (factor === undefined && !to) return;
    event.preventDefault();
    if (factor !== undefined) return onZoom(factor);
    const marks = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-slot=mark]');
    if (to) marks?.[clusters.indexOf(to)]?.focus();
  };
  return clusters.map((cluster) => (
    <Mark
      key={cluster.ids[0]}
      cluster={cluster}
      people={people}
      stop={cluster === stop}
      active={cluster.ids.some((id) => active.includes(id))}
      onActive={(ids) => {
        if (ids.length > 0) setLast(cluster.ids[0] ?? null);
        onActive(ids);
      }}
      onPick={onPick}
      groupText={groupText}
      onKeyDown={(event) => onKeyDown(event, cluster)}
    />
  ));
}

function Mark({
  cluster,
  people,
  stop,
  active,
  onActive,
  onPick,
  groupText,
  onKeyDown,
}: {
  cluster: Cluster;
  /** Other marks have numbers. */
  people: boolean;
  /** The one that the tab key reaches. */
  stop: boolean;
  active: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} & MarkActs) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const names = [...new Set(cluster.points.map(({ label }) => label))];
  const shown = names.length > 3 ? `${format.list(names.slice(0, 3))} …` : format.list(names);
  const text =
    cluster.count > 1
      ? (groupText?.(cluster.count, shown) ?? t('several', { count: cluster.count, names: shown }))
      : shown;
  const number = cluster.points[0]?.number;
  const filled = active || cluster.points.some(({ chosen }) => chosen);
  return (
    <button
      type="button"
      data-slot="mark"
      tabIndex={stop ? 0 : -1}
      title={text}
      aria-label={text}
      aria-pressed={active}
      onPointerEnter={() => onActive(cluster.ids)}
      onPointerLeave={() => onActive([])}
      onFocus={() => onActive(cluster.ids)}
      onBlur={() => onActive([])}
      onKeyDown={onKeyDown}
      onClick={() => onPick(cluster.ids)}
      className={cn(
        'figures absolute grid min-h-6 min-w-6 -translate-1/2 place-items-center rounded-full border px-1 text-xs font-medium',
        filled
          ? 'border-foreground bg-foreground text-background'
          : 'border-foreground bg-card text-foreground hover:bg-accent',
        active && 'z-10',
      )}
      style={placed([cluster.x, cluster.y])}
    >
      {cluster.count > 1 ? (
        <span className="inline-flex items-center gap-0.5">
          {/* Beside marks with the number of their row, a count needs a sign of its own. */}
          {people ? <Users aria-hidden className="size-3" /> : null}
          {format.compact(cluster.count)}
        </span>
      ) : (
        (number ?? <span className="size-2 rounded-full bg-current" />)
      )}
    </button>
  );
}
