import { expect, test } from 'vitest';
import { checkText } from '../../../../server/features/moderation/rules.ts';

/** The rule and the words that it is about. */
const found = (text: string, kind: Parameters<typeof checkText>[1] = 'message') => {
  const { verdict, findings } = checkText(text, kind);
  const [first] = findings;
  return first ? [verdict, first.rule, text.slice(first.start, first.end)] : [verdict];
};

test.each([
  ['Confirm at https://instagram-verify.com/login now', 'https://instagram-verify.com/login'],
  ['Voir http://paypa1.com/x', 'http://paypa1.com/x'],
  ['Смотри http://pаypal.com', 'http://pаypal.com'],
  ['See https://sponsio.com@evil.example/', 'https://sponsio.com@evil.example/'],
  ['Go to http://192.168.0.7/a', 'http://192.168.0.7/a'],
  ['https://xn--pypal-4ve.com', 'https://xn--pypal-4ve.com'],
])('a link that pretends to lead elsewhere is held: %s', (text, link) => {
  expect(found(text)).toEqual(['hold', 'phishing_link', link]);
});

test.each([
  'Verify your account here: https://a.example/x',
  'Vérifiez votre compte : https://a.example/x',
  'Verifica tu cuenta en https://a.example/x',
  'Verifica il tuo account su https://a.example/x',
  'Verifique sua conta em https://a.example/x',
  '请验证您的账号 https://a.example/x',
  'Подтвердите ваш аккаунт: https://a.example/x',
  'تحقق من حسابك عبر https://a.example/x',
])('a demand to confirm an account beside a link is held in each language: %s', (text) => {
  expect(found(text).slice(0, 2)).toEqual(['hold', 'phishing_link']);
});

test.each([
  ['Let us do it outside the platform', 'outside the platform'],
  ['On fait ça hors plateforme ?', 'hors plateforme'],
  ['Mejor fuera de la plataforma', 'fuera de la plataforma'],
  ['Meglio fuori dalla piattaforma', 'fuori dalla piattaforma'],
  ['Melhor fora da plataforma', 'fora da plataforma'],
  ['我们不走平台，好吗', '不走平台'],
  ['Давайте мимо платформы', 'мимо платформы'],
  ['لنتفق خارج المنصة', 'خارج المنصة'],
  ['pay me by P\u200Ba\u200By\u200BPal', 'P\u200Ba\u200By\u200BPal'],
  ['pay me by Раураl', 'Раураl'],
  ['pay me by p a y p a l', 'p a y p a l'],
  ['ｐａｙｐａｌ is fine', 'ｐａｙｐａｌ'],
  ['FR76 3000 6000 0112 3456 7890 189', 'FR76 3000 6000 0112 3456 7890 189'],
])('a way to be paid outside is warned of in a message and held in a text that all may read: %s', (text, words) => {
  expect(found(text)).toEqual(['warn', 'off_platform_pay', words]);
  expect(checkText(text, 'review').verdict).toBe('hold');
});

test.each([
  'Call me: +33 6 12 34 56 78',
  'lea@cafe.example',
  'Mein WhatsApp',
  'пишите в тeлeграм',
  'أرسل لي على الواتساب',
])('contact data is warned of in a message: %s', (text) => {
  expect(found(text).slice(0, 2)).toEqual(['warn', 'contact_data']);
});

test.each([
  'fuck you',
  'FUCΚ YΟU',
  'va te faire foutre',
  'vete a la mierda',
  'vaffanculo',
  'vai se foder',
  '去死吧',
  'cдохни',
  'ابن الكلب',
])('an insult is held everywhere: %s', (text) => {
  expect(found(text).slice(0, 2)).toEqual(['hold', 'abuse']);
  expect(checkText(text, 'bio').verdict).toBe('hold');
});

test.each([
  'On 12.11.2026 at 10:30, for 1,250.00 EUR',
  'See my reel: https://www.instagram.com/p/0123456789012',
  '@maya.makes, version 2 of 3. Merci beaucoup, à lundi !',
  'Без накруток, живая аудитория',
  'Подходит ли вам пятница? Я сниму два ролика.',
  'أهلاً، يسعدني أن أصوّر الفيديو يوم الجمعة.',
  '周五可以拍两条视频，价格按之前说的。',
  'Scunthorpe, Essex and Penistone',
])('a plain message passes: %s', (text) => {
  expect(found(text)).toEqual(['pass']);
});

test('a name may not stand for the platform, and a link counts as contact data where none belongs', () => {
  expect(checkText('Spоnsio Help', 'name').verdict).toBe('hold');
  expect(checkText('Café Lumen', 'name').verdict).toBe('pass');
  expect(checkText('More on www.example.com', 'ad').findings[0]?.rule).toBe('contact_data');
  expect(checkText('More on www.example.com', 'bio').verdict).toBe('pass');
});

test('hostile texts of 20,000 characters cost time in proportion to their length', () => {
  const hostile = [
    '0 ',
    '@',
    'a@',
    'a.',
    'a-',
    'a ',
    '(at',
    'p a y ',
    'aé\u0301\u0301',
    '\u200B',
    'http://',
    'а',
    'va te faire ',
    'www.a',
    'ﷺ',
    'AA00 ',
  ];
  const cost = (length: number) => {
    const at = performance.now();
    for (const part of hostile) checkText(part.repeat(Math.ceil(length / part.length)).slice(0, length), 'message');
    return performance.now() - at;
  };
  cost(5_000);
  // The machine may pause in each measurement, and only makes it longer.
  const least = (length: number) => Math.min(...Array.from({ length: 6 }, () => cost(length)));
  // Four times the length takes sixteen times as long where a pattern starts again at each character.
  expect(least(20_000) / least(5_000)).toBeLessThan(9);
});
