import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locale } from '../../core/locale.ts';
import type { Operator } from '../../core/operator.ts';
import { durationWords } from '../../core/duration-words.ts';
import { nameOfCode } from '../clauses/rules.ts';
import { TERMS_CLOCKS, NEWEST_TERMS, TERMS_RANGES, TERMS_SECTIONS } from '../policies/rules.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import { SHIPPED_FEE, writtenFee } from '../policies/fees/rules.ts';
import { policyFigures, unmarked } from './figures/rules.ts';

const COUNTRY_CODE = /^[A-Z]{2}$/;

interface Section {
  title: string;
  summary: string;
  text: string[];
  items?: string[];
}
interface TermsFile {
  lead: string;
  section: Record<string, Section>;
  clock: { from: string };
  zero: Record<string, string>;
}
const file = (locale: Locale, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'));

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
    const { min, fallback, max } = TERMS_RANGES[clock];
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

/** By language and service fee. */
const rendered = new WeakMap<Operator, Map<string, TermsText>>();

/**
 * The newest terms as the page shows them, without its layout: what an acceptance stores. The operator's details are
 * part of it, and so is the service fee in force: another operator, or another fee, is another text.
 */
export function termsText(operator: Operator, locale: Locale, serviceFee: FeeTerms = SHIPPED_FEE): TermsText {
  const known = rendered.get(operator) ?? new Map<string, TermsText>();
  rendered.set(operator, known);
  const key = `${locale} ${writtenFee(serviceFee)}`;
  const found = known.get(key);
  if (found) return found;
  const terms = file(locale, 'policy-terms') as TermsFile;
  const figures: Record<string, string> = policyFigures(locale, serviceFee);
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => figures[name] ?? '');
  const sections = TERMS_SECTIONS.map((id, index) => {
    const section = terms.section[id];
    if (!section) throw new Error(`the terms have no section "${id}" in ${locale}`);
    const { title, summary, text, items = [] } = section;
    return [
      `${index + 1}. ${fill(title)}`,
      ...text.map(fill),
      ...items.map((item) => `– ${fill(item)}`),
      ...(id === 'operator' ? operatorLines(operator, locale) : []),
      ...(id === 'clocks' ? clockLines(terms, locale) : []),
      `(${fill(summary)})`,
    ].join('\n');
  });
  const body = unmarked([`${figures['brand']}, ${NEWEST_TERMS}`, fill(terms.lead), ...sections].join('\n\n'));
  const text = { version: NEWEST_TERMS, language: locale, body, sha256: sha256Of(body) };
  known.set(key, text);
  return text;
}

export const sha256Of = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex');
