import { categoriesOfNiches, CATEGORY_KEYS, type CategoryKey } from './rules.ts';

/** Words of products in each category, in the eight languages; a word stands for itself and for nothing that begins with it. */
const WORDS: Readonly<Record<CategoryKey, string>> = {
  alcohol:
    'alcohol, alcoholic, wine, wines, winery, beer, beers, brewery, whisky, whiskey, vodka, gin, rum, tequila, champagne, prosecco, spirits, liqueur, cocktail, cocktails, alcool, alcools, alcoolisé, vin, vins, bière, bières, brasserie artisanale, liqueurs, vino, vinos, cerveza, cervezas, licor, licores, cava, alcolici, alcolico, birra, birre, birrificio, liquore, cantina vinicola, vinho, vinhos, cerveja, cervejas, cervejaria, cachaça, алкоголь, алкогольный, алкогольные, вино, вина, вин, пиво, пива, водка, виски, шампанское, коктейль, коктейли, 酒, 啤酒, 葡萄酒, 白酒, 威士忌, 鸡尾酒, كحول, كحولي, كحولية, خمر, نبيذ, بيرة, ويسكي',
  tobacco:
    'tobacco, cigarette, cigarettes, cigar, cigars, vape, vapes, vaping, e-cigarette, e-cigarettes, hookah, shisha, snus, nicotine, tabac, cigare, cigares, vapotage, vapoteuse, chicha, tabaco, cigarrillo, cigarrillos, puros, vapeo, vapeador, cachimba, tabacco, sigaretta, sigarette, sigaro, sigari, svapo, cigarro, cigarros, charuto, charutos, narguilé, табак, табака, сигареты, сигарет, сигары, вейп, вейпы, кальян, никотин, 烟草, 香烟, 电子烟, 雪茄, تبغ, سجائر, سيجار, فيب, شيشة, نيكوتين',
  gambling:
    'gambling, casino, casinos, betting, bookmaker, bookmakers, sportsbook, poker, lottery, slot machines, jackpot, paris sportifs, jeux d’argent, loterie, apuestas, casa de apuestas, juegos de azar, lotería, scommesse, gioco d’azzardo, lotteria, apostas, casa de apostas, jogos de azar, cassino, loteria, азартные игры, казино, ставки на спорт, букмекер, лотерея, покер, 赌博, 赌场, 博彩, 彩票, 投注, قمار, كازينو, مراهنات, رهان, رهانات, يانصيب',
  cannabis:
    'cannabis, marijuana, weed dispensary, cbd, thc, hemp flower, chanvre, marihuana, cáñamo, canapa, maconha, каннабис, марихуана, 大麻, القنب, حشيش, ماريجوانا',
  adult:
    'porn, pornography, sex toys, sex toy, escort, escorts, erotic, adult content, pornographie, sextoy, sextoys, érotique, juguetes sexuales, porno, erótico, giocattoli sessuali, erotico, brinquedos sexuais, conteúdo adulto, порно, секс игрушки, эротика, 色情, 成人用品, 情趣用品, إباحي, إباحية',
  dating:
    'dating app, dating apps, dating site, online dating, site de rencontre, appli de rencontre, sites de rencontres, app de citas, citas en línea, sito di incontri, app di incontri, app de namoro, site de namoro, приложение для знакомств, сайт знакомств, 交友软件, 约会软件, 婚恋网站, تطبيق مواعدة, موقع تعارف, مواعدة',
  weapons:
    'weapon, weapons, firearm, firearms, gun, guns, rifle, rifles, pistol, pistols, ammunition, arme à feu, armes à feu, fusil, munitions, arma de fuego, armas de fuego, pistola, rifles de caza, munición, armi, armi da fuoco, fucile, munizioni, arma de fogo, armas de fogo, munição, оружие, пистолет, винтовка, патроны, 枪支, 武器, 弹药, أسلحة, سلاح, مسدس, ذخيرة',
  crypto:
    'crypto, cryptocurrency, cryptocurrencies, bitcoin, ethereum, nft, nfts, token sale, forex, cryptomonnaie, cryptomonnaies, criptomoneda, criptomonedas, criptovaluta, criptovalute, criptomoeda, criptomoedas, криптовалюта, криптовалюты, биткоин, форекс, 加密货币, 虚拟货币, 比特币, عملات مشفرة, عملة رقمية, بيتكوين, فوركس',
  loans:
    'payday loan, payday loans, personal loan, personal loans, instant loan, quick loan, microloan, crédit rapide, prêt personnel, crédit à la consommation, préstamo rápido, préstamos rápidos, préstamo personal, prestito personale, prestiti personali, prestito veloce, empréstimo pessoal, empréstimos, empréstimo rápido, микрозайм, микрозаймы, займ, быстрый кредит, 小额贷款, 网贷, 个人贷款, قرض سريع, قروض شخصية, قرض شخصي',
  weightLoss:
    'weight loss, slimming, slimming tea, diet pills, detox tea, fat burner, fat burners, perte de poids, minceur, brûleur de graisse, pilules amaigrissantes, pérdida de peso, adelgazar, adelgazante, quemagrasas, perdita di peso, dimagrante, dimagrire, brucia grassi, perda de peso, emagrecer, emagrecimento, emagrecedor, похудение, для похудения, жиросжигатель, 减肥, 瘦身, 减肥药, تنحيف, إنقاص الوزن, تخسيس, حرق الدهون',
  medicines:
    'medicine, medicines, prescription drug, prescription drugs, pharmaceutical, pharmaceuticals, médicament, médicaments, medicamento, medicamentos, fármaco, fármacos, farmaco, farmaci, medicinale, medicinali, remédio, remédios, лекарство, лекарства, препараты, 药品, 处方药, 药物, دواء, أدوية, عقاقير',
  cosmeticProcedures:
    'botox, fillers, lip filler, lip fillers, cosmetic surgery, plastic surgery, liposuction, chirurgie esthétique, injections esthétiques, liposuccion, cirugía estética, cirugía plástica, liposucción, relleno labial, chirurgia estetica, chirurgia plastica, liposuzione, cirurgia plástica, preenchimento labial, lipoaspiração, ботокс, филлеры, пластическая хирургия, липосакция, 整形, 医美, 肉毒素, 隆鼻, بوتوكس, فيلر, جراحة تجميل, عمليات التجميل, شفط الدهون',
  fur: 'fur, furs, fur coat, mink, real fur, fourrure, fourrures, vison, abrigo de piel, abrigos de piel, visón, pelliccia, pellicce, visone, casaco de pele, peles de animais, мех, меха, шуба, шубы, норка, 皮草, 貂皮, فرو, فراء',
  politics:
    'political party, political campaign, election campaign, candidate for, parti politique, campagne électorale, partido político, campaña electoral, partito politico, campagna elettorale, campanha eleitoral, политическая партия, предвыборная кампания, выборы, 政党, 竞选, 选举, حزب سياسي, حملة انتخابية, انتخابات',
  religion:
    'church, churches, religion, religious, mosque, temple worship, bible, quran, église, religieux, religieuse, bible, iglesia, religión, religioso, chiesa, religione, religioso, igreja, religião, церковь, религия, религиозный, 宗教, 教会, 圣经, دين, ديني, كنيسة, مسجد',
};

/** A word before a product, or behind it, that says the product is left out: "no alcohol", "alcohol-free". */
const WITHOUT = new Set(
  'no, non, not, without, zero, sans, sin, senza, analcolico, sem, без, не, بدون, خالي, بلا, 无, 不含, 零'
    .split(', ')
    .map(folded),
);
const FREE_BEHIND = new Set(['free', 'frei']);

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670]/gu, '')
    .replace(/ё/gu, 'е')
    .replace(/[’'`]/gu, '’');
}

const TOKEN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;
const tokens = (text: string): string[] =>
  (folded(text).match(TOKEN) ?? []).map((word) =>
    // The Arabic article, alone or behind "and" or "with".
    /^[وبل]?ال\p{Script=Arabic}{2,}/u.test(word) ? word.replace(/^[وبل]?ال/u, '') : word,
  );

interface Phrase {
  category: CategoryKey;
  words: string[];
}
let known: { first: Map<string, Phrase[]>; han: { category: CategoryKey; text: string }[] } | undefined;
function index() {
  if (known) return known;
  known = { first: new Map(), han: [] };
  for (const category of CATEGORY_KEYS)
    for (const entry of WORDS[category].split(', ')) {
      const words = tokens(entry);
      const [first] = words;
      if (!first) continue;
      if (/\p{Script=Han}/u.test(first)) known.han.push({ category, text: first });
      else known.first.set(first, [...(known.first.get(first) ?? []), { category, words }]);
    }
  return known;
}

const isLeftOut = (words: readonly string[], at: number, length: number): boolean =>
  WITHOUT.has(words[at - 1] ?? '') || FREE_BEHIND.has(words[at + length] ?? '');

/** Chinese words are not set apart: a word that another says is left out ends the piece before it. */
function inChinese(text: string): CategoryKey[] {
  const stated = text.replace(/(?:不含|无|零)\p{Script=Han}{0,4}/gu, ' ');
  return index().han.flatMap(({ category, text: word }) => (stated.includes(word) ? [category] : []));
}

/** Categories whose products a text names, whatever its language. */
export function categoriesInText(text: string): CategoryKey[] {
  const words = tokens(text);
  const found = new Set<CategoryKey>();
  for (const [at, word] of words.entries()) {
    if (/\p{Script=Han}/u.test(word)) for (const category of inChinese(word)) found.add(category);
    for (const { category, words: phrase } of index().first.get(word) ?? [])
      if (phrase.every((part, i) => words[at + i] === part) && !isLeftOut(words, at, phrase.length))
        found.add(category);
  }
  return CATEGORY_KEYS.filter((category) => found.has(category));
}

/** What is advertised by these texts and niches: of a campaign, of its brand. */
export function advertisedBy(of: { texts: readonly string[]; niches: readonly string[] }): CategoryKey[] {
  const found = new Set([...categoriesInText(of.texts.join('\n')), ...categoriesOfNiches(of.niches)]);
  return CATEGORY_KEYS.filter((category) => found.has(category));
}
