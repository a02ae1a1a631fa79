import { withTx, type SystemContext } from '../../../context.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../../core/locale.ts';
import { wordingIn } from '../../clauses/wording.ts';
import { creatorLanguageOf } from '../queries.ts';
import type { ContractDocument } from '../schema.ts';
import { contractsWithoutWording, insertWording } from './queries.ts';

const BATCH = 100;

/**
 * Stores the present wording of contracts that were signed before it was part of their text, in the governing language and
 * the creator's. Their text, hash and clocks stay as they were signed. Returns how many contracts have theirs now.
 */
export async function keepWordings(ctx: SystemContext): Promise<number> {
  return withTx(ctx, async (tx) => {
    const contracts = await contractsWithoutWording(tx.db, BATCH);
    for (const contract of contracts) {
      const document = contract.document as unknown as ContractDocument;
      const languages = [document.language, await creatorLanguageOf(tx.db, contract.offer_id)];
      for (const language of new Set(languages.map((one) => matchLocale(one) ?? FALLBACK_LOCALE)))
        await insertWording(tx.db, contract, { wording: wordingIn(document, language), at: tx.clock.now() });
    }
    return contracts.length;
  });
}
