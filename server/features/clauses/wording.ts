import type { Locale } from '../../core/locale.ts';
import { fill, textsOf } from '../../pdf/texts.ts';
import type { ClauseDto, ContractDocument, ContractWording } from '../contracts/schema.ts';
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
