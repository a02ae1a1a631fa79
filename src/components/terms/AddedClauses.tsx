import { useTranslation } from 'react-i18next';
import type { AddedClause } from '../../../server/features/terms/schema.ts';
import { ClauseDiff } from '@/components/terms/ClauseDiff.tsx';
import { Tag } from '@/ui/tag.tsx';

interface Props {
  clauses: readonly AddedClause[];
  /** Our wording of each changed clause; without it a changed clause is shown as it is. */
  standard: Readonly<Record<string, string>>;
}

/** The clauses that the sides added; a changed one beside our wording, word by word. */
export function AddedClauses({ clauses, standard }: Props) {
  const { t } = useTranslation('terms');
  const { t: words } = useTranslation('clauses');
  return (
    <ul className="grid gap-4">
      {clauses.map(({ key, title, text, language }, index) => {
        const before = standard[key];
        return (
          <li key={index}>
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <span dir="auto">{key === 'own' ? title : t(`clauseTitle.${key}`)}</span>
              {key === 'own' ? <Tag>{t('clauses.own')}</Tag> : text ? <Tag>{t('clauses.changed')}</Tag> : null}
            </p>
            <div className="mt-1 max-w-70ch text-ui">
              {key !== 'own' && text && before !== undefined ? (
                <>
                  <p className="mb-1 text-sm text-muted-foreground">{t('clauses.compared')}</p>
                  <ClauseDiff before={before} after={text} language={language} />
                </>
              ) : (
                <p dir="auto" className="whitespace-pre-line">
                  {text || (key === 'own' ? '' : words(`clause.${key}.body`))}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
