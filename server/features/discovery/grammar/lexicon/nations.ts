import { LOCALES } from '../../../../core/locale.ts';
import { tokensOf } from '../fold.ts';

/** A people or its language: country, language, and stems of the word in all eight languages. */
const ROWS: readonly (readonly [country: string | null, language: string | null, stems: string])[] = [
  [
    'FR',
    'fr',
    'french* francais* frances francesa* franceses francese francesi французск* французы француз француз* فرنسي* فرنساوي* 法国人',
  ],
  ['GB', 'en', 'british* britannique* britanic* britannic* британск* بريطاني* 英国人'],
  [
    'GB',
    'en',
    'english* anglais* ingles inglesa* ingleses inglese inglesi английск* انجليزي* انكليزي* انقليزي* انجليش',
  ],
  [
    'US',
    'en',
    'american* americain* americano* americana* estadounidense* statunitens* американск* امريكي* اميركي* 美国人',
  ],
  ['ES', 'es', 'spanish* espagnol* espanol* spagnol* espanhol* испанск* اسباني* 西班牙人'],
  ['IT', 'it', 'italian* italien* итальянск* ايطالي* 意大利人'],
  ['PT', 'pt', 'portuguese* portugais* portugues* portoghes* португальск* برتغالي* 葡萄牙人'],
  ['BR', 'pt', 'brazilian* bresilien* brasilen* brasilian* brasileir* бразильск* برازيلي* 巴西人'],
  ['DE', 'de', 'german germans allemand* aleman* tedesc* alemao alemaes alema немецк* الماني* 德国人'],
  ['RU', 'ru', 'russian* russe russes ruso* rusa* russo russi russa russe русск* российск* روسي* 俄罗斯人'],
  ['CN', 'zh', 'chinese* chinois* chino chinos china cinese cinesi chines chinesa* китайск* صيني* 中国人'],
  ['JP', 'ja', 'japanese* japonais* japones* giappones* японск* ياباني* 日本人'],
  ['KR', 'ko', 'korean* coreen* corean* корейск* كوري* 韩国人'],
  ['NL', 'nl', 'dutch* neerlandais* hollandais* holandes* olandes* neerlandes* голландск* нидерландск* هولندي* 荷兰人'],
  ['TR', 'tr', 'turkish* turc turcs turque* turco* turca* turch* турецк* تركي* 土耳其人'],
  ['PL', 'pl', 'polish* polonais* polaco* polaca* polacc* польск* بولندي* 波兰人'],
  ['UA', 'uk', 'ukrainian* ukrainien* ucranian* ucrain* украинск* اوكراني* 乌克兰人'],
  ['SE', 'sv', 'swedish* suedois* sueco* sueca* svedes* шведск* سويدي* 瑞典人'],
  ['GR', 'el', 'greek* grec grecs grecque* griego* griega* grego* grega* греческ* يوناني* 希腊人'],
  ['IN', 'hi', 'indian* indien* indio* indian* индийск* هندي هنود هنديه 印度人'],
  ['KZ', 'kk', 'kazakh* казахск* казахстанск* كازاخ* 哈萨克人'],
  [null, 'ar', 'arabic* arabe arabes arabo araba arabi arabico арабск* عربي عربيه عرب بالعربي'],
  [null, 'ca', 'catalan* catalano каталанск* كتالوني'],
  [null, 'he', 'hebrew* hebreu hebreo ebraico иврит* عبري* 希伯来语'],
  ['MX', null, 'mexican* mexicain* messican* мексиканск* مكسيكي* 墨西哥人'],
  ['AR', null, 'argentin* argentinian* аргентинск* ارجنتيني* 阿根廷人'],
  ['CO', null, 'colombian* colombien* колумбийск* كولومبي* 哥伦比亚人'],
  ['CL', null, 'chilean* chilien* chileno* chilena* cilen* чилийск* تشيلي*'],
  ['PE', null, 'peruvian* peruvien* peruan* перуанск* بيروفي*'],
  ['CA', null, 'canadian* canadien* canadiens* canades* канадск* كندي* quebecois* 加拿大人'],
  ['CH', null, 'swiss* suisse* suizo* suiza* svizzer* suico* швейцарск* سويسري* 瑞士人'],
  ['AT', null, 'austrian* autrichien* austriac* австрийск* نمساوي* 奥地利人'],
  ['BE', null, 'belgian* belge* belg belga belgas belgi бельгийск* بلجيكي* 比利时人'],
  ['AU', null, 'australian* australien* австралийск* استرالي* 澳大利亚人 澳洲人'],
  ['IE', null, 'irish* irlandais* irlandes* ирландск* ايرلندي*'],
  ['SA', null, 'saudi* saoudien* سعودي سعوديه سعوديين سعوديات саудовск* 沙特人'],
  ['AE', null, 'emirati* اماراتي* эмиратск*'],
  ['EG', null, 'egyptian* egyptien* egipci* egizian* egipci* египетск* مصري مصريه مصريين مصريات 埃及人'],
  ['MA', null, 'moroccan* marocain* marroqui* marocchin* marroquin* марокканск* مغربي مغربيه مغاربه مغربيات 摩洛哥人'],
  ['TN', null, 'tunisian* tunisien* tunecin* tunisin* тунисск* تونسي* توانسه'],
  ['DZ', null, 'algerian* algerien* argelin* algerin* алжирск* جزايري*'],
  ['KW', null, 'kuwaiti* koweitien* كويتي كويتيه كويتيين كويتيات кувейтск*'],
  ['JO', null, 'jordanian* jordanien* jordan* giordan* اردني* иорданск*'],
  ['LB', null, 'lebanese* libanais* libanes* ливанск* لبناني* 黎巴嫩人'],
  ['BY', null, 'belarusian* bielorusse* белорусск*'],
];

/** Always a language. */
const SPEAKERS: readonly (readonly [language: string, stems: string])[] = [
  ['fr', 'francophone* francofon* francoparlante* франкоязычн* франкофон* 法语'],
  ['en', 'anglophone* anglofon* angloparlante* англоязычн* англоговорящ* 英语 英文'],
  [
    'es',
    'hispanophone* hispanohablante* hispanoparlante* ispanofon* hispanofalante* испаноязычн* castellano castellana 西班牙语 西语',
  ],
  ['it', 'italophone* italofon* италоязычн* 意大利语'],
  ['pt', 'lusophone* lusofon* португалоязычн* 葡萄牙语 葡语'],
  ['de', 'germanophone* germanofon* tedescofon* немецкоязычн* 德语'],
  ['ru', 'russophone* russofon* rusoparlante* rusofon* русскоязычн* русскоговорящ* 俄语'],
  ['ar', 'arabophone* arabofon* arabohablante* arabòfon* арабоязычн* 阿拉伯语'],
  ['zh', 'mandarin* sinophone* китаеязычн* 中文 汉语 普通话 国语 华语 粤语'],
  ['ja', '日语 日文'],
  ['ko', '韩语 韩文'],
  ['kk', 'казахоязычн*'],
  ['uk', 'украиноязычн*'],
];

export interface Nation {
  country: string | null;
  language: string | null;
  /** The word names a language and nothing else. */
  languageOnly: boolean;
}

const OTHER_LANGUAGES =
  'ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko ky lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur uz vi zh'.split(
    ' ',
  );

interface Nations {
  words: Map<string, Nation>;
  stems: Map<string, Nation>;
  chinese: { text: string; nation: Nation }[];
}

let built: Nations | undefined;
function nations(): Nations {
  if (built) return built;
  built = { words: new Map(), stems: new Map(), chinese: [] };
  const add = (entry: string, nation: Nation) => {
    const stem = entry.endsWith('*');
    const text = tokensOf(entry.replace('*', ''))
      .map((token) => token.text)
      .join('');
    if (/\p{Script=Han}/u.test(text)) built!.chinese.push({ text, nation });
    else {
      const map = stem ? built!.stems : built!.words;
      if (!map.has(text)) map.set(text, nation);
    }
  };
  for (const [language, stems] of SPEAKERS)
    for (const entry of stems.split(' ')) add(entry, { country: null, language, languageOnly: true });
  for (const [country, language, stems] of ROWS)
    for (const entry of stems.split(' ')) add(entry, { country, language, languageOnly: false });
  for (const locale of LOCALES) {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    for (const code of OTHER_LANGUAGES) {
      const name = names.of(code);
      if (!name || name === code || name.includes(' ')) continue;
      const text = name.toLocaleLowerCase(locale);
      const folded = tokensOf(text)[0]?.text ?? '';
      const known = built.words.has(folded) || [...built.stems.keys()].some((stem) => folded.startsWith(stem));
      if (!known) add(text, { country: null, language: code, languageOnly: true });
      // Russian: "на казахском", "по-казахски".
      if (locale === 'ru' && folded.endsWith('ии') && !known)
        add(`${folded.slice(0, -2)}*`, { country: null, language: code, languageOnly: true });
      if (locale === 'ru' && folded.endsWith('ский') && !known)
        add(`${folded.slice(0, -2)}*`, { country: null, language: code, languageOnly: true });
    }
  }
  built.chinese.sort((a, b) => b.text.length - a.text.length);
  return built;
}

/** The people or language that a word names. */
export function nationOf(word: string): Nation | null {
  const { words, stems } = nations();
  const own = words.get(word);
  if (own) return own;
  for (let length = word.length; length >= 4; length -= 1) {
    const found = stems.get(word.slice(0, length));
    if (found) return found;
  }
  return null;
}

/** The same at an offset of a text in Chinese characters, with its length. */
export function chineseNationAt(text: string, at: number): { nation: Nation; length: number } | null {
  const found = nations().chinese.find((entry) => text.startsWith(entry.text, at));
  return found ? { nation: found.nation, length: found.text.length } : null;
}
