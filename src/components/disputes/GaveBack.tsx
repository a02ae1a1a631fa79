import { useTranslation } from 'react-i18next';
import type { DisputedMilestone, DisputeDto } from '../../../server/features/disputes/schema.ts';
import { useSplitValues } from '@/components/disputes/dispute-words.ts';

/** What the creator gave back when it opened the dispute about the rest; nothing where it disputed all of it. */
export function GaveBack({ milestone, dispute }: { milestone: DisputedMilestone; dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const { money, nameOf } = useSplitValues(milestone, dispute.amount);
  if (dispute.returned === 0) return null;
  return <p>{t('gaveBack', { name: nameOf('creator'), brand: nameOf('brand'), amount: money(dispute.returned) })}</p>;
}
