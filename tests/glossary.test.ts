import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../server/core/locale.ts';

/** The columns of `docs/glossary.md`, in their order. */
const COLUMNS: readonly Locale[] = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'];
/** Words that were tried for a concept and lost to the one in `docs/glossary.md`. Word by word, with what to say instead. */
const DISCARDED: Partial<Record<Locale, [discarded: RegExp, instead: string][]>> = {
  en: [[/(?<!\p{L})laps(?:e|es|ed|ing)(?!\p{L})/iu, 'void']],
  fr: [
    [/approuv|approbation/iu, 'valider'],
    [/retouch/iu, 'modification'],
    [/relectur|(?<!\p{L})reli(?:re|sez|sent|t)(?!\p{L})/iu, 'examen, examiner'],
    [/compensation|(?<!\p{L})en examen/iu, 'en attente, en cours d’examen'],
    [/détenu/iu, 'bloqué'],
    [/\baffaires\b/iu, 'collaborations'],
  ],
  es: [
    [/(?<!\p{L})plica|en garantía|fideicomiso|depósito(?! bancario)/iu, 'custodia'],
    [/briefing/iu, 'brief'],
    [/en compensación|se aprueba sol[oa]/iu, 'pendiente, automáticamente'],
    [/postulación|postulaciones/iu, 'solicitud'],
  ],
  it: [
    [/rilasci/iu, 'sbloccare'],
    [/svincol/iu, 'sbloccare'],
    [/compensazion|si approva da s/iu, 'in attesa, automaticamente'],
    [/collaborazion/iu, 'accordo'],
    [/deposito(?! (?:a garanzia|bancario))/iu, 'deposito a garanzia'],
  ],
  pt: [
    [
      /registo|ficheiro|utiliz|(?<!\p{L})noutr|prestador|morada|libertad|telemóvel|ecrã|palavra-passe|contacto/iu,
      'Brazilian Portuguese',
    ],
    [/[«»]/u, '“ ”'],
    [/(?<!\p{L})brief(?!ing)/iu, 'briefing'],
    [/em compensação|compensa por|aprova-se/iu, 'pendente, automaticamente'],
    [/candidat/iu, 'inscrição'],
    [/em garantia/iu, 'custódia'],
  ],
  zh: [
    [/释放/u, '放款'],
    [/清算/u, '待结算'],
    [/交易/u, '合作'],
    [/打款/u, '提现'],
    [/达人/u, '创作者'],
  ],
  ru: [
    [/отклик/iu, 'заявка'],
    [/(?<!\p{L})одобр(?!ение юриста)/iu, 'принять'],
    [/учётн\p{L}+ запис/iu, 'аккаунт'],
    [/замораж|заморож/iu, 'удержать'],
    [/клиринг/iu, 'период ожидания'],
  ],
  ar: [
    [/بنك/u, 'مصرف'],
    [/مقاص/u, 'قيد التسوية'],
    [/الإفراج|حُرِّر|يُحرَّر/u, 'صرف'],
    [/القائمة المختصرة/u, 'القائمة القصيرة'],
    [/(?<!عقد )تعاون(?!يات)/u, 'صفقة'],
  ],
};

describe('every language has one word for a concept', () => {
  it('and uses no other', () => {
    const found = Object.entries(DISCARDED).flatMap(([locale, pairs]) =>
      textsOf(locale as Locale).flatMap(({ key, text }) =>
        pairs
          .filter(([discarded]) => discarded.test(text))
          .map(([discarded, instead]) => `${locale} ${key}: ${discarded.exec(text)?.[0]}, say ${instead}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('which is the one the glossary names', () => {
    const rows = glossary();
    expect(rows.length).toBeGreaterThan(20);
    const unused = rows.flatMap((cells) =>
      COLUMNS.flatMap((locale, column) =>
        locale === 'en' || uses(locale, cells[column] ?? '')
          ? []
          : [`${locale}: ${cells[column] ?? 'nothing'} (${cells[0]})`],
      ),
    );
    expect(unused).toEqual([]);
    expect([...COLUMNS].sort()).toEqual([...LOCALES].sort());
  });
});

function glossary(): string[][] {
  const lines = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function uses(locale: Locale, word: string): boolean {
  return word !== '' && textsOf(locale).some(({ text }) => text.toLowerCase().includes(word.toLowerCase()));
}

function textsOf(locale: Locale): { key: string; text: string }[] {
  const known = cache.get(locale);
  if (known) return known;
  const texts: { key: string; text: string }[] = [];
  for (const file of readdirSync(`locales/${locale}`))
    collect(JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')), file.replace(/\.json$/u, ''), texts);
  cache.set(locale, texts);
  return texts;
}

const cache = new Map<Locale, { key: string; text: string }[]>();

function collect(value: unknown, key: string, into: { key: string; text: string }[]): void {
  if (typeof value === 'string') into.push({ key, text: value });
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, `${key}.${name}`, into);
}
