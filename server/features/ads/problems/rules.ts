import type { ErrorCode, ErrorData } from '../../../core/errors.ts';
import { amountProblem, type Currency } from '../../../core/money.ts';
import { checkText, type TextRule } from '../../moderation/rules.ts';
import { AD_TEXT_LENGTH, AD_TITLE_LENGTH } from '../rules.ts';

export interface AdContent {
  title: string;
  body: string;
  remote: boolean;
  city: string | null;
  platform: string | null;
  format: string | null;
  currency: Currency;
  payMin: number | null;
  payMax: number | null;
  goods: string;
  goodsValue: number | null;
  dueAt: Date | null;
}
export interface AdProblem {
  field: keyof AdContent;
  code: ErrorCode;
  data: ErrorData;
}

const invalid = (field: keyof AdContent, problem: string, data: ErrorData = {}): AdProblem => ({
  field,
  code: 'input.invalid',
  data: { field, problem, ...data },
});
const coded = (field: keyof AdContent, code: ErrorCode, data: ErrorData = {}): AdProblem => ({
  field,
  code,
  data: { ...data, field },
});

/** What is refused at its field, since its writer can take it out: ways to meet or pay outside of the platform. */
const REFUSED: readonly TextRule[] = ['contact_data', 'off_platform_pay', 'hidden_link'];

/** The words of a text that name a way to meet or pay outside of the platform; null without any. */
export function contactIn(text: string): string | null {
  const found = checkText(text, 'ad').findings.find(({ rule }) => REFUSED.includes(rule));
  return found ? text.slice(found.start, found.end).trim().slice(0, 80) : null;
}

/** The contact data in the texts that others read, each at its field with the words. */
const contactProblems = (ad: Pick<AdContent, 'title' | 'body' | 'goods'>): AdProblem[] =>
  (['title', 'body', 'goods'] as const).flatMap((field) => {
    const found = contactIn(ad[field]);
    return found === null ? [] : [coded(field, 'ad.contact_data', { found })];
  });

/** The texts of an ad as staff read them together. */
export const textOfAd = (ad: Pick<AdContent, 'title' | 'body' | 'goods'>): string =>
  [ad.title, ad.body, ad.goods].filter(Boolean).join('\n\n');

function payProblems({ payMin, payMax, goods, goodsValue, currency }: AdContent): AdProblem[] {
  const amountAt = (field: 'payMin' | 'payMax' | 'goodsValue', amount: number | null): AdProblem[] => {
    const why = amount === null ? null : amountProblem(amount, currency);
    return why ? [coded(field, `money.${why}`, { amount, currency })] : [];
  };
  const wrong = [...amountAt('payMin', payMin), ...amountAt('payMax', payMax), ...amountAt('goodsValue', goodsValue)];
  if (payMin === null && payMax !== null) wrong.push(invalid('payMin', 'required'));
  if (payMin !== null && payMax !== null && payMax < payMin) wrong.push(invalid('payMax', 'below_minimum'));
  if (payMin === null && payMax === null && goods === '') wrong.push(coded('payMin', 'ad.pay_missing'));
  // Goods are income too: their value is named.
  if (goods !== '' && goodsValue === null) wrong.push(coded('goodsValue', 'ad.value_missing'));
  return wrong;
}

/** Everything that keeps an ad from being shown at `now`, in the order of the form. */
export function adProblems(ad: AdContent, now: Date): AdProblem[] {
  return [
    ...(ad.title.length < AD_TITLE_LENGTH.min ? [invalid('title', 'too_small', { min: AD_TITLE_LENGTH.min })] : []),
    ...(ad.body.length < AD_TEXT_LENGTH.min ? [invalid('body', 'too_small', { min: AD_TEXT_LENGTH.min })] : []),
    ...(ad.platform === null ? [invalid('platform', 'required')] : []),
    ...(ad.format === null ? [invalid('format', 'required')] : []),
    ...(!ad.remote && !ad.city ? [coded('city', 'ad.place_missing')] : []),
    ...payProblems(ad),
    ...(ad.dueAt !== null && ad.dueAt <= now ? [coded('dueAt', 'terms.due_in_past')] : []),
    ...contactProblems(ad),
  ];
}
