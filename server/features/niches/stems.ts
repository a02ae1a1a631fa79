/*
 * Endings of the eight languages, for words of the niches only. Latin languages list the forms of a synonym; Russian and
 * Arabic, which have too many, compare what remains without endings.
 */

export interface Word {
  /** Folded: lower case, without diacritics, one form for each Arabic letter. */
  text: string;
  start: number;
  end: number;
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ı: 'i',
  ł: 'l',
  ء: '',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};

/** Traditional characters that occur in the Chinese words of the niches, and their simplified forms. */
const TRADITIONAL =
  '館馆廳厅師师達达親亲兒儿寵宠護护膚肤髮发發发妝妆體体養养營营減减飲饮餅饼麵面麥麦無无質质葡葡紅红釀酿調调雞鸡燒烧烤烤飯饭廚厨藝艺術术畫画攝摄視视頻频剪剪輯辑設设計计劇剧戲戏樂乐電电腦脑機机遊游戲戏競竞動动漫漫書书讀读閱阅詩诗學学習习語语言言營营銷销職职場场業业創创資资財财險险車车騎骑馬马運运籃篮網网滑滑雪雪釣钓魚鱼營营帳帐篷篷園园綠绿潔洁產产婦妇嬰婴媽妈爸爸遛遛貓猫鳥鸟舞舞導导編编織织縫缝紉纫繡绣陶陶瓷瓷蠟蜡燭烛鮮鲜環环保保極极簡简靈灵運运購购優优惠惠禮礼團团婚婚紗纱慶庆會会節节聖圣夜夜廈厦遺遗產产飾饰錶表鞋鞋復复復复碼码觀观評评測测開开數数碼码傢家裝装潢潢計计軟软單单雙双衝冲沖冲擊击術术槍枪雜杂誌志歷历';
const SIMPLIFIED = new Map<string, string>();
for (let at = 0; at + 1 < TRADITIONAL.length; at += 2) SIMPLIFIED.set(TRADITIONAL[at]!, TRADITIONAL[at + 1]!);

const HAN = /\p{Script=Han}/u;
export const isHan = (text: string): boolean => HAN.test(text);

function fold(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\p{M}/gu, '');
  return [...plain].map((letter) => SIMPLIFIED.get(letter) ?? LETTERS[letter] ?? letter).join('');
}

/** Words in order; a run of Chinese characters is one. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu)].flatMap((match) => {
    const word = fold(match[0]);
    return word ? [{ text: word, start: match.index, end: match.index + match[0].length }] : [];
  });
}

type Forms = (word: string) => string[];

const plural: Forms = (word) => [`${word}s`, `${word}es`];
const both = (stem: string, ...endings: string[]): string[] => endings.map((ending) => stem + ending);

/** Number and gender of a folded word; forms that do not exist do no harm. */
const LATIN: Readonly<Record<'en' | 'fr' | 'es' | 'it' | 'pt', Forms>> = {
  en: (word) => [...plural(word), ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])],
  fr: (word) => [
    ...both(word, 's', 'x', 'e', 'es'),
    ...(word.endsWith('al') ? [`${word.slice(0, -2)}aux`] : []),
    ...(word.endsWith('eur') ? both(word.slice(0, -3), 'euse', 'euses', 'rice') : []),
  ],
  es: (word) => [
    ...plural(word),
    ...(word.endsWith('z') ? [`${word.slice(0, -1)}ces`] : []),
    ...(word.length >= 6 && word.endsWith('o') ? both(word.slice(0, -1), 'a', 'as', 'os') : []),
    ...(word.length >= 6 && word.endsWith('or') ? both(word, 'a', 'as') : []),
  ],
  it: (word) => {
    const stem = word.slice(0, -1);
    if (word.endsWith('o'))
      return both(stem, 'i', /[cg]$/u.test(stem) ? 'hi' : 'i', ...(word.length >= 6 ? ['a', 'e'] : []));
    if (word.endsWith('a')) return both(stem, 'e', /[cg]$/u.test(stem) ? 'he' : 'e');
    return word.endsWith('e') ? both(stem, 'i') : [];
  },
  pt: (word) => [
    ...plural(word),
    ...(word.endsWith('m') ? [`${word.slice(0, -1)}ns`] : []),
    ...(word.endsWith('ao') ? both(word.slice(0, -2), 'oes', 'aes') : []),
    ...(word.endsWith('l') ? [`${word.slice(0, -1)}is`] : []),
    ...(word.length >= 6 && word.endsWith('o') ? both(word.slice(0, -1), 'a', 'as') : []),
    ...(word.length >= 6 && word.endsWith('or') ? both(word, 'a', 'as') : []),
  ],
};

/** A folded synonym with its forms. */
export const formsOf = (word: string, language: string): string[] =>
  /^[a-z]{3,}$/u.test(word) && language in LATIN
    ? [word, ...LATIN[language as keyof typeof LATIN](word)]
    : [keyOf(word)];

/** Longest first. Folded: `й` is `и` here. */
const RUSSIAN =
  'иями ями ами ыми ими иях ого его ому ему ием ием иеи ях ах ам ям ом ем ым им ых их ои еи ыи ии ая яя ое ее ые ие ую юю ою ью ия ию ье ья ов ев а я о е у ю ы и ь'.split(
    ' ',
  );
const ARABIC_START = ['وبال', 'وال', 'بال', 'فال', 'كال', 'لل', 'ال'];
const ARABIC_END = ['يات', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

function russian(word: string): string {
  const ending = RUSSIAN.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  return ending ? word.slice(0, -ending.length) : word;
}

function arabic(word: string): string {
  const start = ARABIC_START.find((one) => word.startsWith(one) && word.length - one.length >= 2);
  const bare = start ? word.slice(start.length) : word;
  const end = ARABIC_END.find((one) => bare.endsWith(one) && bare.length - one.length >= 3);
  return end ? bare.slice(0, -end.length) : bare;
}

/** What a folded word of a text is looked up by. */
export function keyOf(word: string): string {
  if (/^[а-я]+$/u.test(word)) return russian(word);
  return /^[\u0621-\u064a]+$/u.test(word) ? arabic(word) : word;
}
