import { useTranslation } from 'react-i18next';
import type { ResultCount } from '../../../server/features/discovery/schema.ts';
import { useFormat } from '@/lib/format.ts';

/** "2,345 creators", "10,000+ creators". */
export function useCountText(): (total: ResultCount) => string {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  return ({ count, exact }) =>
    t('count', { count, replace: { count: exact ? format.number(count) : `${format.number(count)}+` } });
}
