/** Deliveries of one creator that are due within so long of the first of them are shown as a clash. */
export const CLASH_HOURS = 24;
const HOUR_MS = 3_600_000;

/** One thing in a creator's calendar: a delivery that is due, or a visit with its end. */
export interface Engagement {
  kind: 'delivery' | 'visit';
  at: Date;
  /** Of a visit. */
  until: Date | null;
}

/**
 * What in one creator's calendar comes too close together: deliveries that are due within 24 hours of the first of
 * them, and visits that overlap. What is over by `now` is left out. Groups by their first moment.
 */
export function clashesOf<E extends Engagement>(engagements: readonly E[], now: Date): E[][] {
  const endOf = ({ at, until }: E) => (until ?? at).getTime();
  const open = engagements.filter((one) => endOf(one) > now.getTime());
  const groups = (['delivery', 'visit'] as const).flatMap((kind) => {
    const found: { items: E[]; until: number }[] = [];
    for (const one of open.filter((e) => e.kind === kind).toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const at = one.at.getTime();
      const last = found.at(-1);
      const near = last && (kind === 'delivery' ? at <= last.until : at < last.until);
      if (last && near) {
        last.items.push(one);
        if (kind === 'visit') last.until = Math.max(last.until, endOf(one));
      } else found.push({ items: [one], until: kind === 'delivery' ? at + CLASH_HOURS * HOUR_MS : endOf(one) });
    }
    return found.filter(({ items }) => items.length > 1).map(({ items }) => items);
  });
  return groups.toSorted((a, b) => (a[0]?.at.getTime() ?? 0) - (b[0]?.at.getTime() ?? 0));
}
