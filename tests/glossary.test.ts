import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../server/core/locale.ts';
import { EXCEPTIONS, GLOSSARY_ROWS, SEARCH_WORDS } from './support/glossary-rows.ts';

/** The columns of `docs/glossary.md`, in their order. */
const COLUMNS: readonly Locale[] = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'];
/** Where the law's word for set-off stands, which is wrong for a pending payment. */
const ON_SET_OFF = /^(?:policy-terms:section\.setoff\.|agreements:changes\.terms\.)/u;
/**
 * Words that were tried for a concept and lost to the one in `docs/glossary.md`. Word by word, with what to say instead and
 * the keys in which the word means something else.
 */
const DISCARDED: Partial<Record<Locale, [discarded: RegExp, instead: string, except?: RegExp][]>> = {
  en: [
    [/(?<!\p{L})laps(?:e|es|ed|ing)(?!\p{L})/iu, 'void'],
    [/(?<!\p{L})clear(?:s|ing)(?= (?:for|time|before|takes))/iu, 'pending'],
    [/approv\p{L}+ itself|refunds itself/iu, 'automatically'],
  ],
  fr: [
    [/approuv|approbation/iu, 'valider'],
    [/retouch/iu, 'modification'],
    [/relectur|(?<!\p{L})reli(?:re|sez|sent|t)(?!\p{L})/iu, 'examen, examiner'],
    [/compensation/iu, 'en attente', ON_SET_OFF],
    [/(?<!\p{L})en examen/iu, 'en cours d’examen'],
    [/pénalité/iu, 'indemnité d’annulation'],
    [/détenu/iu, 'sous séquestre'],
    [/\baffaires\b/iu, 'collaborations'],
    [/vérification en deux étapes/iu, 'validation en deux étapes'],
  ],
  es: [
    [/(?<!\p{L})plica|en garantía|fideicomiso/iu, 'custodia'],
    [/financi(?!ero)/iu, 'depositar'],
    [/(?<!\p{L})reten[eiguc]/iu, 'en custodia; bloqueado by staff'],
    [/en compensación|se aprueba sol[oa]/iu, 'pendiente, automáticamente'],
    [/claves? de acceso/iu, 'llave de acceso'],
    [/autofactur/iu, 'factura emitida por cuenta del creador'],
    [/briefing/iu, 'brief'],
    [/postulación|postulaciones|candidatura/iu, 'solicitud'],
    [/penalizaci/iu, 'compensación por cancelación'],
  ],
  it: [
    [/rilasci/iu, 'sbloccare'],
    [/svincol/iu, 'sbloccare'],
    [/compensazion/iu, 'in attesa', ON_SET_OFF],
    [/si approva da s/iu, 'automaticamente'],
    [/(?<!\p{L})tapp[ae](?!\p{L})/iu, 'fase'],
    [/finanzi(?!ar)/iu, 'versare'],
    [/autofattur/iu, 'fattura emessa per conto del creator'],
    [/collaborazion/iu, 'accordo'],
    [/(?<!\p{L})gir[oi](?!\p{L}| a vuoto)/iu, 'ciclo di modifiche'],
  ],
  pt: [
    [
      /registo|ficheiro|utiliz|(?<!\p{L})noutr|prestador|morada|libertad|telemóvel|ecrã|palavra-passe|contacto/iu,
      'Brazilian Portuguese',
    ],
    [/[«»]/u, '“ ”'],
    [/(?<!\p{L})brief(?!ing)/iu, 'briefing'],
    [/(?<!\p{L})repass/iu, 'saque'],
    [/financi(?!ad?s)/iu, 'depositar'],
    [/(?<!\p{L})(?:retid|retém|retenç|reter(?!\p{L}))/iu, 'em custódia; bloqueado by staff'],
    [/em compensação|compensa por|aprova-se/iu, 'pendente, automaticamente'],
    [/autofatur/iu, 'fatura emitida em nome do criador'],
    [/candidat/iu, 'inscrição'],
    [/em garantia/iu, 'custódia'],
    [/(?<!\p{L})multas?(?!\p{L})/iu, 'compensação por cancelamento'],
  ],
  zh: [
    [/释放/u, '放款'],
    [/注资/u, '托管付款'],
    [/还价/u, '修改方案'],
    [/里程碑/u, '阶段'],
    [/简报/u, '需求'],
    [/清算/u, '待结算'],
    [/贷记单/u, '贷项通知单'],
    [/自开发票|代开发票/u, '代创作者开具的发票'],
    [/红字发票/u, '贷项通知单'],
    [/交易/u, '合作'],
    [/打款/u, '提现'],
    [/网红/u, '达人'],
  ],
  ru: [
    [/отклик/iu, 'заявка'],
    [/(?<!\p{L})одобр(?!ение юриста)/iu, 'принять'],
    [/учётн\p{L}+ запис/iu, 'аккаунт'],
    [/замораж|заморож/iu, 'на эскроу; приостановить by staff'],
    [/удержа(?:н|т)|(?<!ничего не )удержива/iu, 'на эскроу'],
    [/клиринг/iu, 'период ожидания'],
    [/круг(?:а|ов|и)? правок|самосч|комиссионная нота/iu, 'раунд; счёт от имени автора; отчёт о комиссии'],
  ],
  ar: [
    [/بنك/u, 'مصرف'],
    [/مقاص/u, 'قيد التسوية', ON_SET_OFF],
    [/محتجز|احتجاز|يُحتجز|تُحتجز|يحتجز/u, 'في الضمان'],
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
          .filter(([discarded, , except]) => discarded.test(text) && !except?.test(key))
          .map(([discarded, instead]) => `${locale} ${key}: ${discarded.exec(text)?.[0]}, say ${instead}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('which is the one the glossary names', () => {
    const rows = glossary();
    expect(rows.map((cells) => cells[0])).toEqual(GLOSSARY_ROWS.map(({ term }) => term));
    const wrong = rows.flatMap((cells, at) =>
      COLUMNS.flatMap((locale, column) => {
        const stem = locale === 'en' ? GLOSSARY_ROWS[at]?.en : GLOSSARY_ROWS[at]?.words[locale];
        return stem?.test(bare(cells[column] ?? '')) ? [] : [`${locale}: ${cells[column] ?? 'nothing'} (${cells[0]})`];
      }),
    );
    expect(wrong).toEqual([]);
    expect([...COLUMNS].sort()).toEqual([...LOCALES].sort());
  });

  for (const { term, en, words } of GLOSSARY_ROWS) {
    it(`wherever the English says “${term}”`, () => {
      const english = new Map(textsOf('en').map(({ key, text }) => [key, text]));
      const missing = COLUMNS.flatMap((locale) =>
        locale === 'en'
          ? []
          : textsOf(locale)
              .filter(({ key }) => !key.startsWith(SEARCH_WORDS))
              .filter(({ key, text }) => {
                const source =
                  english.get(key) ?? english.get(key.replace(/_(zero|one|two|few|many)$/u, '_other')) ?? '';
                return en.test(bare(source)) && !words[locale].test(bare(text));
              })
              .map(({ key }) => `${locale} ${key}`),
      );
      const excepted = EXCEPTIONS.filter((exception) => exception.term === term).flatMap(({ key, locales }) =>
        locales.split(' ').map((locale) => `${locale} ${key}`),
      );
      expect(missing.filter((text) => !excepted.includes(text))).toEqual([]);
    });
  }

  it('and a part of a contract is a milestone outside English, where “part” is a party', () => {
    const milestone = GLOSSARY_ROWS.find(({ term }) => term === 'milestone');
    const english = textsOf('en').filter(
      ({ key, text }) => key.startsWith('clauses:clause.') && /(?<!\p{L})parts?(?!\p{L})/iu.test(bare(text)),
    );
    expect(english.length).toBeGreaterThan(20);
    const missing = COLUMNS.flatMap((locale) => {
      const texts = new Map(textsOf(locale).map(({ key, text }) => [key, text]));
      return locale === 'en'
        ? []
        : english
            .filter(({ key }) => !milestone?.words[locale].test(bare(texts.get(key) ?? '')))
            .map(({ key }) => `${locale} ${key}`);
    });
    expect(missing).toEqual([]);
  });

  it('with exceptions only where a text has the English word', () => {
    const english = new Map(textsOf('en').map(({ key, text }) => [key, text]));
    const stale = EXCEPTIONS.filter(({ term, key }) => {
      const row = GLOSSARY_ROWS.find((candidate) => candidate.term === term);
      return !row?.en.test(bare(english.get(key) ?? ''));
    });
    expect(stale).toEqual([]);
  });
});

/** Without placeholders and the vowel signs of Arabic. */
function bare(text: string): string {
  return text.replace(/\{\{[^}]*\}\}/gu, '').replace(/[\u064B-\u0652]/gu, '');
}

function glossary(): string[][] {
  const [, table = ''] = /^(\| English \|[^]*?)\n\n/mu.exec(readFileSync('docs/glossary.md', 'utf8')) ?? [];
  const lines = table.split('\n').filter((line) => !/^\|[\s|:-]+$/u.test(line));
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function textsOf(locale: Locale): { key: string; text: string }[] {
  const known = cache.get(locale);
  if (known) return known;
  const texts: { key: string; text: string }[] = [];
  for (const file of readdirSync(`locales/${locale}`))
    collect(JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')), `${file.replace(/\.json$/u, '')}:`, texts);
  cache.set(locale, texts);
  return texts;
}

const cache = new Map<Locale, { key: string; text: string }[]>();

function collect(value: unknown, key: string, into: { key: string; text: string }[]): void {
  if (typeof value === 'string') into.push({ key, text: value });
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      collect(inner, key.endsWith(':') ? key + name : `${key}.${name}`, into);
}
