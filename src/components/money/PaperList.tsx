import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PaperLink } from '@/components/money/PaperLink.tsx';
import { PaperName } from '@/components/money/PaperName.tsx';
import { api } from '@/lib/trpc.ts';

export interface PaperListProps {
  id: string;
  contractId: string;
  /** Leaves out the documents of other milestones. */
  milestoneId?: string;
  /** Level of the heading on its page. */
  heading: 'h2' | 'h3';
}

/** Receipts, invoices and credit notes of a deal that the reader's org may read. Nothing while there are none. */
export function PaperList({ id, contractId, milestoneId, heading: Heading }: PaperListProps) {
  const { t } = useTranslation('payments');
  const query = useQuery(api.payments.documents.queryOptions({ contractId }));
  const papers = (query.data ?? []).filter((paper) => !milestoneId || paper.milestoneId === milestoneId);
  if (papers.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={Heading === 'h2' ? 'heading-section' : 'heading-item'}>
        {t('drawer.papers')}
      </Heading>
      <ul className="mt-1">
        {papers.map((paper) => (
          <li key={paper.id} className="flex items-baseline justify-between gap-3 border-t border-border py-2 text-sm">
            <span className="grid min-w-0 justify-items-start">
              <PaperName paper={paper} /> <PaperLink paper={paper} />
            </span>
            <MoneyText money={{ amount: paper.amount, currency: paper.currency }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
