import type { Locale } from '../../core/locale.ts';
import type { ImportState, Mapping } from './schema.ts';

/** In bytes. */
export const MAX_IMPORT_BYTES = 50_000_000;
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 100;
export const SAMPLE_ROWS = 50;
/** Bytes of all parts of a spreadsheet when unpacked: a larger one is taken for an attack. */
export const MAX_UNPACKED_BYTES = 400 * 1024 ** 2;
/** A merge can be undone for so long. */
export const UNDO_DAYS = 30;
export const UNDO_MS = UNDO_DAYS * 24 * 3_600_000;
/** Files of an org that are being read or imported at the same time. */
export const MAX_OPEN = 5;
export const MAX_CELL = 2_000;

/** Lawful bases for contacting imported people. */
export const BASES = ['consent', 'contract', 'interest'] as const;
export type Basis = (typeof BASES)[number];

/** What a column may hold. */
export const FIELDS = [
  'handle',
  'platform',
  'url',
  'name',
  'email',
  'followers',
  'engagement',
  'country',
  'city',
  'language',
  'note',
] as const;
export type Field = (typeof FIELDS)[number];

/** Encodings that can be chosen instead of the one found. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1251',
  'koi8-r',
  'iso-8859-5',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1256',
  'iso-8859-6',
  'gb18030',
  'big5',
  'macroman',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const isOpen = (state: ImportState): boolean => state === 'reading' || state === 'running';

/** Headings in eight languages, folded: small letters without marks, signs as spaces. Those of a language of their own name it. */
const HEADINGS: Readonly<Record<Field, Partial<Record<Locale | 'all', string>>>> = {
  handle: {
    all: 'handle|username|user name|nickname|nick|account|login|instagram handle|tiktok handle|ig handle|profile name|screen name',
    fr: 'pseudo|pseudonyme|identifiant|compte|nom d utilisateur|nom du compte',
    es: 'usuario|nombre de usuario|cuenta|alias|perfil usuario',
    it: 'nome utente|utente|profilo utente|account instagram',
    pt: 'usuario|nome de usuario|conta|arroba|nome do perfil',
    zh: '账号|用户名|帐号|账户|昵称账号|达人账号',
    ru: 'ник|никнеим|логин|аккаунт|имя пользователя|юзернеим|учетная запись',
    ar: 'المعرف|اسم المستخدم|الحساب|اسم الحساب',
  },
  platform: {
    all: 'platform|network|social network|channel|social media',
    fr: 'plateforme|reseau|reseau social',
    es: 'plataforma|red|red social',
    it: 'piattaforma|rete|social|rete sociale',
    pt: 'plataforma|rede|rede social',
    zh: '平台|社交平台|渠道',
    ru: 'платформа|соцсеть|социальная сеть|сеть|площадка',
    ar: 'المنصه|الشبكه|شبكه التواصل',
  },
  url: {
    all: 'url|link|profile|profile url|profile link|website|web',
    fr: 'lien|lien du profil|adresse du profil|profil',
    es: 'enlace|enlace del perfil|perfil',
    it: 'link profilo|collegamento|profilo',
    pt: 'link do perfil|endereco do perfil|perfil',
    zh: '链接|主页|主页链接|网址',
    ru: 'ссылка|ссылка на профиль|профиль|адрес страницы|сайт',
    ar: 'الرابط|رابط الملف|رابط الحساب|الملف الشخصي',
  },
  name: {
    all: 'name|full name|creator|influencer|creator name|display name|first name',
    fr: 'nom|nom complet|prenom|createur|createur de contenu|influenceur|nom et prenom',
    es: 'nombre|nombre completo|creador|nombre y apellidos|nombre del creador',
    it: 'nome|nome completo|nome e cognome|creator nome|creatore',
    pt: 'nome|nome completo|criador|influenciador|nome do criador',
    zh: '姓名|名字|名称|达人|博主|昵称',
    ru: 'имя|фио|имя и фамилия|блогер|автор|полное имя|имя автора',
    ar: 'الاسم|الاسم الكامل|صانع المحتوي|المؤثر',
  },
  email: {
    all: 'email|e mail|mail|email address|contact email|business email',
    fr: 'courriel|adresse e mail|adresse mail|adresse electronique|adresse email',
    es: 'correo|correo electronico|direccion de correo|email de contacto',
    it: 'posta|posta elettronica|indirizzo email|indirizzo e mail',
    pt: 'correio eletronico|endereco de email|e mail de contato|email de contato',
    zh: '邮箱|电子邮箱|邮件|电子邮件',
    ru: 'почта|эл почта|электронная почта|емеил|имеил|адрес почты',
    ar: 'البريد|البريد الالكتروني|الايميل|ايميل',
  },
  followers: {
    all: 'followers|follower count|subscribers|followers count|fans|audience size|followers number|nb followers|subs',
    fr: 'abonnes|nombre d abonnes|nb d abonnes|nb abonnes|audience',
    es: 'seguidores|numero de seguidores|suscriptores|n de seguidores',
    it: 'follower|numero di follower|iscritti|seguaci|n follower',
    pt: 'seguidores|numero de seguidores|inscritos',
    zh: '粉丝|粉丝数|粉丝量|关注者|订阅数',
    ru: 'подписчики|подписчиков|число подписчиков|количество подписчиков|аудитория|фолловеры|кол во подписчиков',
    ar: 'المتابعون|المتابعين|عدد المتابعين|المشتركون|عدد المشتركين',
  },
  engagement: {
    all: 'engagement|engagement rate|er|eng rate|engagement ratio',
    fr: 'taux d engagement|engagement moyen',
    es: 'tasa de interaccion|interaccion|tasa de engagement|engagement medio',
    it: 'tasso di coinvolgimento|coinvolgimento|tasso di engagement|interazione',
    pt: 'taxa de engajamento|engajamento',
    zh: '互动率|参与率',
    ru: 'вовлеченность|вовлеченность er|уровень вовлеченности|коэффициент вовлеченности|ер',
    ar: 'التفاعل|معدل التفاعل|نسبه التفاعل',
  },
  country: {
    all: 'country|country code|market',
    fr: 'pays',
    es: 'pais',
    it: 'paese|nazione',
    pt: 'pais',
    zh: '国家|国家地区|国家 地区',
    ru: 'страна',
    ar: 'البلد|الدوله',
  },
  city: {
    all: 'city|town|location|place',
    fr: 'ville|localite|lieu',
    es: 'ciudad|localidad|ubicacion',
    it: 'citta|localita|luogo',
    pt: 'cidade|localidade|localizacao',
    zh: '城市|所在城市|所在地|地点',
    ru: 'город|населенныи пункт|местоположение|локация',
    ar: 'المدينه|الموقع',
  },
  language: {
    all: 'language|languages|lang|locale',
    fr: 'langue|langues',
    es: 'idioma|idiomas|lengua',
    it: 'lingua|lingue',
    pt: 'idioma|idiomas|lingua',
    zh: '语言|语种',
    ru: 'язык|языки',
    ar: 'اللغه|اللغات',
  },
  note: {
    all: 'note|notes|comment|comments|remarks|description',
    fr: 'remarque|remarques|commentaire|commentaires',
    es: 'nota|notas|comentario|comentarios|observaciones',
    it: 'nota|note|commento|commenti|osservazioni',
    pt: 'nota|notas|observacao|observacoes|comentario',
    zh: '备注|说明|评论',
    ru: 'примечание|примечания|комментарии|заметка|заметки|описание',
    ar: 'ملاحظه|ملاحظات|تعليق',
  },
};

const ARABIC: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' };
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[أإآىةؤئ]/gu, (letter) => ARABIC[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const WORDS = new Map<string, { field: Field; locale: Locale | null }>();
for (const field of FIELDS)
  for (const [locale, words] of Object.entries(HEADINGS[field]))
    for (const word of words.split('|')) {
      const key = fold(word);
      if (!WORDS.has(key)) WORDS.set(key, { field, locale: locale === 'all' ? null : (locale as Locale) });
    }

/** The column of each field as the headings say, the first where several name it, and the language most of them are in. */
export function guessMapping(headings: readonly string[]): { mapping: Mapping; locale: Locale } {
  const mapping: Mapping = {};
  const languages = new Map<Locale, number>();
  const guess = (text: string) => {
    const folded = fold(text);
    return (
      WORDS.get(folded) ??
      WORDS.get(folded.replace(/^(?:instagram|tiktok|youtube|ig|tt|yt) | (?:instagram|tiktok|youtube|ig)$/u, ''))
    );
  };
  headings.forEach((heading, column) => {
    // "Followers (Instagram)", "ER, %".
    const found = guess(heading) ?? guess(heading.replace(/\(.*?\)|[,;%].*$/gu, ''));
    if (!found) return;
    mapping[found.field] ??= column;
    if (found.locale) languages.set(found.locale, (languages.get(found.locale) ?? 0) + 1);
  });
  const [best] = [...languages].sort(([, a], [, b]) => b - a);
  return { mapping, locale: best?.[0] ?? 'en' };
}

/** Whether the heading says that values are percent. */
export const namesPercent = (heading: string | undefined): boolean => /[%٪％]/u.test(heading ?? '');
