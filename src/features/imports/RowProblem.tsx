import { useTranslation } from 'react-i18next';
import type { RowRefusal } from '../../../server/features/imports/schema.ts';

/** Why a row is refused, with the field. */
export function RowProblem({ field, code }: RowRefusal) {
  const { t } = useTranslation('imports');
  return (
    <span className="text-sm text-disputed-foreground">{t(`rowCode.${code}`, { field: t(`field.${field}`) })}</span>
  );
}
