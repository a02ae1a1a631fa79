import { useQuery } from '@tanstack/react-query';
import { FileText, Table } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const SHOWN = 6;
const ALL = 120;

/** What was transferred to the agency, month by month, as PDF and for a spreadsheet. */
export function Statements() {
  const { t } = useTranslation('agencies');
  const format = useFormat();
  const [all, setAll] = useState(false);
  // One more than is shown: there are others.
  const query = useQuery(api.agencies.statements.queryOptions({ limit: all ? ALL : SHOWN + 1 }));
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="heading-section">
        {t('statements.title')}
      </h2>
      <p className="text-sm text-muted-foreground">{t('statements.text')}</p>
      {query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('statements.failed')} moneySafe onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <p className="mt-2 text-sm">{t('statements.none')}</p>
      ) : (
        <>
          <ul className="mt-2">
            {query.data.slice(0, all ? ALL : SHOWN).map(({ month, amounts }) => {
              const name = format.month(month);
              const link = (ending: 'pdf' | 'csv') => (
                <a
                  href={inOrg(`/files/commissions/${month}.${ending}?lang=${currentLocale()}`)}
                  download
                  aria-label={t('statements.of', { month: name, file: t(`statements.${ending}`) })}
                  className="link inline-flex min-h-6 items-center gap-1"
                >
                  {ending === 'pdf' ? (
                    <FileText aria-hidden className="size-4" />
                  ) : (
                    <Table aria-hidden className="size-4" />
                  )}
                  {t(`statements.${ending}`)}
                </a>
              );
              return (
                <li
                  key={month}
                  className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-border py-2.5 text-sm last:border-b-0"
                >
                  <span className="min-w-36 grow font-medium">{name}</span>
                  <span className="flex flex-wrap gap-x-3 font-semibold">
                    {amounts.map((money) => (
                      <MoneyText key={money.currency} money={money} />
                    ))}
                  </span>
                  <span className="flex gap-4">
                    {link('pdf')}
                    {link('csv')}
                  </span>
                </li>
              );
            })}
          </ul>
          {!all && query.data.length > SHOWN ? (
            <Button size="small" className="mt-2" onClick={() => setAll(true)}>
              {t('statements.more')}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}
