/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';

/** Goods without a value are worth nothing, a value without goods is a mistake at its field. */
export const goods = z
  .object({ goods: z.string().trim().max(200), goodsValue: z.number().int().min(0).nullable() })
  .refine(({ goods: what, goodsValue }) => what !== '' || !goodsValue, { path: ['goods'] })
  .transform(({ goods: what, goodsValue }) => ({ goods: what, goodsValue: goodsValue ?? 0 }));
