import { useTranslation } from 'react-i18next';
import type { FundableRow } from '../../../server/features/payments/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';

export interface FundableListProps {
  rows: readonly FundableRow[];
  /** Ids of milestones. */
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}

/** Milestones that can be paid now, to be chosen for one payment; it has one currency. */
export function FundableList({ rows, chosen, onChosen }: FundableListProps) {
  const { t } = useTranslation('payments');
  const currency = rows.find((row) => chosen.includes(row.milestoneId))?.currency;
  const others = rows.some((row) => currency !== undefined && row.currency !== currency);
  return (
    <fieldset>
      <legend className="sr-only">{t('together.choose')}</legend>
      <ul className="border-t border-border">
        {rows.map((row) => {
          const checked = chosen.includes(row.milestoneId);
          return (
            <li key={row.milestoneId} className="border-b border-border">
              <label className="flex cursor-pointer items-start gap-x-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted-foreground">
                <Checkbox
                  className="mt-0.5"
                  checked={checked}
                  disabled={currency !== undefined && row.currency !== currency}
                  onCheckedChange={(on) =>
                    onChosen(on ? [...chosen, row.milestoneId] : chosen.filter((id) => id !== row.milestoneId))
                  }
                />
                <span className="min-w-0 flex-1">
                  <bdi className="font-semibold">{row.milestoneTitle}</bdi>
                  <span className="block text-sm text-muted-foreground">
                    <bdi>{row.counterpart.name}</bdi> · <bdi>{row.dealTitle}</bdi>
                  </span>
                  {row.deadlineAt ? (
                    <span className="block text-sm text-muted-foreground">
                      {t('together.payUntil')} <DateText value={row.deadlineAt} />
                    </span>
                  ) : null}
                </span>
                <MoneyText money={{ amount: row.total, currency: row.currency }} className="font-semibold" />
              </label>
            </li>
          );
        })}
      </ul>
      {others ? <p className="mt-2 text-sm text-muted-foreground">{t('together.onlyCurrency')}</p> : null}
    </fieldset>
  );
}
