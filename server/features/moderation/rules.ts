import { contactPlace, linkPlace, payPlace, type Place } from './contact/rules.ts';
import { fold, tokensOf, type Folded } from './fold/rules.ts';
import { lexiconHits } from './lexicon/rules.ts';
import { linksOf } from './links/rules.ts';

/**
 * What a text is: a name, a self-description, an ad, a package, a review or its reply, a message, those of a sequence; of a
 * brand: its description, what creators may say, and what they must not.
 */
export const TEXT_KINDS = [
  'name',
  'headline',
  'bio',
  'ad',
  'package',
  'review',
  'reply',
  'message',
  'outreach',
  'brand',
  'brand_claims',
  'brand_avoids',
] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const TEXT_RULES = [
  'phishing_link',
  'abuse',
  'impersonation',
  'scam',
  'off_platform_pay',
  'contact_data',
  'hidden_link',
] as const;
export type TextRule = (typeof TEXT_RULES)[number];

/** `warn`: shown with a warning. `hold`: not shown to others until staff release it. */
export type Verdict = 'pass' | 'warn' | 'hold';

export interface TextFinding {
  rule: TextRule;
  verdict: Exclude<Verdict, 'pass'>;
  /** The place in the text, in UTF-16 units. */
  start: number;
  end: number;
}
export interface TextCheck {
  /** The strictest of the findings. */
  verdict: Verdict;
  /** The strictest first. */
  findings: TextFinding[];
}

const MAX_FINDINGS = 20;

/** Texts that every user may read. A self-description may name where its author can be found. */
const PUBLIC = {
  phishing_link: 'hold',
  abuse: 'hold',
  impersonation: 'hold',
  scam: 'hold',
  off_platform_pay: 'hold',
  contact_data: 'hold',
  hidden_link: 'hold',
} as const;
const OF_PERSON = { ...PUBLIC, contact_data: 'warn', hidden_link: 'warn' } as const;
/** Words that creators must not say are named on purpose: "pay me directly" is a good example of them. */
const NAMED_ON_PURPOSE = {
  ...PUBLIC,
  impersonation: 'warn',
  scam: 'warn',
  off_platform_pay: 'warn',
  contact_data: 'warn',
  hidden_link: 'warn',
} as const;
/** A message is warned of or held, never lost. */
const PRIVATE = {
  phishing_link: 'hold',
  abuse: 'hold',
  impersonation: 'warn',
  scam: 'warn',
  off_platform_pay: 'warn',
  contact_data: 'warn',
  hidden_link: 'warn',
} as const;

const VERDICTS: Readonly<Record<TextKind, Readonly<Record<TextRule, TextFinding['verdict']>>>> = {
  name: PUBLIC,
  headline: OF_PERSON,
  bio: OF_PERSON,
  ad: PUBLIC,
  package: PUBLIC,
  review: PUBLIC,
  reply: PUBLIC,
  message: PRIVATE,
  outreach: PRIVATE,
  brand: OF_PERSON,
  brand_claims: PUBLIC,
  brand_avoids: NAMED_ON_PURPOSE,
};
/** Kinds in which a link to any page counts as contact data. */
const WITHOUT_LINKS: ReadonlySet<TextKind> = new Set(['name', 'ad', 'package', 'review', 'reply']);

function* placesOf(text: Folded, kind: TextKind): Generator<Place & { rule: TextRule }> {
  const links = linksOf(text);
  for (const link of links)
    if (link.kind !== 'plain') yield { ...link, rule: link.kind === 'phishing' ? 'phishing_link' : 'hidden_link' };
  const linked = links.length > 0;
  const tokens = tokensOf(text);
  for (const hit of lexiconHits(tokens, text.plain, MAX_FINDINGS)) {
    if (hit.topic === 'pay') yield { ...hit, rule: 'off_platform_pay' };
    else if (hit.topic === 'contact') yield { ...hit, rule: 'contact_data' };
    // "Verify your account" with a link beside it leads to a page that takes a password.
    else if (hit.topic === 'account') yield { ...hit, rule: linked ? 'phishing_link' : 'scam' };
    else yield { ...hit, rule: hit.topic };
  }
  const pay = payPlace(text);
  if (pay) yield { ...pay, rule: 'off_platform_pay' };
  const contact = contactPlace(text) ?? (WITHOUT_LINKS.has(kind) ? linkPlace(text) : null);
  if (contact) yield { ...contact, rule: 'contact_data' };
  const named = kind === 'name' && tokens.find(({ readings }) => readings.includes('sponsio'));
  if (named) yield { start: named.start, end: named.end, rule: 'impersonation' };
}

/** What the rules find in a text of this kind. The time grows with the length of the text. */
export function checkText(text: string, kind: TextKind): TextCheck {
  const folded = fold(text);
  const findings: TextFinding[] = [];
  for (const { rule, start, end } of placesOf(folded, kind)) {
    if (findings.length >= MAX_FINDINGS) break;
    findings.push({
      rule,
      verdict: VERDICTS[kind][rule],
      start: folded.from[start] ?? 0,
      end: folded.to[end - 1] ?? text.length,
    });
  }
  findings.sort((a, b) => (a.verdict === b.verdict ? a.start - b.start : a.verdict === 'hold' ? -1 : 1));
  return { verdict: findings[0]?.verdict ?? 'pass', findings };
}
