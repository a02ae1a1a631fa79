import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Download, Link2, Pause, Play } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { EventText } from '@/components/deal/EventText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { PairAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ReplayBalances } from '@/features/deals/ReplayBalances.tsx';
import { ReplayChain } from '@/features/deals/ReplayChain.tsx';
import { replaySteps, type ReplayStep } from '@/features/deals/replay-steps.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { toast } from '@/lib/toast.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const ReplayChart = lazyNamed(
  async () => (await Promise.all([import('@/features/deals/ReplayChart.tsx'), loadTexts('charts')]))[0],
  'ReplayChart',
);

const EVERY_MS = 1_000;
/** With more events the dots under the slider would touch. */
const MAX_DOTS = 40;

export interface ReplayPageProps {
  contractId: string;
  /** Number of the event that the link names; the last one without it. */
  event: number | undefined;
}

/** A deal event by event: who did what, and where the money was before and after it. Both sides see the same. */
export function ReplayPage({ contractId, event }: ReplayPageProps) {
  const { t } = useTranslation('replay');
  const { t: deals } = useTranslation('deals');
  const query = useQuery(api.escrow.deal.queryOptions({ contractId }));
  const steps = query.data ? replaySteps(query.data.timeline) : [];
  const [chosen, setChosen] = useState<number | null>(event === undefined ? null : event - 1);
  const at = Math.max(0, Math.min(steps.length - 1, chosen ?? steps.length - 1));
  const shown = steps[at];
  return (
    <DetailPage
      query={query}
      errorTitle={deals('loadFailed')}
      moneySafe
      header={(deal) => ({
        title: shown ? <StepTitle step={shown} deal={deal} /> : t('title'),
        documentTitle: `${t('title')} · ${deal.title}`,
        crumbs: [
          { label: deals('crumb.deals'), link: { to: '/my-campaigns' } },
          { label: deal.title, link: { to: '/smart-contracts/$contractId', params: { contractId } } },
          { label: t('title') },
        ],
        lead: <PairAvatar brand={faceOf(deal.brand)} creator={faceOf(deal.creator)} size="lg" />,
        status: shown
          ? t('status', {
              deal: deal.title,
              position: at + 1,
              count: steps.length,
              name: deal.mySide === 'brand' ? deal.creator.name : deal.brand.name,
            })
          : undefined,
        actions: (
          <>
            <CopyLink contractId={contractId} event={at + 1} />
            <Button asChild>
              <a href={inOrg(`/files/event-logs/${contractId}.jsonl`)} download>
                <Download aria-hidden />
                {t('download')}
              </a>
            </Button>
          </>
        ),
      })}
      asideLabel={t('chain.title')}
      aside={(deal) => <ReplayChain deal={deal} at={at} onChoose={setChosen} />}
    >
      {(deal) =>
        shown ? (
          <div className="grid grid-cols-1 gap-7">
            <Player steps={steps} at={at} onMove={setChosen} deal={deal} />
            <h2 className="sr-only">{deals('equation.title')}</h2>
            <Suspense fallback={<PendingSkeleton as="panel" rows={4} />}>
              <ReplayChart steps={steps} at={at} currency={deal.currency} fileName={`escrow-${contractId}`} />
            </Suspense>
            <ReplayBalances step={shown} currency={deal.currency} />
          </div>
        ) : (
          <EmptyState
            title={t('empty')}
            action={
              <Button asChild variant="ink">
                <Link to="/smart-contracts/$contractId" params={{ contractId }}>
                  {t('back')}
                </Link>
              </Button>
            }
          >
            {t('emptyText')}
          </EmptyState>
        )
      }
    </DetailPage>
  );
}

function StepTitle({ step: { event }, deal }: { step: ReplayStep; deal: DealDto }) {
  const format = useFormat();
  return (
    <>
      <time dateTime={event.at.toISOString()} className="block text-sm font-normal text-muted-foreground">
        {format.dateTime(event.at)}
      </time>
      <EventText event={event} deal={deal} />
    </>
  );
}

function CopyLink({ contractId, event }: { contractId: string; event: number }) {
  const { t } = useTranslation('replay');
  const copy = async () => {
    const address = new URL(`/smart-contracts/${contractId}/replay?event=${event}`, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      void toast('success', t('copied'));
    } catch {
      // Without access to the clipboard the address of the page names the moment, ready to be copied by hand.
      window.history.replaceState(window.history.state, '', address);
      void toast('info', t('inAddress'));
    }
  };
  return (
    <Button variant="quiet" className="max-sm:-ms-2.5" onClick={() => void copy()}>
      <Link2 aria-hidden />
      {t('copy')}
    </Button>
  );
}

interface PlayerProps {
  steps: readonly ReplayStep[];
  at: number;
  onMove: (at: number) => void;
  deal: DealDto;
}

/** Steps through the events. Time runs from left to right in every language, as in the drawing below it. */
function Player({ steps, at, onMove, deal }: PlayerProps) {
  const { t } = useTranslation('replay');
  const format = useFormat();
  const [playing, setPlaying] = useState(false);
  const last = steps.length - 1;
  const runs = playing && at < last;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => onMove(at + 1), EVERY_MS);
    return () => clearTimeout(timer);
  }, [runs, at, onMove]);
  const go = (to: number) => {
    setPlaying(false);
    onMove(to);
  };
  const toggle = () => {
    if (!runs && at >= last) onMove(0);
    setPlaying(!runs);
  };
  const [from, to] = [steps[0], steps[last]];
  const shown = steps[at];
  return (
    <section aria-label={t('player')}>
      <div dir="ltr" className="flex flex-wrap items-center gap-2.5">
        <Button size="icon" aria-label={t('first')} aria-disabled={at === 0 || undefined} onClick={() => go(0)}>
          <ChevronFirst aria-hidden />
        </Button>
        <Button size="icon" aria-label={t('previous')} aria-disabled={at === 0 || undefined} onClick={() => go(at - 1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button variant="ink" aria-disabled={last < 1 || undefined} onClick={toggle}>
          {runs ? <Pause aria-hidden /> : <Play aria-hidden />}
          {t(runs ? 'pause' : 'play')}
        </Button>
        <Button size="icon" aria-label={t('next')} aria-disabled={at === last || undefined} onClick={() => go(at + 1)}>
          <ChevronRight aria-hidden />
        </Button>
        <Button size="icon" aria-label={t('last')} aria-disabled={at === last || undefined} onClick={() => go(last)}>
          <ChevronLast aria-hidden />
        </Button>
        <span dir="auto" className="ms-auto text-sm text-muted-foreground max-md:w-full">
          {t('hint')}
        </span>
      </div>
      <div dir="ltr" className="mt-3">
        <input
          type="range"
          min={1}
          max={steps.length}
          step={1}
          value={at + 1}
          aria-label={t('slider')}
          aria-valuetext={t('position', {
            position: at + 1,
            count: steps.length,
            date: shown ? format.dateTime(shown.event.at) : '',
          })}
          onChange={(event) => go(Number(event.currentTarget.value) - 1)}
          className="block h-6 w-full cursor-pointer accent-foreground touch:h-11"
        />
        {steps.length > MAX_DOTS ? null : (
          // The handle of the slider is 16 px wide: its center begins and ends that much further in.
          <span aria-hidden className="relative mx-2 block h-2">
            {steps.map(({ event }, index) => (
              <i
                key={event.id}
                style={{ left: `${last === 0 ? 0 : (index / last) * 100}%` }}
                className={cn(
                  'absolute size-1.5 -translate-x-1/2 rounded-full',
                  index <= at ? 'bg-foreground' : 'border border-border-strong',
                )}
              />
            ))}
          </span>
        )}
      </div>
      <p dir="ltr" className="figures flex justify-between gap-4 text-xs text-muted-foreground">
        <span>{from ? `1 · ${format.date(from.event.at)}` : null}</span>
        <span>{to && last > 0 ? `${steps.length} · ${format.date(to.event.at)}` : null}</span>
      </p>
      <p role="status" className="sr-only">
        {shown ? <EventText event={shown.event} deal={deal} /> : null}
      </p>
    </section>
  );
}
