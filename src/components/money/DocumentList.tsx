import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { DocumentName } from '@/components/money/DocumentName.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';

export interface DocumentListProps {
  id: string;
  contractId: string;
  /** Leaves out the documents of other milestones. */
  milestoneId?: string;
  /** Level of the heading on its page. */
  heading: 'h2' | 'h3';
}

/** Receipts, invoices and credit notes of a deal that the user's org may read. Renders nothing without documents, and for who may not read them. */
export function DocumentList({ id, contractId, milestoneId, heading: Heading }: DocumentListProps) {
  const { t } = useTranslation('money');
  const mayRead = usePermitted('money.view') === true;
  const query = useQuery({ ...api.documents.ofDeal.queryOptions({ contractId }), enabled: mayRead });
  const documents = (query.data ?? []).filter(
    (doc) => !milestoneId || doc.milestoneId === milestoneId || doc.alsoOf.includes(milestoneId),
  );
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={Heading === 'h2' ? 'heading-section' : 'heading-item'}>
        {t('documents')}
      </Heading>
      <ul className="mt-1">
        {documents.map((doc) => (
          <li key={doc.id} className="flex items-baseline justify-between gap-3 border-t border-border py-2 text-sm">
            <span className="grid min-w-0 justify-items-start">
              <DocumentName document={doc} /> <DocumentLink document={doc} />
              {doc.alsoOf.length > 1 ? <span className="text-muted-foreground">{t('together')}</span> : null}
            </span>
            <MoneyText money={{ amount: doc.amount, currency: doc.currency }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
