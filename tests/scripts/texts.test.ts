import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../server/core/locale.ts';
import { textsOf } from '../../server/pdf/texts.ts';
import { facesFor } from '../../server/pdf/typefaces.ts';
import { faultsOfMails } from '../../scripts/lib/texts/mails.ts';
import { changedAlone, clauseSheet, committedSheet, comparedClauses } from '../../scripts/lib/texts/clause-sheet.ts';
import { sampleOf } from '../../scripts/lib/texts/sample.ts';
import { faultsOfRendered, renderAll } from '../../scripts/lib/texts/sheet.ts';
import { faultsOf, typeset } from '../../scripts/lib/texts/typography.ts';

describe('typography', () => {
  it.each([
    ['fr', 'Vous êtes une marque ?', 'Vous êtes une marque\u202f?'],
    [
      'fr',
      'Bonjour! Total: {{amount}} ; 10 % de 12 000 €',
      'Bonjour\u202f! Total\u00a0: {{amount}}\u202f; 10\u00a0% de 12\u202f000\u00a0€',
    ],
    ['fr', 'Le <b>brief</b> « {{title}} »', 'Le <b>brief</b> «\u00a0{{title}}\u00a0»'],
    ['fr', 'mercredi à 17:20', 'mercredi à 17\u00a0h\u00a020'],
    ['fr', 'à 17h20', 'à 17\u00a0h\u00a020'],
    ['fr', 'https://sponsio.example/?lang=fr:2', 'https://sponsio.example/?lang=fr:2'],
    ['zh', '账户, {{name}}:是否确认?', '账户，{{name}}:是否确认？'],
    ['ru', 'Цена - это то, что вы получите', 'Цена\u00a0— это то, что вы получите'],
    ['ar', 'حساب, كلمة?', 'حساب، كلمة؟'],
    ['es', 'más del 5 %', 'más del 5\u00a0%'],
    ['en', 'Wait...', 'Wait…'],
    ['en', 'Loading...', 'Loading...'],
  ] as const)('sets %s "%s"', (locale, text, expected) => {
    expect(typeset(locale, text)).toBe(expected);
    expect(typeset(locale, expected), 'a text that is set stays').toBe(expected);
  });

  it.each([
    ['es', 'Seguro?', 'a question without ¿'],
    ['en', 'the "brief"', 'a straight quotation mark'],
    ['fr', 'le “brief”', 'quotation marks other than « »'],
    ['ru', 'слово “бриф”', 'quotation marks other than « » and „ “'],
    ['ar', 'عنصر (1)', 'a number in brackets after its word'],
    ['it', 'due  spazi', 'two spaces in a row'],
  ] as const)('finds in %s "%s"', (locale, text, fault) => {
    expect(faultsOf(locale, text)).toContain(fault);
  });
});

describe('texts with their longest values', () => {
  it.each([
    ['Offer from {{name}}', 'a value is missing'],
    ['to  Maya', 'two spaces in a row'],
    ['Maya , Nadia', 'a space before a mark'],
    ['the the reel', '"the" twice'],
    ['done.. Next', 'two marks in a row'],
    ['\u2068Maya', 'an isolate is not closed'],
  ])('"%s" is a fault', (text, fault) => {
    expect(faultsOfRendered(text, 'en')).toContain(fault);
  });

  it.each(LOCALES)('no text or mail has a value, space or mark too many: %s', async (locale) => {
    const wrong = (await renderAll(locale)).filter(({ faults }) => faults.length > 0);
    expect(
      wrong.map(({ namespace, key, text, faults }) => `${namespace}:${key} ${faults.join('; ')}: ${text}`),
    ).toEqual([]);
    expect(faultsOfMails(locale)).toEqual([]);
  });

  it.each(LOCALES)('PDFs have a glyph for every character of their texts: %s', async (locale) => {
    const used = new Set(
      (['clauses', 'documents'] as const).flatMap((namespace) =>
        // Narrow spaces and direction marks are handled before a text is drawn.
        [...textsOf(namespace, locale).values()].flatMap((text) => [
          ...text.replace(/[\u202f\u2066-\u2069\u200e\u200f]/gu, ''),
        ]),
      ),
    );
    const faces = await facesFor(used);
    expect([...used].filter((character) => !faces.has(character))).toEqual([]);
  });
});

describe('the sheet of clauses and summaries', () => {
  it('is that of the texts: no clause and no summary changed alone', () => {
    const clauses = comparedClauses();
    expect(changedAlone(clauses, committedSheet())).toEqual([]);
    expect(committedSheet(), 'npm run texts -- --clauses writes it').toBe(clauseSheet(clauses));
  });

  it('finds a clause and a summary that change alone, and lets both change together', () => {
    const clauses = comparedClauses();
    const changed = (parts: Partial<(typeof clauses)[number]>) =>
      changedAlone(
        clauses.map((one) => (one.key === 'review' ? { ...one, ...parts } : one)),
        clauseSheet(clauses),
      );
    expect(changed({ clause: 'Another.' })).toEqual(['review']);
    expect(changed({ summary: 'Another.' })).toEqual(['review']);
    expect(changed({ clause: 'Another.', summary: 'Another too.' })).toEqual([]);
  });
});

describe('a summary', () => {
  it.each(LOCALES)('leaves out no value of its clause in %s, and states none of its own', (locale) => {
    const texts = textsOf('clauses', locale);
    const valuesIn = (text: string | undefined) =>
      new Set([...(text ?? '').matchAll(/\{\{(\w+)\}\}/gu)].map((m) => m[1]));
    for (const { key } of comparedClauses()) {
      const [clause, summary] = ['body', 'plain'].map((part) => valuesIn(texts.get(`clause.${key}.${part}`)));
      // The number of parts is that of the list below the clause; words of the two sides are not said twice.
      const wanted = [...clause!].filter((value) => value !== 'parts' && !(value === 'text' && key.endsWith('Clause')));
      expect(summary, `${key} ${locale}`).toEqual(new Set(wanted));
    }
  });
});

describe('a sample', () => {
  it('is the same for the same seed, and another for another', () => {
    const keys = (seed: string) => sampleOf('fr', 50, seed).map(({ namespace, key }) => `${namespace}:${key}`);
    expect(keys('a')).toEqual(keys('a'));
    expect(keys('a')).not.toEqual(keys('b'));
  });

  it('is drawn from texts of three words and more in every language', () => {
    for (const locale of LOCALES) {
      const sample = sampleOf(locale, 200, 'a');
      expect(sample, locale).toHaveLength(200);
      expect(new Set(sample.map(({ namespace }) => namespace)).size, locale).toBeGreaterThan(15);
    }
  });
});
