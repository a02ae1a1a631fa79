import { useTranslation } from 'react-i18next';
import type { DocumentDto } from '../../../server/features/payments/schema.ts';

/** What a document is: "Receipt"; a creator's invoice as its buyer reads it: "Invoice from Maya". */
export function PaperName({ paper }: { paper: Pick<DocumentDto, 'kind' | 'party' | 'asBuyer'> }) {
  const { t } = useTranslation('payments');
  if (!paper.asBuyer) return <span>{t(`paper.${paper.kind}`)}</span>;
  return <span>{t('paper.creator_invoice', { name: paper.party ?? '' })}</span>;
}
