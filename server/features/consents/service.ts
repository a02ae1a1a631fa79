import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import type { ServiceContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import { insertConsent, lastConsent } from './queries.ts';
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
      const known = await lastConsent(tx.db, { userId: tx.actor.userId, consentId: input.id });
      if (
        known?.policy_version === input.version &&
        known.action === input.action &&
        known.categories.join() === categories.join()
      )
        return { recordedAt: known.created_at };
    }
    await insertConsent(tx.db, {
      id: newId(now.getTime()),
      consent_id: input.id,
      user_id: 'userId' in tx.actor ? tx.actor.userId : null,
      policy_version: input.version,
      text_hash: textHash(input.locale),
      locale: input.locale,
      categories,
      action: input.action,
      created_at: now,
    });
    return { recordedAt: now };
  });
}
