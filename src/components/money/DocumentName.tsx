import { useTranslation } from 'react-i18next';
import type { DocumentDto } from '../../../server/features/documents/schema.ts';

/** The kind of a document: "Receipt"; a creator's invoice as its buyer reads it: "Invoice from Maya". */
export function DocumentName({ document: doc }: { document: Pick<DocumentDto, 'kind' | 'party' | 'asBuyer'> }) {
  const { t } = useTranslation('money');
  if (!doc.asBuyer) return <span>{t(`document.${doc.kind}`)}</span>;
  return <span>{t('document.creator_invoice', { name: doc.party ?? '' })}</span>;
}
