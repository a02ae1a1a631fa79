import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PayoutOverview } from '../../../server/features/payouts/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { DocumentName } from '@/components/money/DocumentName.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Each year at a glance and what of it is reported to the tax authorities, and the document of every earning; statements stand beside their payouts. Nothing while there are none. */
export function PayeeDocuments({ years, reportedYears }: Pick<PayoutOverview, 'years' | 'reportedYears'>) {
  const { t } = useTranslation('payouts');
  const { t: common } = useTranslation();
  const managesPayouts = usePermitted('payout.manage') === true;
  const { rows: documents, query } = usePages((after) =>
    api.documents.list.queryOptions({ statements: false, ...(after ? { after } : {}) }),
  );
  if (years.length === 0 && documents.length === 0) return null;
  return (
    <section aria-labelledby="payee-documents" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="payee-documents" className="heading-section">
          {t('documents.title')}
        </h2>
        <p className="text-sm text-muted-foreground">{t('documents.note')}</p>
      </div>
      {years.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {years.map((year) => (
            <li key={year} className="flex flex-wrap gap-x-4 gap-y-1">
              <YearFile folder="earnings" year={year} name={t('documents.year', { year: String(year) })} />
              {managesPayouts && reportedYears.includes(year) ? (
                <YearFile
                  folder="reported-earnings"
                  year={year}
                  name={t('documents.reported', { year: String(year) })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {documents.length > 0 ? (
        <ul className="mt-2">
          {documents.map((doc) => (
            <li key={doc.id} className="flex items-center justify-between gap-3 border-t border-border py-2 text-sm">
              <span className="flex flex-wrap items-center gap-x-2 max-sm:grid max-sm:justify-items-start">
                <DocumentName document={doc} /> <DocumentLink document={doc} />{' '}
                <DateText value={doc.issuedAt} as="day" className="text-muted-foreground" />
              </span>
              <MoneyText money={{ amount: doc.amount, currency: doc.currency }} />
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

function YearFile({ folder, year, name }: { folder: 'earnings' | 'reported-earnings'; year: number; name: string }) {
  return (
    <a
      href={inOrg(`/files/${folder}/${year}.pdf?lang=${currentLocale()}`)}
      download
      className="link inline-flex min-h-6 items-center gap-1"
    >
      <FileText aria-hidden className="size-4" />
      {name}
    </a>
  );
}
