import { sql } from 'kysely';
import { affectedRows, type Batch } from '../db/batch.ts';
import type { Db } from '../db/client.ts';
import { withTx, type OrgContext, type ServiceContext } from './context.ts';
import { canonicalJson, sha256Hex } from './core/canonical.ts';
import { AppError, isAppError } from './core/errors.ts';
import { RETENTION } from './features/policies/rules.ts';

/** What a request requires, as a hash. `version` is the state that the person saw, not part of the request, and is ignored. */
export async function requestHash(input: unknown): Promise<string> {
  if (typeof input !== 'object' || input === null) return sha256Hex(canonicalJson(input ?? null));
  const { version: _, ...request } = input as { version?: unknown };
  return sha256Hex(canonicalJson(request));
}

/**
 * Binds the request key of an open transaction to this act on this input, as part of the act: a refused act leaves its
 * key free. `repeated`: the same act was done before under this key and must not be repeated. Concurrent calls with one
 * key are serialized. Call it before locking rows. Throws request.key_reused when the key stands for another act or
 * another input.
 */
export async function bindRequestKey(tx: OrgContext, act: string, input: object): Promise<'first' | 'repeated'> {
  const { requestKey, actor } = tx;
  if (!requestKey) return 'first';
  const inputHash = await requestHash(input);
  const bound = await tx.db
    .insertInto('request_keys')
    .values({ user_id: actor.userId, request_key: requestKey, act, input_hash: inputHash, created_at: tx.clock.now() })
    .onConflict((c) => c.columns(['user_id', 'request_key']).doNothing())
    .returning('act')
    .executeTakeFirst();
  if (bound) return 'first';
  const before = await tx.db
    .selectFrom('request_keys')
    .select(['act', 'input_hash'])
    .where('user_id', '=', actor.userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (before?.act !== act || before.input_hash !== inputHash) throw new AppError('request.key_reused');
  return 'repeated';
}

/**
 * Runs an act that is idempotent by its request key. `earlier` finds the result of an earlier call; it runs first, and
 * again when the act was refused, since a concurrent call with the same key may have been faster. Without a key the act
 * just runs. Throws request.key_reused.
 */
export async function onceByKey<T>(
  ctx: OrgContext,
  { act, input }: { act: string; input: object },
  earlier: (tx: OrgContext, requestKey: string) => Promise<T | null>,
  perform: (tx: OrgContext) => Promise<T>,
): Promise<T> {
  const { requestKey } = ctx;
  if (!requestKey) return withTx(ctx, perform);
  try {
    return await withTx(ctx, async (tx) => {
      await bindRequestKey(tx, act, input);
      return (await earlier(tx, requestKey)) ?? perform(tx);
    });
  } catch (refused) {
    if (isAppError(refused) && refused.code === 'request.key_reused') throw refused;
    // A caller's transaction has failed as a whole and cannot be read.
    const found = ctx.db.isTransaction ? null : await withTx(ctx, (tx) => earlier(tx, requestKey));
    if (found !== null) return found;
    throw refused;
  }
}

/** Part of the erasure of a person. */
export async function deleteRequestKeys(tx: ServiceContext, userId: string): Promise<void> {
  await tx.db.deleteFrom('request_keys').where('user_id', '=', userId).execute();
}

/** The key of one call of a batch, whose calls share a header. */
export const keyInBatch = (requestKey: string | null, index: number): string | null =>
  requestKey !== null && index > 0 ? `${requestKey}#${index}` : requestKey;

/** Longer than a repeated request takes. */
export const REQUEST_KEY_RETENTION_MS = RETENTION.requestKeyDays * 24 * 3_600_000;

/** Part of the upkeep. */
export async function deletePastRequestKeys(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from request_keys where (user_id, request_key) in (
      select user_id, request_key from request_keys where created_at < ${before}::timestamptz order by created_at limit ${limit})`.execute(
      db,
    ),
  );
}
