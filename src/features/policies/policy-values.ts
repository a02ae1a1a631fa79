import {
  COMMISSION_MAX_BPS,
  KILL_FEE_MAX_BPS,
  NOTICE,
  SHIPPED_CLOCKS,
  SHIPPED_FEE_BPS,
  HOLD_CAP_MS,
  PAYOUT_MINIMUM,
  ADULT_AGE,
  GRACE,
} from '../../../server/features/policies/rules.ts';
import { AUDIT_YEARS } from '../../../server/features/audit/rules.ts';
import { MAIL_RETENTION_DAYS } from '../../../server/features/notifications/rules.ts';
import { UNVERIFIED_LIFE_DAYS } from '../../../server/features/privacy/rules.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { BROWSER_ENTRIES } from '@/lib/cookie-registry.ts';
import { useDurationText, useYearsText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';

const DAY = 86_400;
/** Whole days if possible, else the hours and minutes of `PT…S`. */
export const isoDuration = (seconds: number): string => (seconds % DAY === 0 ? `P${seconds / DAY}D` : `PT${seconds}S`);

const SESSION_SECONDS = BROWSER_ENTRIES.find(({ id }) => id === 'session')?.maxAge ?? 0;

/** Every figure in the policies, formatted in the user's language, from the constants of the product. */
export function usePolicyValues() {
  const format = useFormat();
  const duration = useDurationText();
  const years = useYearsText();
  return {
    brand: BRAND_NAME,
    fee: format.percent(SHIPPED_FEE_BPS.brand),
    creatorFee: format.percent(SHIPPED_FEE_BPS.creator),
    killFee: format.percent(KILL_FEE_MAX_BPS),
    commission: format.percent(COMMISSION_MAX_BPS),
    hold: duration(isoDuration(HOLD_CAP_MS / 1000)),
    review: duration(SHIPPED_CLOCKS.review.fallback),
    grace: duration(SHIPPED_CLOCKS.grace.fallback),
    clearing: duration(SHIPPED_CLOCKS.clearing.fallback),
    minimum: format.money({ amount: PAYOUT_MINIMUM.EUR, currency: 'EUR' }),
    age: format.number(ADULT_AGE),
    erasure: duration(GRACE.standard),
    unverified: duration(`P${UNVERIFIED_LIFE_DAYS}D`),
    mailsKept: duration(`P${MAIL_RETENTION_DAYS}D`),
    actsKept: years(AUDIT_YEARS.other),
    moneyActsKept: years(AUDIT_YEARS.money),
    notice: duration(NOTICE),
    session: duration(isoDuration(SESSION_SECONDS)),
  };
}
