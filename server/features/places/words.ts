import { LOCALES, type Locale } from '../../core/locale.ts';
import { fold } from './fold.ts';

/*
 * Words around the name of a place. All are given as they are written; they are compared folded.
 */

const sets = (rows: Record<Locale, string>): Record<Locale, ReadonlySet<string>> =>
  Object.fromEntries(LOCALES.map((l) => [l, new Set(rows[l].split(' ').map(fold))] as const)) as unknown as Record<
    Locale,
    ReadonlySet<string>
  >;

/** Words after which a place is expected. */
const LOCATIVES = sets({
  en: 'in near from around at within outside across city based',
  fr: 'à au aux en dans de d du près vers depuis autour ville région',
  es: 'en de del desde cerca a al hacia ciudad zona',
  it: 'a ad in di da dal nel presso vicino zona città',
  pt: 'em no na de do da perto cidade região',
  zh: '在',
  ru: 'в во из под около возле близ до от рядом недалеко город городе города г районе',
  ar: 'في من إلى قرب بالقرب حول داخل مدينة ضواحي بمدينة',
});

/**
 * Words of a language that are names of places too: read as a place only after a word of the list above, before the
 * name of a country, or alone in a field.
 */
const COMMON = sets({
  en:
    'nice reading mobile male bar of nancy lima bath split cork sale deal hull orange lens buy as is big best ' +
    'can man men most much many same some sun may march august april june sandy lucky van victoria florence ' +
    'jordan paterson independence enterprise commerce normal surprise college media beauty fashion sport eagle grace ' +
    'roses art video music food fitness travel home garden beach park bay lake mountain story stories reel reels ' +
    'young natural premium micro mega nano macro pro ad ads brand brands mom moms dad dads vegan travel wedding ' +
    'university santa joy hope faith irene lincoln washington carolina savannah sierra chelsea charlotte madison tours ' +
    'halle essen celle worms bo bo ho la wa yes no so to do go bas bor male female gay lady angels asia ' +
    'troy jackson marina regina pearl grand central union imperial liberty concord salem aurora eden opera anna',
  fr:
    'nice tours bar lens sens agen brest vienne mode bon bonne aime belle ville vers la le les un une des sur ' +
    'beauté sport art vidéo marne grasse vannes foix vire loches aix pau die gap mende gueret orange romans valence ' +
    'cannes femme homme maman mamans filles jeune jeunes petit petite petits lieu marque marques cuisine voyage',
  es:
    'lima mesa rosario mercedes merced cruz trinidad santa victoria paz libertad toledo león moda bello bella ' +
    'ciudad comida viaje viajes salud casa mujer mujeres hombre madre madres cada como bar nueva nuevo grande ' +
    'progreso unión esperanza soledad guerrero armenia cuenca sal playa florida granada pasto neiva concepción',
  it:
    'bra lecce pistoia como asti bari nola sora fondi massa potenza vittoria moda bella bello donna donne uomo ' +
    'uomini mamma mamme casa viaggi cibo bar vasto terni chieti ivrea arte scala paterno lugo jesi schio',
  pt:
    'natal vitória santos salvador belém moda bela belo mulher mulheres homem mãe casa viagem comida porto bar ' +
    'lima praia sal maia faro bom boa grande esperança feira união contagem palmas campo campos salto',
  zh: '和平 平安 安定 东方 中央 西部 东部 南部 北部 大学 城市 美丽 吉祥 长安 高中 同心 安康 文山 大方 太平 永安 新华 幸福 光明 友谊 建设 中心 新城 金山 和田 白银 普通 宁静 海城 如意 丰都 开放 开平 公主 平凡 东西 大小 本地',
  ru: 'орёл бар ухта луга белый красный мода рыбное чехов киров пушкин королёв жуковский ступино дома лог кола остров гусь бор',
  ar: 'صور حمص مدينة جديدة حسن سلام كريم جميل جمال بنات سيدات نساء رجال موضة طعام سفر بيت بنت حياة نور قريب بحر جبل سوق رياضة صحة أكل طبخ بركة مصر هيت عنه',
});

const everyLanguage = (of: Record<Locale, ReadonlySet<string>>): ReadonlySet<string> =>
  new Set(LOCALES.flatMap((l) => [...of[l]]));
const LOCATIVES_OF_ALL = everyLanguage({ ...LOCATIVES, fr: new Set(['dans', 'pres', 'autour']) });
const COMMON_OF_ALL = everyLanguage(COMMON);

export const isLocative = (word: string, language?: Locale): boolean =>
  language ? LOCATIVES[language].has(word) || LOCATIVES.en.has(word) : LOCATIVES_OF_ALL.has(word);

const STRONG = new Set(['in', 'near', 'from', 'à', 'en', 'em', 'в', 'из'].map(fold));
/** Words that hardly stand before anything but a place: "in", but not "at", "to" and "de". */
export const isStrongLocative = (word: string): boolean => STRONG.has(word);

export const isCommonWord = (word: string, language?: Locale): boolean =>
  language ? COMMON[language].has(word) || COMMON.en.has(word) : COMMON_OF_ALL.has(word);

/** Articles that a preposition has swallowed: "au Caire" is in "Le Caire". */
export const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    au: ['le'],
    aux: ['les'],
    du: ['le'],
    des: ['les'],
    del: ['el', 'il'],
    al: ['el', 'il'],
    dal: ['il'],
    nel: ['il'],
    all: ['l'],
    dell: ['l'],
    nell: ['l'],
    do: ['o'],
    no: ['o'],
    ao: ['o'],
    da: ['a'],
    na: ['a'],
    alla: ['la'],
    dalla: ['la'],
    della: ['la'],
    nella: ['la'],
    sulla: ['la'],
    alle: ['le'],
    dalle: ['le'],
    delle: ['le'],
    nelle: ['le'],
    dall: ['l'],
    sull: ['l'],
    aos: ['os'],
    dos: ['os'],
    nos: ['os'],
    as: ['as'],
    das: ['as'],
    nas: ['as'],
  }),
);

/** Between places of a list: "Lyon and Paris". */
export const CONJUNCTIONS: ReadonlySet<string> = new Set(
  ['and', 'or', 'et', 'ou', 'y', 'o', 'e', 'ed', 'и', 'или', 'أو', 'و'].map(fold),
);

/** Before a Chinese name, and after it. */
export const CHINESE_BEFORE = /(?:在|从|到|来自|位于|于|去|住|驻|往)$/u;
export const CHINESE_AFTER = /^(?:的|市|区|附近|本地|当地|地区|周边|人|博主|达人|网红|创作者|美食|旅游)/u;

/** Written in capitals alone. */
export const ACRONYMS: ReadonlyMap<string, number> = new Map([
  ['NYC', 5128581],
  ['LA', 5368361],
  ['SF', 5391959],
  ['DC', 4140963],
  ['CDMX', 3530597],
  ['BCN', 3128760],
  ['СПБ', 498817],
  ['СПб', 498817],
  ['МСК', 524901],
  ['Мск', 524901],
]);

/** Cities of Brazil by two letters, two of them those of their state: behind "de", "em", "do". */
export const BRAZILIAN_SHORT: ReadonlyMap<string, number> = new Map([
  ['SP', 3448439],
  ['RJ', 3451190],
  ['BH', 3470127],
]);

/** One spelling with its marks means one place: Amman, not Oman. */
export const SPELLED: ReadonlyMap<string, number> = new Map([
  ['عمّان', 250441],
  ['بعمّان', 250441],
]);

/** Names that GeoNames lacks, by their folded form. */
export const OTHER_NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries({ 'تونس العاصمة': 2464470, 'الجزائر العاصمة': 2507480, 'Victoria BC': 6174041, دالي: 1814093 }).map(
    ([name, id]) => [fold(name), id] as const,
  ),
);

/** Before a colon and the name of a city. */
export const CITY_LABELS: ReadonlySet<string> = new Set(
  [
    'city',
    'town',
    'location',
    'place',
    'ville',
    'lieu',
    'ciudad',
    'lugar',
    'città',
    'luogo',
    'cidade',
    'город',
    'место',
    'مدينة',
    'المدينة',
    'الموقع',
  ].map(fold),
);

/** What may stand before a name in a field for a city alone. */
export const FIELD_WORDS: ReadonlySet<string> = new Set(
  ['city', 'of', 'the', 'greater', 'area', 'ville', 'de', 'ciudad', 'città', 'di', 'cidade', 'город', 'г', 'مدينة'].map(
    fold,
  ),
);

/** Between a place and its country: "Valencia in Spain", "Valence (en Espagne)". */
export const LINKS: ReadonlySet<string> = new Set(['in', 'en', 'em', 'the', 'в', 'во', 'في', 'au', 'aux'].map(fold));

/** Where a language is spoken by most. English is written everywhere. */
export const SPOKEN_IN: Readonly<Partial<Record<Locale, ReadonlySet<string>>>> = {
  fr: new Set('FR BE CH LU MC CA MA TN DZ SN CI CM ML CD CG MG RE GP MQ HT'.split(' ')),
  es: new Set('ES MX AR CO CL PE VE EC UY PY BO CR PA GT HN SV NI CU DO PR'.split(' ')),
  it: new Set('IT SM CH'.split(' ')),
  pt: new Set('BR PT AO MZ CV GW ST TL'.split(' ')),
  ru: new Set('RU BY KZ UA KG MD UZ GE AM AZ'.split(' ')),
  ar: new Set('SA AE EG MA DZ TN LY SD IQ SY JO LB PS KW QA BH OM YE MR'.split(' ')),
  zh: new Set('CN TW HK MO SG'.split(' ')),
};
