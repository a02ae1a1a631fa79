import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { FALLBACK_LOCALE, matchLocale, type Locale } from '../../core/locale.ts';
import type { Currency } from '../../core/money.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import { clauseWords } from '../clauses/rules.ts';
import type { ClauseDto } from '../contracts/schema.ts';
import type { DealTerms } from '../terms/schema.ts';
import type { AddendumPlan } from './rules.ts';
import type { AddendumDocument, AddendumKind, AddendumWording } from './schema.ts';

type Facts = Omit<AddendumDocument, 'wordings' | 'clauses'>;

/**
 * The clauses of an addendum: keys of `addenda:clause.<key>` with values that {@link clauseWords} turns into words. A signed
 * addendum is shown with these texts, so a clause whose meaning changes gets a new key; `bonus` is that of older addenda.
 */
export function addendumClauses(
  facts: Facts,
  kind: AddendumKind,
  plan: AddendumPlan,
  { currency, totalBefore, frenchLaw = false }: { currency: Currency; totalBefore: number; frenchLaw?: boolean },
): ClauseDto[] {
  const clauses: ClauseDto[] = [
    { key: 'basis', values: { n: facts.n, title: facts.title, number: facts.contractId, hash: facts.previousHash } },
    { key: kind === 'change_order' ? 'changeOrder' : 'reason', values: { text: facts.reason } },
  ];
  for (const effect of plan.effects) {
    if (effect.kind === 'reprice')
      clauses.push({
        key: 'reprice',
        values: { title: effect.title, beforeMinor: effect.before, afterMinor: effect.after, currency },
      });
    else if (effect.kind === 'move')
      clauses.push({
        key: 'move',
        values: { title: effect.title, beforeAt: effect.before.toISOString(), afterAt: effect.after.toISOString() },
      });
    else if (effect.kind === 'add') {
      const { title, amount, dueAt, items } = effect;
      clauses.push({ key: 'add', values: { title, amountMinor: amount, currency, dueAt: dueAt.toISOString() } });
      clauses.push(...items.map((text): ClauseDto => ({ key: 'item', values: { text } })));
    } else if (effect.kind === 'bonus')
      clauses.push({
        key: 'bonusInTime',
        values: {
          title: effect.title,
          amountMinor: effect.amount,
          currency,
          fundingDuration: plan.termsAfter.clocks.funding,
        },
      });
    else if (effect.kind === 'clock')
      clauses.push({
        key: 'clock',
        values: { clockCode: effect.clock, beforeDuration: effect.before, afterDuration: effect.after },
      });
  }
  if (plan.effects.some(({ kind }) => kind === 'clock' || kind === 'move' || kind === 'deadline'))
    clauses.push({ key: 'running', values: {} });
  if (plan.totalAfter !== totalBefore)
    clauses.push({ key: 'total', values: { beforeMinor: totalBefore, afterMinor: plan.totalAfter, currency } });
  if (frenchLaw) clauses.push({ key: 'frenchLaw', values: {} });
  clauses.push({ key: 'effect', values: {} }, { key: 'language', values: { languageCode: facts.language } });
  return clauses;
}

/** The clauses in one language; items stand below the clause before them. */
export function wordingIn(clauses: readonly ClauseDto[], language: Locale): AddendumWording {
  const texts = textsOf('addenda', language);
  const wording: AddendumWording = { language, clauses: [] };
  for (const clause of clauses) {
    const words = clauseWords(clause, language, (group, value) => texts.get(`${group}.${value}`) ?? value);
    const text = (part: 'title' | 'body') => fill(texts.get(`clause.${clause.key}.${part}`) ?? '', words);
    const last = wording.clauses.at(-1);
    if (clause.key === 'item' && last) last.items.push(words.text ?? '');
    else wording.clauses.push({ title: text('title'), body: text('body'), items: [] });
  }
  return wording;
}

/** What both sides sign: the facts and the full wording in the two languages of the contract, the governing one first. */
export async function documentWith(
  facts: Facts,
  clauses: readonly ClauseDto[],
  languages: readonly string[],
  termsAfter: DealTerms,
): Promise<{ document: AddendumDocument; documentHash: string }> {
  const locales = [...new Set(languages.map((language) => matchLocale(language) ?? FALLBACK_LOCALE))];
  const document: AddendumDocument = {
    ...facts,
    clauses: [...clauses],
    wordings: locales.map((language) => wordingIn(clauses, language)),
  };
  return { document, documentHash: await sha256Hex(canonicalJson({ document, terms: termsAfter })) };
}
