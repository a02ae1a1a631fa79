import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentRef } from '../../../server/features/documents/schema.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';

/** The number of a document, as a link to it in the user's language for who may read the org's documents. */
export function DocumentLink({ document: doc }: { document: DocumentRef }) {
  const { t } = useTranslation('money');
  const mayOpen = usePermitted('money.view') === true;
  const number = (
    <bdi dir="ltr" className="figures">
      {doc.number}
    </bdi>
  );
  if (!mayOpen) return number;
  return (
    <a
      href={inOrg(`/files/documents/${doc.id}.pdf?lang=${currentLocale()}`)}
      download
      aria-label={t('document.open', { number: doc.number })}
      className="link inline-flex min-h-6 items-center align-bottom gap-1 whitespace-nowrap"
    >
      <FileText aria-hidden className="size-4" />
      {number}
    </a>
  );
}
