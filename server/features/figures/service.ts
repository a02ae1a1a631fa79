import { withTx, type ServiceContext } from '../../context.ts';
import { publicFigures } from './queries.ts';
import type { PublicFigures } from './schema.ts';

/** Public: not counted anew for each visitor. */
const FRESH_MS = 5 * 60_000;
const kept = new WeakMap<object, PublicFigures>();

/** Measured figures of the start page. Counted at most every five minutes. */
export async function measuredFigures(ctx: ServiceContext): Promise<PublicFigures> {
  const last = kept.get(ctx.db);
  const now = ctx.clock.now();
  if (last && now.getTime() - last.measuredAt.getTime() < FRESH_MS) return last;
  const row = await withTx(ctx, (tx) => publicFigures(tx.db));
  const figures: PublicFigures = {
    creators: row && row.creators > 1 ? row.creators : null,
    paid: row && row.paid > 1 ? row.paid : null,
    released: row?.released && row.currency ? { amount: Number(row.released), currency: row.currency } : null,
    measuredAt: now,
  };
  kept.set(ctx.db, figures);
  return figures;
}
