import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { firstBrokenEvent } from '../../../server/features/escrow/timeline/rules.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { EventText } from '@/components/deal/EventText.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { shortHash } from '@/features/deals/replay-steps.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';

/** Every event with its hash, checked in this browser as soon as the list is shown. */
export function ReplayChain({ deal, at, onChoose }: { deal: DealDto; at: number; onChoose: (at: number) => void }) {
  const { t } = useTranslation('replay');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { current: frame } = list;
    const row = frame?.children[at];
    if (!frame || !row) return;
    const [outer, inner] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
    frame.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
  }, [at]);
  return (
    <section aria-labelledby="event-chain">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="event-chain" className="heading-section">
          {t('chain.title')}
        </h2>
        <span className="text-sm text-muted-foreground">{t('chain.count', { count: deal.timeline.length })}</span>
      </div>
      <ol ref={list} className="mt-2 max-h-[30rem] overflow-y-auto lg:max-h-[44rem]">
        {deal.timeline.map((event, index) => (
          <li key={event.id}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onChoose(index)}
              className={cn(
                'grid w-full cols-auto-main-auto items-baseline gap-x-3 border-s-2 px-2 py-1.5 text-start text-sm hover:bg-muted',
                index === at ? 'border-foreground bg-muted' : 'border-transparent',
                index > at && 'text-muted-foreground',
              )}
            >
              <span className="figures min-w-5 text-xs text-muted-foreground">{event.seq}</span>
              <span className="min-w-0">
                <EventText event={event} deal={deal} />
                <DateText value={event.at} className="block text-xs text-muted-foreground" />
              </span>
              <bdi dir="ltr" className="font-mono text-2xs text-muted-foreground">
                {shortHash(event.hash)}
              </bdi>
            </button>
          </li>
        ))}
      </ol>
      <Verdict deal={deal} />
      <p className="mt-3 text-sm">
        <Link to="/p/verify" className="link">
          {t('chain.file')}
        </Link>
      </p>
    </section>
  );
}

function Verdict({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('replay');
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['event-chain', deal.contractId, deal.headHash],
    queryFn: async () => ({ broken: await firstBrokenEvent(deal.contractId, deal.timeline), at: new Date() }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return <p className="mt-3 text-sm text-muted-foreground">{t('chain.checking')}</p>;
  const Icon = data.broken === null ? ShieldCheck : ShieldAlert;
  return (
    <div
      role="status"
      className={cn(
        'mt-3 flex gap-2 text-sm',
        data.broken === null ? 'text-muted-foreground' : 'font-medium text-destructive',
      )}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', data.broken === null && 'text-released-foreground')} />
      <p className="min-w-0">
        {data.broken === null
          ? t('chain.holds', { count: deal.timeline.length, time: format.time(data.at) })
          : t('chain.broken', { position: data.broken })}{' '}
        {t('chain.head')}{' '}
        <bdi dir="ltr" className="font-mono text-2xs break-all">
          {deal.headHash}
        </bdi>
      </p>
    </div>
  );
}
