import { useTranslation } from 'react-i18next';
import type { DocumentDto } from '../../../server/features/documents/schema.ts';

/** The kind of a document: "Receipt"; a creator's invoice, and what corrects it, as its buyer reads it: "Invoice from Maya". */
export function DocumentName({ document: doc }: { document: Pick<DocumentDto, 'kind' | 'party' | 'asBuyer'> }) {
  const { t } = useTranslation('money');
  if (!doc.asBuyer) return <span>{t(`document.${doc.kind}`)}</span>;
  const name = doc.party ?? '';
  return (
    <span>{t(doc.kind === 'credit_note' ? 'document.creator_correction' : 'document.creator_invoice', { name })}</span>
  );
}
