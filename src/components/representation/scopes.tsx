import { useTranslation } from 'react-i18next';
import { SCOPES, type Scope } from '../../../server/features/representations/rules.ts';
import { intlTag } from '../../../server/core/locale.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { Checkbox } from '@/ui/checkbox.tsx';

export interface ScopeChoiceProps {
  legend: string;
  hint?: string;
  /** Scopes that may be chosen; a representation never widens. */
  offered?: readonly Scope[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

/** What an agency may do, one box each. */
export function ScopeChoice({ legend, hint, offered = SCOPES, value, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('representation');
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {hint ? <p className="mb-2 text-sm text-muted-foreground">{hint}</p> : null}
      <ul className="grid gap-2 sm:grid-cols-2">
        {offered.map((scope) => (
          <li key={scope}>
            <label className="flex items-start gap-2.5 text-ui leading-[22px]">
              <Checkbox
                className="mt-0.5"
                checked={value.includes(scope)}
                onCheckedChange={(checked) =>
                  onChange(offered.filter((one) => (one === scope ? checked : value.includes(one))))
                }
              />
              <span className="min-w-0">
                {t(`name.${scope}`)}
                {scope === 'accept' || scope === 'sign' ? (
                  <span className="block text-sm text-muted-foreground">{t('without')}</span>
                ) : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The scopes as one phrase. */
export function useScopeText(): (scopes: readonly Scope[]) => string {
  const { t } = useTranslation('representation');
  return (scopes) =>
    scopes.length === 0
      ? t('nothing')
      : new Intl.ListFormat(intlTag(currentLocale()), { type: 'conjunction' }).format(
          scopes.map((scope) => t(`scope.${scope}`)),
        );
}
