import { foldPlain, type Token } from '../fold/rules.ts';

/*
 * Words and phrases in eight languages by what they give away. A star stands for any ending. Chinese phrases are found
 * inside of a run of characters, the others word by word.
 */

export type Topic = 'abuse' | 'account' | 'contact' | 'pay' | 'impersonation' | 'scam';

const WORDS: Readonly<Record<Topic, Readonly<Record<string, string>>>> = {
  pay: {
    any: 'paypal, venmo, zelle, cash app, cashapp, western union, moneygram, revolut, bizum, satispay, postepay, lydia, bitcoin, usdt, webmoney',
    en: 'outside sponsio, outside the platform, outside of the platform, off the platform, off platform, pay me directly, pay you directly, pay directly, avoid the fee*, skip the fee*, save the fee*, avoid the commission, gift card*',
    fr: 'hors plateforme, hors de la plateforme, en dehors de la plateforme, en dehors de sponsio, hors sponsio, payer directement, paie directement, paye directement, payez directement, virement direct, éviter les frais, éviter la commission, carte cadeau, cartes cadeaux',
    es: 'fuera de la plataforma, fuera de sponsio, pago directo, págame directamente, pagarte directamente, pagar directamente, pagarme directamente, evitar la comisión, evitar las comisiones, tarjeta regalo',
    it: 'fuori dalla piattaforma, fuori piattaforma, fuori da sponsio, pagamento diretto, pagarti direttamente, pagare direttamente, pagami direttamente, evitare la commissione, evitare le commissioni, buono regalo',
    pt: 'fora da plataforma, fora do sponsio, fora da sponsio, pix, pagamento direto, pagar diretamente, pagar direto, paga direto, evitar a taxa, evitar as taxas, cartão presente',
    zh: '支付宝转账, 微信转账, 微信支付, 私下转账, 私下付款, 平台外, 站外付款, 绕过平台, 繞過平台, 不走平台, 直接转账, 直接轉賬, 避开手续费',
    ru: 'мимо платформ*, вне платформ*, в обход платформ*, в обход sponsio, мимо sponsio, перевод на карт*, переведу на карт*, переведите на карт*, перевести на карт*, оплата напрямую, оплачу напрямую, заплачу напрямую, оплатить напрямую, без комиссии напрямую, сбп, вебмани, киви',
    ar: 'خارج المنصة, خارج منصة, خارج سبونسيو, تحويل مباشر, الدفع مباشرة, ادفع مباشرة, ادفع لك مباشرة, أدفع لك مباشرة, تجنب العمولة, تجنب الرسوم, ويسترن يونيون, باي بال, بايبال',
  },
  contact: {
    any: 'whatsapp, telegram, wechat, viber',
    en: 'my number is, my phone number, call me at, text me at, call me on, text me on',
    fr: 'mon numéro de téléphone, mon numéro est, appelle moi au, appelez moi au',
    es: 'mi número de teléfono, mi número es, llámame al, mi correo es',
    it: 'il mio numero di telefono, il mio numero è, chiamami al',
    pt: 'meu número de telefone, meu número é, meu zap, me liga no, chama no zap',
    zh: '加微信, 加我微信, 我的微信, 微信号, 微信號, qq号, 我的电话, 加我qq',
    ru: 'ватсап*, вотсап*, вацап*, телеграм*, вайбер*, мой номер, мой телефон',
    ar: 'واتساب, واتس اب, تيليجرام, تلغرام, تيليغرام, رقم هاتفي, رقمي هو, اتصل بي على',
  },
  account: {
    en: 'verify your account, confirm your account, verify your identity here, account will be suspended, account will be closed, account will be deleted, account has been limited, account has been suspended, confirm your password, password expire*, claim your prize, copyright violation, blue badge, verified badge, verification badge',
    fr: 'vérifiez votre compte, vérifier votre compte, vérifie ton compte, confirmez votre compte, compte sera suspendu, compte sera fermé, compte sera supprimé, compte a été limité, confirmez votre mot de passe, badge vérifié, badge bleu, violation de droits',
    es: 'verifica tu cuenta, verifique su cuenta, confirma tu cuenta, confirme su cuenta, cuenta será suspendida, cuenta será eliminada, confirma tu contraseña, insignia azul, insignia verificada, reclama tu premio',
    it: 'verifica il tuo account, conferma il tuo account, account verrà sospeso, account sarà sospeso, account verrà eliminato, conferma la password, conferma la tua password, spunta blu, ritira il premio',
    pt: 'verifique sua conta, verifique a sua conta, confirme sua conta, confirme a sua conta, conta será suspensa, conta será excluída, confirme sua senha, selo azul, selo de verificação, resgate seu prêmio',
    zh: '验证您的账户, 验证你的账户, 验证您的账号, 验证你的账号, 驗證您的帳戶, 账户将被冻结, 账号将被封, 账号将被停用, 确认密码, 领取奖金, 蓝v认证',
    ru: 'подтвердите аккаунт, подтвердите ваш аккаунт, подтвердите свой аккаунт, подтвердите учётную запись, аккаунт будет заблокирован*, аккаунт будет удал*, подтвердите пароль, синяя галочка, синюю галочку, получите приз',
    ar: 'تحقق من حسابك, تأكيد حسابك, أكد حسابك, سيتم تعليق حسابك, سيتم إغلاق حسابك, سيتم حذف حسابك, تأكيد كلمة المرور, الشارة الزرقاء, استلم جائزتك',
  },
  scam: {
    en: 'buy followers, guaranteed followers, send me your password, your login code, double your money, seed phrase, pay a deposit first',
    fr: 'acheter des abonnés, abonnés garantis, envoie moi ton mot de passe, envoyez moi votre mot de passe, doublez votre argent',
    es: 'comprar seguidores, seguidores garantizados, envíame tu contraseña, duplica tu dinero',
    it: 'comprare follower, follower garantiti, mandami la password, mandami la tua password, raddoppia i tuoi soldi',
    pt: 'comprar seguidores, seguidores garantidos, me manda sua senha, me envie sua senha, dobre seu dinheiro',
    zh: '买粉, 買粉, 刷粉, 刷单, 把密码发给我, 发我验证码, 稳赚不赔',
    ru: 'накрутк*, купить подписчиков, пришли пароль, пришлите пароль, код из смс, удвой* деньги',
    ar: 'شراء متابعين, متابعين مضمونين, أرسل كلمة المرور, أرسل لي كلمة المرور, أرسل لي كلمة السر, ضاعف أموالك',
  },
  impersonation: {
    en: 'sponsio support, sponsio team, sponsio staff, sponsio security',
    fr: 'support sponsio, équipe sponsio, service client sponsio, équipe de sponsio',
    es: 'soporte sponsio, soporte de sponsio, equipo sponsio, equipo de sponsio',
    it: 'assistenza sponsio, team sponsio, supporto sponsio, team di sponsio',
    pt: 'suporte sponsio, suporte da sponsio, suporte do sponsio, equipe sponsio, equipe da sponsio',
    zh: 'sponsio客服, sponsio 客服, sponsio官方, sponsio 官方',
    ru: 'поддержка sponsio, поддержки sponsio, команда sponsio, служба безопасности sponsio',
    ar: 'دعم sponsio, فريق sponsio, فريق دعم sponsio, دعم سبونسيو, فريق سبونسيو',
  },
  abuse: {
    en: 'kill yourself, i will kill you, i ll kill you, go die, fuck you, fuck off, piece of shit, cunt*, whore*, faggot*, nigger*',
    fr: 'va te faire foutre, je vais te tuer, fils de pute, connard*, connasse*, salope*, nique ta mère, enculé*, sale juif, sale arabe',
    es: 'hijo de puta, hija de puta, te voy a matar, vete a la mierda, gilipollas, maricón*',
    it: 'vaffanculo, figlio di puttana, puttana, ti ammazzo, frocio, pezzo di merda',
    pt: 'filho da puta, filha da puta, vai se foder, vou te matar, vai tomar no cu, arrombado*',
    zh: '操你妈, 操你媽, 草泥马, 去死吧, 傻逼, 婊子, 杀了你, 殺了你',
    ru: 'бляд*, пидор*, иди на хуй, пошел на хуй, пошла на хуй, убью тебя, сдохни, шлюх*',
    ar: 'كس امك, ابن الكلب, ابن الشرموطة, شرموطة, سأقتلك, عاهرة',
  },
};

interface Phrase {
  topic: Topic;
  words: { text: string; open: boolean }[];
}

const MIN_STEM = 3;
const MAX_STEM = 16;
const IDEOGRAPHS = /[\u3400-\u9FFF]/;

const whole = new Map<string, Phrase[]>();
const stems = new Map<string, Phrase[]>();
const runs: { topic: Topic; text: string }[] = [];

for (const [topic, languages] of Object.entries(WORDS) as [Topic, Record<string, string>][])
  for (const phrase of Object.values(languages).join(', ').split(', ')) {
    if (IDEOGRAPHS.test(phrase)) {
      runs.push({ topic, text: foldPlain(phrase) });
      continue;
    }
    const words = phrase
      .split(' ')
      .map((word) => ({ text: foldPlain(word.replace('*', '')), open: word.endsWith('*') }));
    const [first] = words;
    if (!first) continue;
    const index = first.open ? stems : whole;
    index.set(first.text, [...(index.get(first.text) ?? []), { topic, words }]);
  }

export interface Hit {
  topic: Topic;
  start: number;
  end: number;
}

const fits = (token: Token | undefined, word: Phrase['words'][number]): boolean =>
  token !== undefined &&
  token.readings.some((reading) => (word.open ? reading.startsWith(word.text) : reading === word.text));

function beginningWith(token: Token): Phrase[] {
  const found = new Set<Phrase>();
  for (const reading of token.readings) {
    for (const phrase of whole.get(reading) ?? []) found.add(phrase);
    for (let length = MIN_STEM; length <= Math.min(reading.length, MAX_STEM); length++)
      for (const phrase of stems.get(reading.slice(0, length)) ?? []) found.add(phrase);
  }
  return [...found];
}

/** "Without bought followers" offers none. */
const WITHOUT = new Set(['no', 'not', 'never', 'without', 'sans', 'sin', 'senza', 'sem', 'без', 'не', 'بدون', 'لا']);

/** Where words of a lexicon stand, at most `max` places. */
export function lexiconHits(tokens: readonly Token[], plain: string, max: number): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length && hits.length < max; at++)
    for (const { topic, words } of beginningWith(tokens[at]!)) {
      if (!words.every((word, n) => fits(tokens[at + n], word))) continue;
      if (topic === 'scam' && tokens[at - 1]?.readings.some((reading) => WITHOUT.has(reading))) continue;
      hits.push({ topic, start: tokens[at]!.start, end: tokens[at + words.length - 1]!.end });
    }
  for (const { topic, text } of runs) {
    if (hits.length >= max) break;
    const start = plain.indexOf(text);
    if (start >= 0) hits.push({ topic, start, end: start + text.length });
  }
  return hits;
}
