import { withTx, type Actor, type ServiceContext } from './context.ts';

/**
 * Runs an act that a request key may repeat. `earlier` finds what the key led to before; it is asked first, and again
 * when the act was refused, since a twin of this call may have been faster. Without a key the act simply runs.
 */
export async function onceByKey<A extends Actor, T>(
  ctx: ServiceContext<A>,
  earlier: (tx: ServiceContext<A>, requestKey: string) => Promise<T | null>,
  act: (tx: ServiceContext<A>) => Promise<T>,
): Promise<T> {
  const { requestKey } = ctx;
  if (!requestKey) return withTx(ctx, act);
  try {
    return await withTx(ctx, async (tx) => (await earlier(tx, requestKey)) ?? act(tx));
  } catch (refused) {
    // Inside a caller's transaction there is nothing to look at: it has failed as a whole.
    const found = ctx.db.isTransaction ? null : await withTx(ctx, (tx) => earlier(tx, requestKey));
    if (found !== null) return found;
    throw refused;
  }
}
