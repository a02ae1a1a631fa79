import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstBrokenEvent } from '../../../server/features/escrow/timeline/rules.ts';
import type { DealDto, MilestoneDto, TimelineEvent } from '../../../server/features/escrow/schema.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { releaseWait, type ReleaseWait } from '@/components/deal/waiting-money.ts';
import { EventText } from '@/components/deal/EventText.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { useAccountName } from '@/components/money/account-name.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { postingsAt } from '@/features/deals/deal-words.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Who did what, when, and the balances after it; the hash chain can be recomputed here, in the browser. */
export function DealTimeline({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const [verdict, setVerdict] = useState<'checking' | 'holds' | number | null>(null);
  const paused = usePausedCurrencies();
  const focus = deal.milestones.find((m) => m.id === deal.focusMilestoneId);
  const last = deal.timeline.at(-1);
  const after = last && focus ? balancesAfter(last, focus.atZero, focus, releaseWait(focus, paused)) : null;
  const verify = async () => {
    setVerdict('checking');
    setVerdict((await firstBrokenEvent(deal.contractId, deal.timeline)) ?? 'holds');
  };
  return (
    <section aria-labelledby="deal-timeline">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="deal-timeline" className="heading-section">
          {t('timeline.title')}
        </h2>
        <p className="text-sm text-muted-foreground">{t('timeline.same')}</p>
      </div>
      <EscrowTimeline
        className="mt-1.5"
        currency={deal.currency}
        events={deal.timeline.map((event) => ({
          id: event.id,
          at: event.at,
          what: <EventText event={event} deal={deal} />,
          balances: event,
          detail: <EventDetail event={event} />,
        }))}
        {...(focus?.deadlineAt && focus.atZero && after
          ? {
              next: {
                at: focus.deadlineAt,
                what: t(`next.${focus.atZero}`, { milestone: focus.title }),
                balances: after,
              },
            }
          : {})}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
        <Button size="small" pending={verdict === 'checking'} onClick={() => void verify()}>
          {t('verify.button')}
        </Button>
        <span role="status">
          {verdict === 'holds'
            ? t('verify.holds', { count: deal.timeline.length })
            : typeof verdict === 'number'
              ? t('verify.broken', { position: verdict })
              : t('verify.hint')}
        </span>
        {verdict === 'holds' ? (
          <bdi dir="ltr" className="font-mono text-2xs break-all">
            {deal.headHash}
          </bdi>
        ) : null}
        <a className="link" href={inOrg(`/files/event-logs/${deal.contractId}.jsonl`)} download>
          {t('verify.download')}
        </a>
      </div>
    </section>
  );
}

function balancesAfter(
  last: TimelineEvent,
  atZero: string | null,
  m: Pick<MilestoneDto, 'amount'>,
  wait: ReleaseWait | null,
) {
  const { held, released, refunded, disputed } = last;
  const releases = atZero === 'release' || atZero === 'auto_approve';
  if (releases && !wait) return { held: held - m.amount, released: released + m.amount, refunded, disputed };
  if (atZero === 'refund') return { held: held - m.amount, released, refunded: refunded + m.amount, disputed };
  return { held, released, refunded, disputed };
}

function EventDetail({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation('deals');
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
