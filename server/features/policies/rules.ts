import type { Currency } from '../../core/money.ts';
import type { ClockRanges, LiveClockRanges, PostClocks } from './schema.ts';

/*
 * The terms an installation ships with. Migrations write the same rows as dated data, which is what deals are made from;
 * a test holds both together, so that public pages may show these without a call to the server.
 */

export const POLICIES = ['terms', 'privacy', 'cookies'] as const;
export type Policy = (typeof POLICIES)[number];

/** Days on which a text comes into force, newest first. A change of meaning adds a day, and a line on the page. */
export const POLICY_VERSIONS: Record<Policy, readonly [newest: string, ...older: string[]]> = {
  terms: [
    '2026-12-01',
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-24',
    '2026-11-23',
    '2026-11-21',
  ],
  privacy: ['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-21'],
  cookies: ['2026-11-25', '2026-11-24', '2026-11-21'],
};
/** The terms that the page shows and that an acceptance is of, also before their day. */
export const [NEWEST_TERMS] = POLICY_VERSIONS.terms;

export const isInForce = (version: string, now: Date): boolean => version <= now.toISOString().slice(0, 10);

/** The version that is in force: who accepted it or a newer one accepts nothing anew. */
export const versionInForce = (policy: Policy, now: Date): string =>
  POLICY_VERSIONS[policy].find((version) => isInForce(version, now)) ?? POLICY_VERSIONS[policy].at(-1)!;

/** The clock policy "standard". */
export const SHIPPED_CLOCKS: ClockRanges = {
  offerAnswer: { min: 'PT24H', fallback: 'PT72H', max: 'P14D' },
  signature: { min: 'P1D', fallback: 'P7D', max: 'P14D' },
  funding: { min: 'PT24H', fallback: 'PT72H', max: 'P14D' },
  review: { min: 'P3D', fallback: 'P5D', max: 'P14D' },
  extension: { min: 'PT24H', fallback: 'PT72H', max: 'PT72H' },
  revisionTurn: { min: 'P2D', fallback: 'P3D', max: 'P7D' },
  overdueAfter: { min: 'PT24H', fallback: 'PT24H', max: 'PT72H' },
  grace: { min: 'P3D', fallback: 'P7D', max: 'P14D' },
  clearing: { min: 'PT0S', fallback: 'PT72H', max: 'P14D' },
  cancelAnswer: { min: 'PT24H', fallback: 'PT72H', max: 'P7D' },
};

/** The clocks of money that waits for a live post, in the policy "standard". */
export const SHIPPED_LIVE_CLOCKS: LiveClockRanges = {
  posting: { min: 'P1D', fallback: 'P7D', max: 'P14D' },
  postGrace: { min: 'PT24H', fallback: 'PT72H', max: 'P7D' },
  retention: { min: 'P7D', fallback: 'P30D', max: 'P45D' },
};
/** When posts are looked at, in the policy "standard". */
export const SHIPPED_POST_CLOCKS: PostClocks = { looks: ['PT1H', 'PT24H', 'P7D'], retry: 'PT1H', decision: 'PT72H' };
/** Most that terms may keep back until the end of the time a post stays up, basis points of the price. */
export const HOLDBACK_MAX_BPS = 2000;
const DAY_MS = 24 * 3_600_000;
/** A post that was linked in time has so long to be found live: tries, the brand's 72 hours, and a correction. */
export const LIVE_CHECK_MS = 4 * DAY_MS;
/** The same after the time a post stays up, with the time to dispute. */
export const HOLDBACK_CHECK_MS = 7 * DAY_MS;
/** What a check found is open to a dispute for so long before the money goes back. */
export const LIVE_DISPUTE_MS = 3 * DAY_MS;

/** How long the other side has to answer a request to cancel a milestone. */
export const CANCEL_ANSWER_MS = 72 * 3_600_000;

/** The most days by which a brand extends the grace period of overdue work at once. */
export const MAX_MORE_DAYS = 14;

/** Most that a contract may name as a kill fee, basis points of a milestone's price. */
export const KILL_FEE_MAX_BPS = 2500;
/** Most that an agency may take of what a creator earns; the database holds it too. */
export const COMMISSION_MAX_BPS = 3000;

/** Client money is not held longer than this after its capture. */
export const HOLD_CAP_DAYS = 75;
export const HOLD_CAP_MS = HOLD_CAP_DAYS * 24 * 3_600_000;
/** Disputed money has left escrow by then, within what payment providers allow. */
export const HOLD_LIMIT_DAYS = 90;
export const HOLD_LIMIT_MS = HOLD_LIMIT_DAYS * 24 * 3_600_000;
/** Days of each phase of a dispute, and how many it lasts at least where the limit comes sooner. */
export const DISPUTE_DAYS = { talk: 5, evidence: 3, decision: 7, appeal: 3, execution: 3 } as const;
export const MIN_PHASE_DAYS = 1;
/** Payouts wait for tax details that are still missing so many days after they were requested, and after two reminders. */
export const TAX_HOLD_DAYS = 60;
/** Smallest payout, minor units: below it the bank's work is worth more than the sum. */
export const PAYOUT_MINIMUM: Readonly<Record<Currency, number>> = {
  EUR: 1_000,
  GBP: 1_000,
  USD: 1_000,
  CAD: 1_000,
  JPY: 1_000,
  KWD: 3_000,
};
/**
 * Countries to which the payment provider pays out for a platform in Europe. Those of other countries can use the platform,
 * but no offer is made to them that could not be paid.
 * https://docs.stripe.com/connect/cross-border-payouts
 */
export const PAYEE_COUNTRIES: readonly string[] = [
  ...['AT', 'BE', 'BG', 'CA', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IS'],
  ...['IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'US'],
];
/** Whether one who works from this country can be paid; a country that is not known yet may be one. */
export const isPayeeCountry = (country: string | null): boolean =>
  country === null || PAYEE_COUNTRIES.includes(country);
/** Creators below this age can neither publish a profile nor apply. */
export const ADULT_AGE = 18;
/** The grace period before an account is erased. */
export const GRACE: Record<'standard' | 'demo' | 'test', string> = { standard: 'P30D', demo: 'PT2M', test: 'PT2S' };
/** Notice with which the operator may end an account that did nothing wrong; the law of the EU requires thirty days. */
export const ENDING_NOTICE = 'P30D';
/** How soon the operators answer a complaint or a request for help, as the terms promise. */
export const COMPLAINT_ANSWER = 'P30D';
/** Months in which a decision about content or an account can be challenged; the law of the EU requires six. */
export const APPEAL_MONTHS = 6;

/**
 * How long data is kept: read by the code that deletes it and shown in the privacy policy. What is not named here stays
 * until the account is erased, or with the deal.
 */
export const RETENTION = {
  /** Delivered commands to workflows: longer than the analysis of a recent fault takes. */
  commandDays: 14,
  /** Results of request keys: longer than a repeated request takes. */
  requestKeyDays: 14,
  /** Events of the provider: longer than it repeats one, a payment is under way, or an analysis reads it. */
  webhookDays: 90,
  /** One-time codes: longer than the period of any limit on codes. */
  codeDays: 3,
  /** Sessions after their end. */
  endedSessionDays: 1,
  /** Hashes of wrong sign-ins. */
  signInAttemptDays: 30,
  /** Mails, notices and notifications, sent or given up. */
  mailDays: 365,
  /** Closed workflows. */
  workflowDays: 30,
  /** Comments on the posts of connected accounts, with hashed commenters. */
  commentDays: 90,
  /** Rankings of creators and campaigns that were shown: long enough for questions about them. */
  rankingDays: 400,
  /** An account whose mailbox is not verified by then is erased. */
  unverifiedDays: 7,
  /** How long a copy of the user's data can be downloaded. */
  exportDays: 7,
  /** How long an archive of documents can be downloaded. */
  documentExportDays: 1,
  /** Uploaded files that were not sent. */
  unsentUploadDays: 1,
  /** A session without use, and any session after its sign-in. */
  sessionIdleDays: 7,
  sessionDays: 30,
  /** One-time codes work for so many minutes. */
  codeMinutes: 10,
  /**
   * Lines of the audit log. What concerns agreements, money and decisions about them: ten, the longest that commercial and
   * tax law of the countries we serve require for books and their vouchers. The rest, who signed in and what was changed
   * in an account: two, enough to detect a break-in and make claims.
   */
  moneyYears: 10,
  accountActYears: 2,
} as const;

export const TERMS_SECTIONS = [
  'operator',
  'parties',
  'accounts',
  'fees',
  'taxes',
  'invoices',
  'reporting',
  'money',
  'insolvency',
  'clocks',
  'review',
  'refunds',
  'disputes',
  'chargebacks',
  'setoff',
  'payouts',
  'agents',
  'content',
  'advertising',
  'prohibited',
  'conduct',
  'reports',
  'decisions',
  'ranking',
  'complaints',
  'automation',
  'ending',
  'liability',
  'indemnity',
  'force',
  'changes',
  'law',
  'general',
] as const;
export const PRIVACY_SECTIONS = [
  'who',
  'data',
  'interests',
  'required',
  'people',
  'processors',
  'provider',
  'networks',
  'transfers',
  'automated',
  'minors',
  'security',
  'deletion',
  'rights',
  'eu',
  'uk',
  'california',
  'brazil',
  'china',
  'changes',
] as const;
export const COOKIE_SECTIONS = ['what', 'list', 'choices', 'payment', 'changes'] as const;
/** Sections of each text, in order; each is an id on its page and a key in `locales`. */
export const POLICY_SECTIONS: Record<Policy, readonly string[]> = {
  terms: TERMS_SECTIONS,
  privacy: PRIVACY_SECTIONS,
  cookies: COOKIE_SECTIONS,
};

/** The ranges of all clocks that the terms list. */
export const TERMS_RANGES = { ...SHIPPED_CLOCKS, ...SHIPPED_LIVE_CLOCKS };

/** Clocks as the terms list them, in the order of a deal. */
export const TERMS_CLOCKS = [
  'offerAnswer',
  'signature',
  'funding',
  'overdueAfter',
  'grace',
  'review',
  'extension',
  'revisionTurn',
  'cancelAnswer',
  'clearing',
  'posting',
  'postGrace',
  'retention',
] as const satisfies readonly (keyof typeof TERMS_RANGES)[];

/**
 * Questions about the terms above, under `features:faq`, in this order: on the features page and in its structured
 * data.
 */
export const QUESTIONS = ['cost', 'holds', 'silence', 'nothing', 'card', 'paid', 'agent', 'ai'] as const;
