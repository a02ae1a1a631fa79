import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstBrokenEvent } from '../../../server/features/escrow/timeline/rules.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { releaseWait } from '@/components/deal/waiting-money.ts';
import { EventText } from '@/components/deal/EventText.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { LazyLiveText } from '@/components/live/lazy.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { balancesAfter } from '@/features/deals/balances-after.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

/** The postings of one row, loaded when it is opened. */
const EventDetail = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/EventDetail.tsx'), loadTexts('ledger')]))[0],
  'EventDetail',
);

/** Who did what, when, and the balances after it; the hash chain can be recomputed here, in the browser. */
export function DealTimeline({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const [verdict, setVerdict] = useState<'checking' | 'holds' | number | null>(null);
  const paused = usePausedCurrencies();
  const focus = deal.milestones.find((m) => m.id === deal.focusMilestoneId);
  const last = deal.timeline.at(-1);
  const after = last && focus ? balancesAfter(last, focus, releaseWait(focus, paused)) : null;
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
          detail: (
            <Suspense fallback={<PendingSkeleton rows={2} />}>
              <EventDetail event={event} />
            </Suspense>
          ),
        }))}
        {...(focus?.deadlineAt && focus.atZero && after
          ? {
              next: {
                at: focus.deadlineAt,
                what:
                  focus.atZero === 'post' || focus.atZero === 'retention' ? (
                    <LazyLiveText text={`next.${focus.atZero}`} words={{ milestone: focus.title }} />
                  ) : (
                    t(`next.${focus.atZero}`, { milestone: focus.title })
                  ),
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
        <Link className="link" to="/smart-contracts/$contractId/replay" params={{ contractId: deal.contractId }}>
          {t('verify.replay')}
        </Link>
        <a className="link" href={inOrg(`/files/event-logs/${deal.contractId}.jsonl`)} download>
          {t('verify.download')}
        </a>
      </div>
    </section>
  );
}
