import { useTranslation } from 'react-i18next';
import type { CategoryKey } from '../../../server/features/creators/categories/rules.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** A creator who refuses what the brand or its campaign advertises. */
export function RefusedNotice({ name, categories }: { name: string; categories: readonly CategoryKey[] }) {
  const { t } = useTranslation('categories');
  const format = useFormat();
  return (
    <Alert
      tone="caution"
      title={t('notice.title', { name, list: format.list(categories.map((key) => t(`name.${key}`))) })}
    >
      {t('notice.text')}
    </Alert>
  );
}
