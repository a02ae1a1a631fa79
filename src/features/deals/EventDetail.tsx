import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { useAccountName } from '@/components/money/account-name.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { postingsAt } from '@/features/deals/deal-words.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api } from '@/lib/trpc.ts';

/** The ledger's entries of an event, and its hash. */
export function EventDetail({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation('ledger');
  const explain = useErrorText();
  const accountName = useAccountName();
  const query = useQuery({
    ...api.escrow.postings.queryOptions({ milestoneId: event.milestoneId ?? '' }),
    enabled: event.milestoneId !== null,
  });
  const near = postingsAt(event, query.data ?? []);
  return (
    <div className="grid gap-3">
      {query.isError ? <p>{explain(query.error)}</p> : null}
      {near.map((tx) => (
        <table key={tx.txId} className="w-full border-collapse text-sm">
          <caption className="pb-1 text-start font-medium">{t(`posting.${tx.kind}` as 'posting.funded')}</caption>
          <thead className="text-start text-xs text-muted-foreground">
            <tr>
              <th scope="col" className="py-1 text-start font-normal">
                {t('posting.account')}
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                {t('posting.debit')}
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                {t('posting.credit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {tx.entries.map((e, i) => (
              <tr key={i} className="border-t border-border">
                <td className="py-1">{accountName(e.account)}</td>
                <td className="py-1 text-end">
                  {e.debit > 0 ? <MoneyText money={{ amount: e.debit, currency: e.currency }} /> : null}
                </td>
                <td className="py-1 text-end">
                  {e.credit > 0 ? <MoneyText money={{ amount: e.credit, currency: e.currency }} /> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {near.length === 0 && !query.isLoading ? <p className="text-muted-foreground">{t('posting.none')}</p> : null}
      <p className="text-xs text-muted-foreground">
        {t('posting.hash')}{' '}
        <bdi dir="ltr" className="font-mono break-all">
          {event.hash}
        </bdi>
      </p>
    </div>
  );
}
