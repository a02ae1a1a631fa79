import { intlTag, type Locale } from '../../../core/locale.ts';
import { formatMoney } from '../../../core/money.ts';
import { durationWords } from '../../../core/duration-words.ts';
import { feeText, FRENCH_WRITTEN_FROM, percentWords } from '../../clauses/rules.ts';
import { CONSENT_LIFE_MS } from '../../consents/rules.ts';
import type { FeeTerms } from '../../ledger/charges/rules.ts';
import { SHIPPED_FEE, SHIPPED_FEE_BPS } from '../../policies/fees/rules.ts';
import {
  ADULT_AGE,
  APPEAL_MONTHS,
  COMMISSION_MAX_BPS,
  COMPLAINT_ANSWER,
  DISPUTE_DAYS,
  MIN_PHASE_DAYS,
  ENDING_NOTICE,
  GRACE,
  HOLD_CAP_MS,
  HOLD_LIMIT_DAYS,
  HOLDBACK_MAX_BPS,
  KILL_FEE_MAX_BPS,
  MAX_MORE_DAYS,
  PAYOUT_MINIMUM,
  SHIPPED_POST_CLOCKS,
  RETENTION,
  SHIPPED_CLOCKS,
  TAX_HOLD_DAYS,
} from '../../policies/rules.ts';

const DAY_MS = 24 * 3_600_000;

/** Direction marks and isolates, which serve only the display. */
export const unmarked = (text: string): string => text.replace(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '');

/**
 * Every figure of the terms, the privacy policy and the cookie policy in one language, from the constants that the
 * product runs on. The texts hold no digits of their own. `serviceFee`: of brands, in force now.
 */
export function policyFigures(locale: Locale, serviceFee: FeeTerms = SHIPPED_FEE) {
  const tag = intlTag(locale);
  const duration = (iso: string) => durationWords(iso, locale);
  const days = (count: number) => duration(`P${count}D`);
  const percent = (bps: number) => unmarked(percentWords(bps, locale));
  const euros = (amount: number) => unmarked(formatMoney({ amount, currency: 'EUR' }, tag));
  const counted = (count: number, unit: 'year' | 'month') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return {
    brand: 'Sponsio',
    fee: unmarked(feeText(serviceFee, locale)),
    creatorFee: percent(SHIPPED_FEE_BPS.creator),
    killFee: percent(KILL_FEE_MAX_BPS),
    commission: percent(COMMISSION_MAX_BPS),
    frenchFrom: euros(FRENCH_WRITTEN_FROM),
    minimum: euros(PAYOUT_MINIMUM.EUR),
    age: new Intl.NumberFormat(tag).format(ADULT_AGE),
    hold: days(HOLD_CAP_MS / DAY_MS),
    holdLimit: days(HOLD_LIMIT_DAYS),
    disputeTalk: days(DISPUTE_DAYS.talk),
    disputeEvidence: days(DISPUTE_DAYS.evidence),
    disputeDecision: days(DISPUTE_DAYS.decision),
    disputeAppeal: days(DISPUTE_DAYS.appeal),
    disputeSettlement: days(DISPUTE_DAYS.execution),
    disputeLeast: days(MIN_PHASE_DAYS),
    taxWait: days(TAX_HOLD_DAYS),
    review: duration(SHIPPED_CLOCKS.review.fallback),
    grace: duration(SHIPPED_CLOCKS.grace.fallback),
    moreTime: days(MAX_MORE_DAYS),
    clearing: duration(SHIPPED_CLOCKS.clearing.fallback),
    holdback: percent(HOLDBACK_MAX_BPS),
    postLooks: new Intl.ListFormat(tag, { type: 'conjunction' }).format(SHIPPED_POST_CLOCKS.looks.map(duration)),
    postDecision: duration(SHIPPED_POST_CLOCKS.decision),
    endingNotice: duration(ENDING_NOTICE),
    complaintAnswer: duration(COMPLAINT_ANSWER),
    appeal: counted(APPEAL_MONTHS, 'month'),
    erasure: duration(GRACE.standard),
    unverified: days(RETENTION.unverifiedDays),
    session: days(RETENTION.sessionIdleDays),
    sessionMax: days(RETENTION.sessionDays),
    endedSession: days(RETENTION.endedSessionDays),
    attempts: days(RETENTION.signInAttemptDays),
    code: duration(`PT${RETENTION.codeMinutes}M`),
    codeRecord: days(RETENTION.codeDays),
    mailsKept: days(RETENTION.mailDays),
    webhooks: days(RETENTION.webhookDays),
    requests: days(Math.max(RETENTION.requestKeyDays, RETENTION.commandDays)),
    workflows: days(RETENTION.workflowDays),
    commentsKept: days(RETENTION.commentDays),
    rankingsKept: days(RETENTION.rankingDays),
    exports: days(RETENTION.exportDays),
    documentExports: days(RETENTION.documentExportDays),
    unsent: days(RETENTION.unsentUploadDays),
    consent: days(CONSENT_LIFE_MS / DAY_MS),
    actsKept: counted(RETENTION.accountActYears, 'year'),
    moneyActsKept: counted(RETENTION.moneyYears, 'year'),
  };
}
