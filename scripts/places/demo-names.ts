/*
 * How people name the cities of the demo (db/seed/demo-cities.ts), each as a sentence has it: in Russian with its case.
 * Written for the score alone; the gazetteer is not made from it.
 */
const ROWS = `
Lyon|Lyon|Lyon|Lione|Lyon|里昂|Лионе|ليون
Paris|Paris|París|Parigi|Paris|巴黎|Париже|باريس
Marseille|Marseille|Marsella|Marsiglia|Marselha|马赛|Марселе|مارسيليا
Barcelona|Barcelone|Barcelona|Barcellona|Barcelona|巴塞罗那|Барселоне|برشلونة
Madrid|Madrid|Madrid|Madrid|Madrid|马德里|Мадриде|مدريد
Milan|Milan|Milán|Milano|Milão|米兰|Милане|ميلانو
Rome|Rome|Roma|Roma|Roma|罗马|Риме|روما
London|Londres|Londres|Londra|Londres|伦敦|Лондоне|لندن
Manchester|Manchester|Mánchester|Manchester|Manchester|曼彻斯特|Манчестере|مانشستر
Berlin|Berlin|Berlín|Berlino|Berlim|柏林|Берлине|برلين
Munich|Munich|Múnich|Monaco di Baviera|Munique|慕尼黑|Мюнхене|ميونيخ
Amsterdam|Amsterdam|Ámsterdam|Amsterdam|Amesterdão|阿姆斯特丹|Амстердаме|أمستردام
Brussels|Bruxelles|Bruselas|Bruxelles|Bruxelas|布鲁塞尔|Брюсселе|بروكسل
Lisbon|Lisbonne|Lisboa|Lisbona|Lisboa|里斯本|Лиссабоне|لشبونة
Porto|Porto|Oporto|Porto|Porto|波尔图|Порту|بورتو
Austin|Austin|Austin|Austin|Austin|奥斯汀|Остине|أوستن
New York|New York|Nueva York|New York|Nova Iorque|纽约|Нью-Йорке|نيويورك
Los Angeles|Los Angeles|Los Ángeles|Los Angeles|Los Angeles|洛杉矶|Лос-Анджелесе|لوس أنجلوس
Toronto|Toronto|Toronto|Toronto|Toronto|多伦多|Торонто|تورونتو
Montreal|Montréal|Montreal|Montréal|Montreal|蒙特利尔|Монреале|مونتريال
Tokyo|Tokyo|Tokio|Tokyo|Tóquio|东京|Токио|طوكيو
Kuwait City|Koweït City|Ciudad de Kuwait|Kuwait City|Cidade do Kuwait|科威特城|Эль-Кувейте|مدينة الكويت
Dubai|Dubaï|Dubái|Dubai|Dubai|迪拜|Дубае|دبي
São Paulo|São Paulo|São Paulo|San Paolo|São Paulo|圣保罗|Сан-Паулу|ساو باولو
`;

const COLUMNS = ['en', 'fr', 'es', 'it', 'pt', 'zh', 'ru', 'ar'] as const;

/** Names of the demo's cities in their order, by language. */
export const DEMO_NAMES: readonly Readonly<Record<(typeof COLUMNS)[number], string>>[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const names = row.split('|');
    return Object.fromEntries(COLUMNS.map((language, i) => [language, names[i] ?? ''])) as Record<
      (typeof COLUMNS)[number],
      string
    >;
  });

/** A sentence with a place, as a brand types it. */
export const SENTENCES: Readonly<Record<(typeof COLUMNS)[number], (place: string) => string>> = {
  en: (place) => `food creators in ${place} with 10k followers`,
  fr: (place) => `créatrices food à ${place} avec 10 000 abonnés`,
  es: (place) => `creadores de comida en ${place} con 10.000 seguidores`,
  it: (place) => `food creator a ${place} con 10.000 follower`,
  pt: (place) => `criadores de comida em ${place} com 10 mil seguidores`,
  zh: (place) => `在${place}的美食博主，粉丝1万以上`,
  ru: (place) => `фуд-блогеры в ${place} от 10 тысяч подписчиков`,
  ar: (place) => `صناع محتوى الطعام في ${place} لديهم 10 آلاف متابع`,
};
