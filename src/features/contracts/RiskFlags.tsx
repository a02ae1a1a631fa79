import { useTranslation } from 'react-i18next';
import { type RiskFlag, riskFlags } from '../../../server/features/contracts/risks/rules.ts';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { useDurationText } from '@/lib/duration.ts';
import { Alert } from '@/ui/alert.tsx';

/** What the reader's side looks at twice before it signs; nothing where the terms are usual. */
export function RiskFlags({ contract }: { contract: ContractDetail }) {
  const { t, i18n } = useTranslation('contracts');
  const duration = useDurationText();
  const flags = riskFlags(contract.terms, contract.mySide);
  if (flags.length === 0) return null;
  const textOf = (one: RiskFlag): string => {
    if ('days' in one) return t(`risk.${one.flag}`, { time: duration(`P${one.days}D`) });
    if ('clauses' in one) return t('risk.changedClauses', { count: one.clauses });
    if ('rounds' in one)
      return t('risk.manyRounds', { rounds: new Intl.NumberFormat(i18n.language).format(one.rounds) });
    if ('clearing' in one) return t('risk.longClearing', { time: duration(one.clearing) });
    return t(`risk.${one.flag}`);
  };
  return (
    <Alert tone="caution">
      <p className="font-semibold">{t('risk.title')}</p>
      <ul className="mt-1 grid list-disc gap-0.5 ps-5">
        {flags.map((one) => (
          <li key={one.flag}>{textOf(one)}</li>
        ))}
      </ul>
    </Alert>
  );
}
