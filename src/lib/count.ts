import { COUNT_CAP } from '../../server/core/lists.ts';

/** Counts stop at `COUNT_CAP`, which stands for all larger ones. */
export const countText = (count: number): string => (count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(count));

/** Values of a text with `{{count}}`. */
export const countValues = (count: number): { count: number; replace?: { count: string } } =>
  count >= COUNT_CAP ? { count, replace: { count: countText(count) } } : { count };
