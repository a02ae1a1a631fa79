import { fold, type Token } from './fold.ts';

/** States and provinces: GeoNames' code, the usual code, the English name and names in the other languages. */
const ROWS = `
US.AL AL Alabama|Алабама|阿拉巴马
US.AK AK Alaska|Аляска|阿拉斯加
US.AZ AZ Arizona|Аризона|亚利桑那
US.AR AR Arkansas|Арканзас
US.CA CA California|Californie|Калифорния|加利福尼亚|加州|كاليفورنيا
US.CO CO Colorado|Колорадо
US.CT CT Connecticut|Коннектикут
US.DE DE Delaware
US.DC DC District of Columbia
US.FL FL Florida|Floride|Flórida|Флорида|佛罗里达|فلوريدا
US.GA GA Georgia|Géorgie|Джорджия
US.HI HI Hawaii|Гавайи|夏威夷
US.ID ID Idaho
US.IL IL Illinois|Иллинойс|伊利诺伊
US.IN IN Indiana|Индиана
US.IA IA Iowa|Айова
US.KS KS Kansas|Канзас
US.KY KY Kentucky|Кентукки
US.LA LA Louisiana|Louisiane|Luisiana|Луизиана
US.ME ME Maine
US.MD MD Maryland|Мэриленд
US.MA MA Massachusetts|Массачусетс
US.MI MI Michigan|Мичиган
US.MN MN Minnesota|Миннесота
US.MS MS Mississippi
US.MO MO Missouri|Миссури
US.MT MT Montana
US.NE NE Nebraska
US.NV NV Nevada|Невада
US.NH NH New Hampshire
US.NJ NJ New Jersey|Nueva Jersey
US.NM NM New Mexico|Nuevo México
US.NY NY New York State
US.NC NC North Carolina|Carolina del Norte
US.ND ND North Dakota
US.OH OH Ohio|Огайо
US.OK OK Oklahoma
US.OR OR Oregon|Орегон
US.PA PA Pennsylvania|Pennsylvanie|Pensilvania|Пенсильвания
US.RI RI Rhode Island
US.SC SC South Carolina|Carolina del Sur
US.SD SD South Dakota
US.TN TN Tennessee|Теннесси
US.TX TX Texas|Tejas|Техас|得克萨斯|德州|تكساس
US.UT UT Utah|Юта
US.VT VT Vermont
US.VA VA Virginia|Virginie|Вирджиния
US.WA WA Washington State
US.WV WV West Virginia
US.WI WI Wisconsin
US.WY WY Wyoming
CA.01 AB Alberta|Альберта
CA.02 BC British Columbia|Colombie-Britannique|Columbia Británica|Британская Колумбия
CA.03 MB Manitoba
CA.04 NB New Brunswick
CA.05 NL Newfoundland
CA.07 NS Nova Scotia|Nouvelle-Écosse
CA.08 ON Ontario|Онтарио|安大略|أونتاريو
CA.09 PE Prince Edward Island
CA.10 QC Quebec|Québec|Квебек|魁北克
CA.11 SK Saskatchewan
CA.12 YT Yukon
CA.13 NT Northwest Territories
CA.14 NU Nunavut
`
  .trim()
  .split('\n')
  .map((row) => {
    const [, region = '', code = '', names = ''] = /^(\S+) (\S+) (.+)$/u.exec(row) ?? [];
    return { region, code, names: names.split('|') };
  });

/** The usual code of a region: "TX" of "US.TX", "ON" of "CA.08". */
export const REGION_CODES: Readonly<Record<string, string>> = Object.fromEntries(ROWS.map((r) => [r.region, r.code]));

const BY_KEY: ReadonlyMap<string, string> = new Map(ROWS.flatMap((r) => r.names.map((name) => [fold(name), r.region])));
const BY_CODE: ReadonlyMap<string, string> = new Map(ROWS.map((r) => [r.code.toLowerCase(), r.region]));
/** Of Brazil: written behind a city, "Campinas SP", "Niterói/RJ". The file has no regions of Brazil, so they name the country. */
const STATES_OF_BRAZIL: ReadonlySet<string> = new Set(
  'ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to'.split(' '),
);
export const isStateOfBrazil = (token: Token | undefined): boolean =>
  token?.capitals === true && STATES_OF_BRAZIL.has(token.word);

const MAX_WORDS = 3;

/** The region that is named from this word on, by its name or by its code in capitals. */
export function regionOfKey(tokens: readonly Token[], at: number): { region: string; length: number } | null {
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length >= 1; length--) {
    const words = tokens.slice(at, at + length);
    const region = BY_KEY.get(words.map((t) => t.word).join(' '));
    if (region) return { region, length };
  }
  const code = tokens[at];
  const region = code?.capitals ? BY_CODE.get(code.word) : undefined;
  return region ? { region, length: 1 } : null;
}
