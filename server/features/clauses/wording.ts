import { FALLBACK_LOCALE, type Locale } from '../../core/locale.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import type { ClauseDto, ContractDocument, ContractWording } from '../contracts/schema.ts';
import type { AddedClause } from '../terms/schema.ts';
import { clauseBlocks, clauseWords } from './rules.ts';

/** The clauses of a document in one language, as page and file show them: heading, text, summary and the lines below. */
export function wordingIn(document: Pick<ContractDocument, 'clauses'>, language: Locale): ContractWording {
  const texts = textsOf('clauses', language);
  const words = (clause: ClauseDto): Record<string, string> =>
    clauseWords(clause, language, (group, value) => texts.get(`value.${group}.${value}`) ?? value);
  const text = (key: string, part: 'title' | 'body' | 'plain', clause: ClauseDto): string =>
    fill(texts.get(`clause.${key}.${part}`) ?? '', words(clause));
  return {
    language,
    clauses: clauseBlocks(document).map(({ key, clause, items }) => ({
      title: text(key, 'title', clause),
      body: text(key, 'body', clause),
      plain: text(key, 'plain', clause),
      items: items.map((item) => text(item.key, 'body', item.clause)),
    })),
  };
}

/** Our wording of each clause that the sides changed, in the language of the change; the reader compares both. */
export function standardWordings(clauses: readonly AddedClause[] = []): Record<string, string> {
  const changed = clauses.filter(({ key, text }) => key !== 'own' && text !== '');
  return Object.fromEntries(
    changed.map(({ key, language }) => [
      key,
      textsOf('clauses', language ?? FALLBACK_LOCALE).get(`clause.${key}.body`) ?? '',
    ]),
  );
}

/** The same clauses; one whose words are ours has none of its own. */
export function tidyClauses<T extends { clauses?: AddedClause[] | undefined }>(terms: T): T {
  const { clauses } = terms;
  if (!clauses) return terms;
  const ours = standardWordings(clauses);
  return {
    ...terms,
    clauses: clauses.map((one) =>
      one.key !== 'own' && (one.text === '' || one.text === ours[one.key])
        ? { key: one.key, title: '', text: '' }
        : one,
    ),
  };
}
