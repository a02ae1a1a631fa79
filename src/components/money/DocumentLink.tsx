import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentRef } from '../../../server/features/documents/schema.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';

/** The number of a document, as a link to it in the user's language. */
export function DocumentLink({ document: doc }: { document: DocumentRef }) {
  const { t } = useTranslation('money');
  return (
    <a
      href={inOrg(`/files/documents/${doc.id}.pdf?lang=${currentLocale()}`)}
      download
      aria-label={t('document.open', { number: doc.number })}
      className="link inline-flex min-h-6 items-center align-bottom gap-1 whitespace-nowrap"
    >
      <FileText aria-hidden className="size-4" />
      <bdi dir="ltr" className="figures">
        {doc.number}
      </bdi>
    </a>
  );
}
