import type { Locale } from './types.ts';

/** `add`: its value; `hundred`: multiplies what is below a hundred; `times`: multiplies; `fixed`: with its thousands; `part`: of the next. */
export interface NumberWord {
  kind: 'add' | 'hundred' | 'times' | 'fixed' | 'part';
  value: number;
}

const list = (kind: NumberWord['kind'], words: string): [string, NumberWord][] =>
  words.split(' ').map((pair) => {
    const [word = '', value = ''] = pair.split('=');
    return [word, { kind, value: Number(value) }];
  });
/** Words for 0, 1, 2, …; alternatives separated by a slash. */
const counted = (first: number, step: number, words: string): [string, NumberWord][] =>
  words
    .split(' ')
    .flatMap((names, at) =>
      names.split('/').map((word): [string, NumberWord] => [word, { kind: 'add', value: first + at * step }]),
    );

const EN = [
  ...counted(
    2,
    1,
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...counted(20, 10, 'twenty thirty forty/fourty fifty sixty seventy eighty ninety'),
  ...list('add', 'zero=0 one=1 couple=2 dozen=12 dozens=12 ninty=90'),
  ...list('hundred', 'hundred=100 hundreds=100'),
  ...list(
    'times',
    'thousand=1000 thousands=1000 grand=1000 thou=1000 million=1e6 millions=1e6 mil=1e6 billion=1e9 trillion=1e12 lakh=1e5 lakhs=1e5 crore=1e7',
  ),
  ...list('part', 'half=0.5 quarter=0.25 quarters=0.25'),
];
const FR = [
  ...counted(2, 1, 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
  ...counted(20, 10, 'vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante'),
  ...list(
    'add',
    'zero=0 un=1 une=1 dizaine=10 dizaines=10 douzaine=12 quinzaine=15 vingtaine=20 trentaine=30 quarantaine=40 cinquantaine=50 soixantaine=60 centaine=100',
  ),
  ...list('hundred', 'cent=100 cents=100 centaines=100'),
  ...list(
    'times',
    'mille=1000 milles=1000 millier=1000 milliers=1000 million=1e6 millions=1e6 milliard=1e9 milliards=1e9 billion=1e12 billions=1e12',
  ),
  ...list('part', 'demi=0.5 demie=0.5 quart=0.25 quarts=0.25'),
];
const ES = [
  ...counted(
    2,
    1,
    'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
  ),
  ...counted(20, 10, 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ...counted(
    21,
    1,
    'veintiuno/veintiun/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  ),
  ...counted(
    200,
    100,
    'doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
  ),
  ...list(
    'add',
    'cero=0 un=1 uno=1 una=1 docena=12 docenas=12 decena=10 decenas=10 veintena=20 treintena=30 centena=100 centenar=100 par=2 quincena=15 cien=100 ciento=100',
  ),
  ...list('hundred', 'centenares=100'),
  ...list('times', 'mil=1000 miles=1000 millar=1000 millares=1000 millon=1e6 millones=1e6 billon=1e12 billones=1e12'),
  ...list('part', 'medio=0.5 media=0.5 cuarto=0.25 cuartos=0.25'),
];
const IT = [
  ...counted(
    2,
    1,
    'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  ),
  ...counted(20, 10, 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
  ...list(
    'add',
    'zero=0 un=1 uno=1 una=1 dozzina=12 dozzine=12 decina=10 decine=10 quindicina=15 ventina=20 trentina=30 quarantina=40 cinquantina=50 centinaio=100 paio=2',
  ),
  ...list('hundred', 'cento=100 centinaia=100'),
  ...list(
    'times',
    'mille=1000 mila=1000 migliaio=1000 migliaia=1000 milione=1e6 milioni=1e6 miliardo=1e9 miliardi=1e9',
  ),
  ...list('part', 'mezzo=0.5 mezza=0.5 quarto=0.25 quarti=0.25'),
];
const PT = [
  ...counted(
    2,
    1,
    'dois/duas tres quatro cinco seis/meia sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
  ),
  ...counted(20, 10, 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  ...counted(
    200,
    100,
    'duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
  ),
  ...list(
    'add',
    'zero=0 um=1 uma=1 duzia=12 duzias=12 dezena=10 dezenas=10 vintena=20 quinzena=15 centena=100 centenas=100 par=2 cem=100 cento=100',
  ),
  ...list(
    'times',
    'mil=1000 milhar=1000 milhares=1000 milhao=1e6 milhoes=1e6 bilhao=1e9 bilhoes=1e9 biliao=1e12 trilhao=1e12 trilhoes=1e12',
  ),
  ...list('part', 'meio=0.5 quarto=0.25 quartos=0.25'),
];
const RU = [
  ...list(
    'add',
    'ноль=0 нуль=0 один=1 одна=1 одно=1 одну=1 одной=1 одного=1 двое=2 трое=3 десяток=10 десятка=10 десятков=10 дюжина=12 дюжины=12 дюжину=12 дюжин=12 пара=2 пару=2 пары=2 полсотни=50 сотня=100 сотню=100 сотни=100 сто=100 ста=100 сотен=100 полтора=1.5 полторы=1.5 полутора=1.5',
  ),
  ...counted(
    2,
    1,
    'два/две/двух/двумя/двум три/трех/тремя/трем четыре/четырех/четырьмя пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти',
  ),
  ...counted(
    11,
    1,
    'одиннадцать/одиннадцати двенадцать/двенадцати тринадцать/тринадцати четырнадцать/четырнадцати пятнадцать/пятнадцати шестнадцать/шестнадцати семнадцать/семнадцати восемнадцать/восемнадцати девятнадцать/девятнадцати двадцать/двадцати',
  ),
  ...counted(
    30,
    10,
    'тридцать/тридцати сорок/сорока пятьдесят/пятидесяти шестьдесят/шестидесяти семьдесят/семидесяти восемьдесят/восьмидесяти девяносто/девяноста',
  ),
  ...counted(
    200,
    100,
    'двести/двухсот триста/трехсот четыреста/четырехсот пятьсот/пятисот шестьсот/шестисот семьсот/семисот восемьсот/восьмисот девятьсот/девятисот',
  ),
  ...list(
    'times',
    'тысяча=1000 тысячи=1000 тысяч=1000 тысячу=1000 тысяче=1000 тысячей=1000 тысячами=1000 тысячам=1000 тыщ=1000 тыща=1000 тыщи=1000 тыщу=1000 тыс=1000 миллион=1e6 миллиона=1e6 миллионов=1e6 миллиону=1e6 миллионом=1e6 лям=1e6 ляма=1e6 лямов=1e6 млн=1e6 миллиард=1e9 миллиарда=1e9 миллиардов=1e9 млрд=1e9 триллион=1e12 триллиона=1e12 триллионов=1e12 трлн=1e12',
  ),
  ...list('fixed', 'полмиллиона=5e5 полумиллиона=5e5 полтысячи=500 полтыщи=500 полмиллиарда=5e8 полляма=5e5'),
  ...list('part', 'пол=0.5 половина=0.5 половину=0.5 четверть=0.25 четверти=0.25'),
];

const ARABIC_UNITS =
  'واحد/واحده/احد/احدي اثنان/اثنين/اثنتان/اثنتين/اثنا/اثنتا/اتنين/اثني/اثنتي/ثنتين ثلاثه/ثلاث/تلاته/تلات/تلت';
const AR = [
  ...counted(
    1,
    1,
    `${ARABIC_UNITS} اربعه/اربع خمسه/خمس سته/ست سبعه/سبع ثمانيه/ثماني/ثمان/تمانيه/تمن/تمانه تسعه/تسع عشره/عشر`,
  ),
  ...counted(
    11,
    1,
    'احدعش/حداشر/حدعش/احداشر/حداش اثناعشر/اطناشر/اثنعش/اتناشر/طنعش/اثناعش/اطنعش/اثنعشر ثلاثطعش/تلتاشر/تلطعش/ثلطعش/تلاتاشر اربعطعش/اربعتاشر/اربعتعش خمسطعش/خمستاشر/خمسطاشر/خمستعش سطعش/ستاشر/ستطعش سبعطعش/سبعتاشر/سبعتعش ثمنطعش/تمنتاشر/ثمانطعش/تمنطعش/تمانتاشر تسعطعش/تسعتاشر/تسعتعش',
  ),
  ...counted(
    20,
    10,
    'عشرين/عشرون ثلاثين/ثلاثون/تلاتين اربعين/اربعون خمسين/خمسون ستين/ستون سبعين/سبعون ثمانين/ثمانون/تمانين تسعين/تسعون',
  ),
  ...['ثلاث/تلات/تلت/ثلث', 'اربع', 'خمس', 'ست', 'سبع', 'ثمان/ثماني/تمن/ثمن/تمان', 'تسع'].flatMap((names, at) =>
    names
      .split('/')
      .flatMap((name) => ['ميه', 'مايه', 'ميت', 'مايت', 'امايه', 'ماءه'].map((hundred) => `${name}${hundred}`))
      .map((word): [string, NumberWord] => [word, { kind: 'add', value: 300 + at * 100 }]),
  ),
  ...list('add', 'صفر=0 ميتين=200 ميتان=200 مايتان=200 مايتين=200 ميتا=200 مايتا=200 ميتي=200 مايتي=200 دزينه=12'),
  ...list('hundred', 'ميه=100 مايه=100 ميت=100 ماءه=100 ميات=100'),
  ...list(
    'times',
    'الف=1000 الاف=1000 الفا=1000 تلاف=1000 الوف=1000 مليون=1e6 ملايين=1e6 مليونا=1e6 مليار=1e9 مليارات=1e9 مليارا=1e9 بليون=1e9 تريليون=1e12 ترليون=1e12 تريليونات=1e12 ترليونات=1e12',
  ),
  ...list(
    'fixed',
    'الفين=2000 الفان=2000 الفي=2000 الفا=1000 مليونين=2e6 مليونان=2e6 مليوني=2e6 مليارين=2e9 ملياران=2e9 عشرتلاف=10000 خمستلاف=5000 ثلاثتلاف=3000 تلتلاف=3000 اربعتلاف=4000 ستلاف=6000 سبعتلاف=7000 ثمنتلاف=8000 تمنتلاف=8000 تسعتلاف=9000',
  ),
  ...list('part', 'نص=0.5 نصف=0.5 ربع=0.25'),
].filter(([word, { kind }]) => !(word === 'الفا' && kind === 'fixed'));

export const NUMBER_WORDS: Readonly<Record<Locale, ReadonlyMap<string, NumberWord>>> = {
  en: new Map(EN),
  fr: new Map(FR),
  es: new Map(ES),
  it: new Map(IT),
  pt: new Map(PT),
  zh: new Map(),
  ru: new Map(RU),
  ar: new Map(AR),
};

/** Between the parts of a number. */
export const AND: Readonly<Record<Locale, readonly string[]>> = {
  en: ['and', '-', '&'],
  fr: ['et', '-'],
  es: ['y', 'e', '-'],
  it: ['e', 'ed', '-'],
  pt: ['e', '-'],
  zh: [],
  ru: ['и', 'с'],
  ar: ['و'],
};
export const HALVES: ReadonlySet<string> = new Set(
  'half demi demie medio media mezzo mezza meio meia половиной половина نص نصف'.split(' '),
);
/** Before a multiple: "half a million", "un cuarto de millón". */
export const LINKS: ReadonlySet<string> = new Set("a an of de d' di un il du ال".split(' '));
export const ARTICLES: ReadonlySet<string> = new Set('a an un une uno una um uma'.split(' '));

/** Written at digits: "10k", "1,2 Mio", "5 тыс.". `near`: directly at them alone, since the letter is also a word. */
export const SUFFIXES: Readonly<Record<string, { value: number; near?: true; languages?: readonly Locale[] }>> = {
  k: { value: 1e3 },
  m: { value: 1e6, near: true },
  mn: { value: 1e6 },
  mln: { value: 1e6 },
  mio: { value: 1e6 },
  mi: { value: 1e6, languages: ['pt'] },
  bi: { value: 1e9, languages: ['pt'] },
  tri: { value: 1e12, languages: ['pt'] },
  md: { value: 1e9 },
  mds: { value: 1e9 },
  mld: { value: 1e9 },
  mm: { value: 1e9, near: true, languages: ['pt'] },
  mrd: { value: 1e9 },
  b: { value: 1e9, near: true },
  bn: { value: 1e9 },
  t: { value: 1e12, near: true, languages: ['en'] },
  bln: { value: 1e12, languages: ['it'] },
  w: { value: 1e4, near: true },
  к: { value: 1e3, near: true },
  кк: { value: 1e6, near: true },
  т: { value: 1e3, near: true },
  тр: { value: 1e3, near: true },
  м: { value: 1e6, near: true },
  тыс: { value: 1e3 },
  млн: { value: 1e6 },
  млрд: { value: 1e9 },
  трлн: { value: 1e12 },
  الف: { value: 1e3 },
  الاف: { value: 1e3 },
  مليون: { value: 1e6 },
  مليار: { value: 1e9 },
  ترليون: { value: 1e12 },
  تريليون: { value: 1e12 },
  ك: { value: 1e3, near: true },
  mil: { value: 1e3, languages: ['es', 'pt', 'it', 'fr', 'ru', 'ar', 'zh'] },
};
