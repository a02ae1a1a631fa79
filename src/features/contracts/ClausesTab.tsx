import { useTranslation } from 'react-i18next';
import { LIBRARY_CLAUSES } from '../../../server/features/terms/rules.ts';

/** The clauses that an offer may add to those that follow from its terms, each with its meaning. */
export function ClausesTab() {
  const { t } = useTranslation('contracts');
  const { t: words } = useTranslation('clauses');
  const { t: terms } = useTranslation('terms');
  return (
    <div className="max-w-[62rem]">
      <p className="max-w-70ch">{t('library.lead')}</p>
      <ul>
        {LIBRARY_CLAUSES.map((key) => (
          <li key={key} className="grid gap-x-8 gap-y-2 border-b border-border py-4 last:border-b-0 md:cols-main-240">
            <div className="min-w-0">
              <h2 className="heading-item">{terms(`clauseTitle.${key}`)}</h2>
              <p className="mt-1 max-w-70ch">{words(`clause.${key}.body`)}</p>
            </div>
            <p className="text-sm text-muted-foreground max-md:border-s-2 max-md:border-border max-md:ps-3">
              {words(`clause.${key}.plain`)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
