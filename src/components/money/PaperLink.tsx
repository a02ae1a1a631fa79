import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaperRef } from '../../../server/features/payments/schema.ts';
import { currentLocale } from '@/lib/i18n.ts';

/** The number of a document, which opens it in the reader's language. */
export function PaperLink({ paper }: { paper: PaperRef }) {
  const { t } = useTranslation('payments');
  return (
    <a
      href={`/files/documents/${paper.id}.pdf?lang=${currentLocale()}`}
      download
      aria-label={t('paper.open', { number: paper.number })}
      className="link inline-flex min-h-6 items-center align-bottom gap-1 whitespace-nowrap"
    >
      <FileText aria-hidden className="size-4" />
      <bdi dir="ltr" className="figures">
        {paper.number}
      </bdi>
    </a>
  );
}
