import { LOCALES, type Locale } from '../../core/locale.ts';
import { fold, russianNominatives, withoutArabicPrefix, type Token } from './fold.ts';
import { regionOfKey } from './regions.ts';

/*
 * Areas, islands and provinces that a text may name. The gazetteer has cities only: without this list a town that is called
 * alike, or is spelled nearly so, would stand for them (Bali in India, Kinshasa for "Kansas"). A longer name that begins with
 * one of them is a place ("Virginia Beach").
 */
const NAMES: Readonly<Record<Locale, string>> = {
  en:
    'Bali|Tuscany|Provence|Normandy|Brittany|Burgundy|Sicily|Sardinia|Corsica|Crete|Lombardy|Piedmont|Umbria|Apulia|Andalusia|' +
    'Catalonia|Galicia|Basque Country|Bavaria|Saxony|Tyrol|Flanders|Wallonia|Siberia|Crimea|Cornwall|Kent|Essex|Sussex|Surrey|' +
    'Devon|Dorset|Yorkshire|Lancashire|Cumbria|Lake District|Cotswolds|Highlands|Majorca|Menorca|Canary Islands|Balearics|' +
    'Bay Area|Silicon Valley|Midwest|East Coast|West Coast|Scandinavia|Alps|Punjab|Kerala|Goa|Gujarat|Rajasthan|Java|Sumatra|' +
    'Borneo|Lombok|Europe|Asia|Africa|Middle East|Balkans|Caribbean|Patagonia|Queensland|Tasmania|Transylvania|Anatolia',
  fr:
    'Provence|Bretagne|Normandie|Alsace|Lorraine|Corse|Landes|Pays basque|Bourgogne|Picardie|Savoie|Haute-Savoie|Île-de-France|' +
    'Hauts-de-France|Grand Est|Occitanie|Auvergne|Rhône-Alpes|Nouvelle-Aquitaine|Aquitaine|Ardèche|Vendée|Gironde|Finistère|' +
    'Var|Vaucluse|Dordogne|Périgord|Camargue|Cévennes|Côte d’Azur|Toscane|Sicile|Sardaigne|Andalousie|Catalogne|Bavière|Flandre|' +
    'Flandres|Wallonie|Europe|Afrique|Asie|Balkans|Caraïbes|Alpes|Pyrénées|Jura|Champagne-Ardenne|Franche-Comté|Limousin',
  es:
    'Andalucía|Cataluña|Navarra|Asturias|Cantabria|Extremadura|Aragón|País Vasco|Euskadi|Canarias|Islas Canarias|Baleares|' +
    'Islas Baleares|Castilla y León|Castilla-La Mancha|Castilla|La Mancha|Costa Brava|Costa del Sol|Costa Blanca|Jalisco|Chiapas|' +
    'Yucatán|Nuevo León|Sinaloa|Sonora|Baja California Sur|Baja California|Quintana Roo|Riviera Maya|Antioquia|Patagonia|Europa|Asia|África|Sicilia|' +
    'Toscana|Cerdeña|Galicia|Baviera|Provenza|Caribe',
  it:
    'Toscana|Sicilia|Sardegna|Lombardia|Puglia|Campania|Liguria|Piemonte|Umbria|Marche|Veneto|Calabria|Lazio|Trentino|Alto Adige|' +
    'Abruzzo|Molise|Basilicata|Friuli|Emilia-Romagna|Romagna|Emilia|Val d’Aosta|Salento|Versilia|Cilento|Costiera Amalfitana|' +
    'Provenza|Baviera|Europa|Asia|Africa|Andalusia|Catalogna|Borgogna|Normandia|Corsica',
  pt:
    'Minas Gerais|Paraná|Santa Catarina|Rio Grande do Sul|Rio Grande do Norte|Mato Grosso|Mato Grosso do Sul|Goiás|Espírito Santo|' +
    'Tocantins|Sergipe|Alagoas|Maranhão|Piauí|Amazonas|Rondônia|Roraima|Acre|Amapá|Minho|Madeira|Açores|Algarve|Alentejo|Ribatejo|' +
    'Beira Alta|Beira Baixa|Nordeste|Toscana|Sicília|Europa|Ásia|África|Bretanha|Normandia|Provença',
  ru:
    'Бали|Крым|Сибирь|Урал|Алтай|Татарстан|Башкирия|Башкортостан|Подмосковье|Ленобласть|Кубань|Дагестан|Камчатка|Сахалин|Карелия|' +
    'Тоскана|Сицилия|Сардиния|Прованс|Нормандия|Бретань|Бавария|Европа|Азия|Африка|Кавказ|Поволжье|Дальний Восток|Балканы|Каталония|Андалусия',
  zh:
    '巴厘岛|北海道|河北|山西|辽宁|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|' +
    '内蒙古|广西|西藏|宁夏|新疆|川渝|长三角|珠三角|华东|华南|华北|普吉岛|济州岛|托斯卡纳|普罗旺斯|欧洲|亚洲|非洲|东南亚',
  ar:
    'بالي|القصيم|عسير|الحجاز|نجد|أوروبا|آسيا|أفريقيا|الخليج|الشام|الصعيد|الساحل الشمالي|سيناء|كردستان|الأناضول|توسكانا|صقلية|' +
    'الأندلس|بافاريا|البلقان|الكاريبي',
};
const MAX_WORDS = 4;

const keysOf = (language: Locale): ReadonlySet<string> => new Set(NAMES[language].split('|').map(fold));
const KEYS = Object.fromEntries(LOCALES.map((language) => [language, keysOf(language)])) as Record<
  Locale,
  ReadonlySet<string>
>;
const has = (key: string, language: Locale | undefined): boolean =>
  language ? KEYS[language].has(key) || KEYS.en.has(key) : LOCALES.some((one) => KEYS[one].has(key));

/** How many words from this one on name an area that is no place, or a state in full; 0 for none. */
export function areaAt(tokens: readonly Token[], at: number, language: Locale | undefined): number {
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length >= 1; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.slice(1).some((word) => word.before !== ' ')) continue;
    const [first, ...rest] = words.map(({ word }) => word);
    if (!first) continue;
    const readings = length === 1 && words[0]?.script === 'cyrillic' ? russianNominatives(first) : [];
    if (words[0]?.script === 'arabic') readings.push(...withoutArabicPrefix(first).map(fold));
    if ([first, ...readings].some((word) => has([word, ...rest].join(' '), language))) return length;
  }
  const region = regionOfKey(tokens, at);
  // "CA" may be anything; Quebec is a city as well.
  return region && (tokens[at]?.word.length ?? 0) > 3 && tokens[at]?.word !== 'quebec' ? region.length : 0;
}

/** The same in a run of Chinese characters. */
export function chineseAreaAt(run: string, at: number): number {
  for (let length = Math.min(4, run.length - at); length >= 2; length -= 1)
    if (KEYS.zh.has(run.slice(at, at + length))) return length + (/^[省岛]/u.test(run.slice(at + length)) ? 1 : 0);
  return 0;
}
