import { canonicalJson } from '../../core/canonical.ts';
import { bareName, isNameOf } from '../../core/typed-name.ts';
import type { DealTerms, Side } from '../terms/schema.ts';
import type { ContractDocument, ContractParty, ContractState } from './schema.ts';

/**
 * The version of what a contract's document holds and means: raised when either changes. 1 holds the keys and values of its
 * clauses, 2 their full wording as well; those from before have no number. Under the hash, as all of the document.
 */
export const CONTRACT_VERSION = 2;

/** The side that signs next; null when both have signed. The brand, which wrote the terms, signs first. */
export function contractTurn(state: ContractState, signed: readonly Side[]): Side | null {
  if (state !== 'sent' && state !== 'partially_signed') return null;
  if (!signed.includes('brand')) return 'brand';
  return signed.includes('creator') ? null : 'creator';
}

/** The text whose SHA-256 both sides sign: the document with the terms it was generated from. */
export const signedText = (document: ContractDocument, terms: DealTerms): string => canonicalJson({ document, terms });

/**
 * Whether that name may sign a contract: the account's own. Where a brand's account has the name of its business, no
 * personal name is stored, and the typed name counts: a first and a last name at least, which some scripts write as one
 * word.
 */
export function maySignAs(typed: string, account: { person: string; entity: string; side: Side }): boolean {
  if (isNameOf(typed, account.person)) return true;
  if (account.side !== 'brand') return false;
  const name = bareName(typed);
  return (
    isNameOf(account.person, account.entity) &&
    (name.includes(' ') || /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u.test(name))
  );
}

/** The legal entity that a person signed for; null for a person who signs in their own name. */
export function signedFor(typed: string, party: ContractParty): string | null {
  const entity = party.legal?.name ?? party.name;
  return isNameOf(typed, entity) ? null : entity;
}
