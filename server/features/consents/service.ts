import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import type { consentInput, ConsentReceipt } from './schema.ts';

const hashes = new Map<Locale, string>();

/** SHA-256 of the texts that the visitor had before them. */
function textHash(locale: Locale): string {
  const known = hashes.get(locale);
  if (known) return known;
  const hash = createHash('sha256')
    .update(readFileSync(new URL(`../../../locales/${locale}/consent.json`, import.meta.url)))
    .digest('hex');
  hashes.set(locale, hash);
  return hash;
}

/**
 * Keeps the proof of a choice: which browser, who if signed in, what was read, what was allowed, when. Never changed, only
 * added to. A choice made before signing in is sent again afterwards and then names the account, once.
 */
export async function recordConsent(
  ctx: ServiceContext,
  input: z.output<typeof consentInput>,
): Promise<ConsentReceipt> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const categories = [...new Set(input.categories)].sort();
    if ('userId' in tx.actor) {
      const known = await tx.db
        .selectFrom('consents')
        .select(['created_at', 'policy_version', 'categories', 'action'])
        .where('user_id', '=', tx.actor.userId)
        .where('consent_id', '=', input.id)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (
        known?.policy_version === input.version &&
        known.action === input.action &&
        known.categories.join() === categories.join()
      )
        return { recordedAt: known.created_at };
    }
    await tx.db
      .insertInto('consents')
      .values({
        id: newId(now.getTime()),
        consent_id: input.id,
        user_id: 'userId' in tx.actor ? tx.actor.userId : null,
        policy_version: input.version,
        text_hash: textHash(input.locale),
        locale: input.locale,
        categories,
        action: input.action,
        created_at: now,
      })
      .execute();
    return { recordedAt: now };
  });
}
