import { useTranslation } from 'react-i18next';
import { FALLBACK_LOCALE, matchLocale } from '../../../server/core/locale.ts';
import { policyFigures } from '../../../server/features/agreements/figures/rules.ts';
import { SERVICE_FEE } from '@/lib/service-fee.ts';

const DAY = 86_400;
/** Whole days if possible, else the hours and minutes of `PT…S`. */
export const isoDuration = (seconds: number): string => (seconds % DAY === 0 ? `P${seconds / DAY}D` : `PT${seconds}S`);

/** Every figure in the policies, in the user's language. */
export function usePolicyValues() {
  const { i18n } = useTranslation();
  return policyFigures(matchLocale(i18n.language) ?? FALLBACK_LOCALE, SERVICE_FEE);
}
