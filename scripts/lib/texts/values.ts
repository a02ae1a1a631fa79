import { intlTag, type Locale } from '../../../server/core/locale.ts';
import { createFormat } from '../../../src/lib/format.ts';

/** What fills the placeholders of a sheet. */
export const SCENARIOS = ['long', 'other direction', 'emoji'] as const;
export type Scenario = (typeof SCENARIOS)[number];

const LTR = [
  'Wilhelmina Featherstonehaugh-Montgomery of the Harbor Bakery',
  'Winter menu with breakfast on two floors and an evening by the sea',
];
const RTL = ['مقهى الميناء القديم للقهوة والمخبوزات الطازجة في وسط المدينة', 'قائمة الشتاء مع فطور في طابقين'];
const AT = new Date('2026-12-30T16:20:00Z');

type Kind = 'name' | 'title' | 'amount' | 'figure' | 'date' | 'email' | 'address' | 'percent' | 'currency' | 'term';

/** Every placeholder of `locales`, by what it stands for. */
const KINDS: Record<Kind, string> = {
  name: 'silent recipient name who brand creator agency seller person party signature entity persona operator issuer account own org',
  title:
    'phase works day title titles milestone niche item text query reason words notice answer part parts session value country city territory category categories language platform device state screen format use personas review round position step turn done found taken register names place tier values filter group list goods description source field fields text place claim network networks label prices scope scopes languages governing clock clause month deal cell role',
  amount:
    'creatorAmount brandAmount smallest amount held released total fee commission killFee creatorFee sum price tax creatorShare agencyShare lost keeps back minimum limit rate all frenchFrom goodsValue middle',
  figure:
    'postLooks postDecision holdLimit disputeTalk disputeEvidence disputeDecision disputeAppeal disputeSettlement disputeLeast taxWait more moreTime count n line days min max rounds slots age of applications rows read shown refused added known sent people size figure score followers km quantity months minutes seconds thousands unverified overdue year id reference number duration time clearing grace extension hold funding erasure actsKept moneyActsKept mailsKept objection appeal complaintReceipt complaintAnswer endingNotice sessionMax endedSession attempts code codeRecord webhooks requests workflows exports documentExports unsent consent low median high last from to mean stars share distance band length rank most white black deals parties views lines postings commentsKept rankingsKept posting retention paid organic numbers',
  date: 'date deadlineAt startsAt until at due dueAt submitAt since staffFrom changedAt addedAt signedInAt expiresAt erasesAt removesAt before after version',
  email: 'email',
  address: 'address domain host',
  percent: 'percent engagement questions repeats usual weight approval live holdback',
  currency: 'currency currencies',
  term: 'bank hash now file method zone',
};
const KIND_OF = new Map(
  (Object.entries(KINDS) as [Kind, string][]).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
);

/** Whether a placeholder has a sample value. */
export const isKnownPlaceholder = (name: string): boolean => KIND_OF.has(name);

const made = new Map<string, string>();

/** Longest value a screen can show for a placeholder; `count` is given by the caller. */
export function valueOf(name: string, locale: Locale, scenario: Scenario): string {
  const key = `${locale} ${scenario} ${name}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = makeValue(name, locale, scenario);
  made.set(key, value);
  return value;
}

function makeValue(name: string, locale: Locale, scenario: Scenario): string {
  const format = createFormat(locale, 'Europe/Paris');
  const [person = '', title = ''] =
    scenario === 'other direction' ? (locale === 'ar' ? LTR : RTL) : locale === 'ar' ? RTL : LTR;
  const emoji = scenario === 'emoji' ? ' 👩🏽‍🍳🥐' : '';
  switch (KIND_OF.get(name)) {
    case 'name':
      return person + emoji;
    case 'title':
      return title + emoji;
    case 'amount':
      return scenario === 'emoji'
        ? new Intl.NumberFormat(intlTag(locale), { style: 'currency', currency: 'KWD' }).format(1_234_567.891)
        : format.money({ amount: 1_234_567_890, currency: 'EUR' });
    case 'date':
      return format.dateTime(AT, new Date('2025-01-01T00:00:00Z'));
    case 'email':
      return 'wilhelmina.featherstonehaugh@harbor-bakery.example';
    case 'address':
      return 'https://www.instagram.example/wilhelmina.featherstonehaugh';
    case 'percent':
      return format.percent(1250);
    case 'currency':
      return 'EUR';
    case 'term':
      return '•••• 4242';
    default:
      return '100';
  }
}

/** Items named in the plural forms of every language: zero, one, two, few, many, other. */
export const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100] as const;
