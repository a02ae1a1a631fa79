import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { intlTag, type Locale } from '../../core/locale.ts';
import { formatMoney } from '../../core/money.ts';
import type { Operator } from '../../core/operator.ts';
import { durationWords, nameOfCode, percentWords } from '../clauses/rules.ts';
import {
  ADULT_AGE,
  COMMISSION_MAX_BPS,
  GRACE,
  HOLD_CAP_MS,
  KILL_FEE_MAX_BPS,
  NOTICE,
  PAYOUT_MINIMUM,
  SHIPPED_CLOCKS,
  SHIPPED_FEE_BPS,
  TERMS_CLOCKS,
  TERMS_IN_FORCE,
  TERMS_SECTIONS,
} from '../policies/rules.ts';

const BRAND = 'Sponsio';
const COUNTRY_CODE = /^[A-Z]{2}$/;

interface Section {
  title: string;
  plain?: string;
  text: string[];
}
interface TermsFile {
  lead: string;
  section: Record<string, Section>;
  clock: { from: string };
  zero: Record<string, string>;
}
const file = (locale: Locale, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'));

/** Direction marks and isolates, which serve only the display. */
const unmarked = (text: string): string => text.replace(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '');

function figuresOf(locale: Locale): Record<string, string> {
  const duration = (iso: string) => durationWords(iso, locale);
  const percent = (bps: number) => percentWords(bps, locale);
  return {
    brand: BRAND,
    fee: percent(SHIPPED_FEE_BPS.brand),
    creatorFee: percent(SHIPPED_FEE_BPS.creator),
    killFee: percent(KILL_FEE_MAX_BPS),
    commission: percent(COMMISSION_MAX_BPS),
    hold: duration(`P${HOLD_CAP_MS / 86_400_000}D`),
    review: duration(SHIPPED_CLOCKS.review.fallback),
    grace: duration(SHIPPED_CLOCKS.grace.fallback),
    clearing: duration(SHIPPED_CLOCKS.clearing.fallback),
    minimum: formatMoney({ amount: PAYOUT_MINIMUM.EUR, currency: 'EUR' }, intlTag(locale)),
    age: new Intl.NumberFormat(intlTag(locale)).format(ADULT_AGE),
    erasure: duration(GRACE.standard),
    notice: duration(NOTICE),
  };
}

function operatorLines(operator: Operator, locale: Locale): string[] {
  const words = (file(locale, 'policies') as { operator: Record<string, string> }).operator;
  const place = (value: string) => (COUNTRY_CODE.test(value) ? nameOfCode('region', value, locale) : value);
  const values: Record<string, string | null> = {
    name: operator.name,
    address: operator.address,
    register: operator.register,
    vat: operator.vat,
    contact: operator.contactEmail,
    support: operator.supportEmail,
    privacy: operator.privacyEmail,
    phone: operator.phone,
    eu: operator.euRepresentative,
    uk: operator.ukRepresentative,
    dpo: operator.dataProtectionOfficer,
    law: place(operator.law),
    venue: operator.venue,
  };
  return Object.entries(values).map(([name, value]) => `${words[name]}: ${value ?? words['none']}`);
}

function clockLines(terms: TermsFile, locale: Locale): string[] {
  const names = (file(locale, 'terms') as { clock: Record<string, string> }).clock;
  return TERMS_CLOCKS.map((clock) => {
    const { min, fallback, max } = SHIPPED_CLOCKS[clock];
    const range = terms.clock.from
      .replace('{{min}}', durationWords(min, locale))
      .replace('{{max}}', durationWords(max, locale));
    return [names[clock], durationWords(fallback, locale), range, terms.zero[clock]].join(' | ');
  });
}

export interface TermsText {
  version: string;
  language: Locale;
  body: string;
  sha256: string;
}

const rendered = new WeakMap<Operator, Map<Locale, TermsText>>();

/**
 * The terms in force as the page shows them, without its layout: what an acceptance stores. The operator's details are
 * part of it, so another operator is another text.
 */
export function termsText(operator: Operator, locale: Locale): TermsText {
  const known = rendered.get(operator) ?? new Map<Locale, TermsText>();
  rendered.set(operator, known);
  const found = known.get(locale);
  if (found) return found;
  const terms = file(locale, 'policy-terms') as TermsFile;
  const figures = figuresOf(locale);
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => figures[name] ?? '');
  const sections = TERMS_SECTIONS.map((id, index) => {
    const { title, text, plain } = terms.section[id] ?? { title: id, text: [] };
    return [
      `${index + 1}. ${fill(title)}`,
      ...text.map(fill),
      ...(id === 'operator' ? operatorLines(operator, locale) : []),
      ...(id === 'clocks' ? clockLines(terms, locale) : []),
      ...(plain ? [`(${fill(plain)})`] : []),
    ].join('\n');
  });
  const body = unmarked([`${BRAND}, ${TERMS_IN_FORCE}`, fill(terms.lead), ...sections].join('\n\n'));
  const text = { version: TERMS_IN_FORCE, language: locale, body, sha256: sha256Of(body) };
  known.set(locale, text);
  return text;
}

export const sha256Of = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex');
