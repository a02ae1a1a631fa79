import { FileText } from 'lucide-react';
import type { PaperItem } from '../../../server/features/payments/schema.ts';
import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PaperLink } from '@/components/money/PaperLink.tsx';
import { PaperName } from '@/components/money/PaperName.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { usePages } from '@/components/table/QueryTable.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { currentLocale } from '@/lib/i18n.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Each year at a glance, and the paper of every earning; statements stand beside their payouts. Nothing while there are none. */
export function PayeePapers({ years }: { years: readonly number[] }) {
  const { t } = useTranslation('payouts');
  const { t: common } = useTranslation();
  const { rows: papers, query } = usePages<PaperItem>((after) =>
    api.payments.papers.queryOptions({ statements: false, ...(after ? { after } : {}) }),
  );
  if (years.length === 0 && papers.length === 0) return null;
  return (
    <section aria-labelledby="payee-papers" className="mt-10">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="payee-papers" className="heading-section">
          {t('papers.title')}
        </h2>
        <p className="text-sm text-muted-foreground">{t('papers.note')}</p>
      </div>
      {years.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {years.map((year) => (
            <li key={year}>
              <a
                href={`/files/earnings/${year}.pdf?lang=${currentLocale()}`}
                download
                className="link inline-flex min-h-6 items-center gap-1"
              >
                <FileText aria-hidden className="size-4" />
                {t('papers.year', { year: String(year) })}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {papers.length > 0 ? (
        <ul className="mt-2">
          {papers.map((paper) => (
            <li key={paper.id} className="flex items-center justify-between gap-3 border-t border-border py-2 text-sm">
              <span className="flex flex-wrap items-center gap-x-2">
                <PaperName paper={paper} /> <PaperLink paper={paper} />{' '}
                <DateText value={paper.issuedAt} as="day" className="text-muted-foreground" />
              </span>
              <MoneyText money={{ amount: paper.amount, currency: paper.currency }} />
            </li>
          ))}
        </ul>
      ) : null}
      {query.isFetchNextPageError ? (
        <ErrorState error={query.error} title={common('table.moreFailed')} onRetry={() => void query.fetchNextPage()} />
      ) : null}
      {query.hasNextPage && !query.isFetchNextPageError ? (
        <Button className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {common('label.viewMore')}
        </Button>
      ) : null}
    </section>
  );
}
