import { useTranslation } from 'react-i18next';
import { CHART, type AccountCode } from '../../../server/features/ledger/rules.ts';

/** A ledger account in plain words; without a name its code is shown. */
export function useAccountName(): (code: string) => string {
  const { t } = useTranslation('ledger');
  return (code) => (Object.hasOwn(CHART, code) ? t(`account.${code as AccountCode}`) : code);
}
