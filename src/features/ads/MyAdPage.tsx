import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAdDetail } from '../../../server/features/ads/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { Visits } from '@/components/visits/Visits.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { AdActions } from '@/features/ads/AdActions.tsx';
import { AdPay, useWhereText, useWorkText } from '@/features/ads/ad-parts.tsx';
import { ReplyCard } from '@/features/ads/ReplyList.tsx';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import type { Persona } from '@/lib/screens.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** One own ad: how it does, and the replies to it. */
export function MyAdPage({ adId, persona }: { adId: string; persona: Persona }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const query = useQuery(api.ads.own.queryOptions({ adId }));
  const canEdit = usePermitted('ad.edit') === true;
  return (
    <DetailPage
      query={query}
      errorTitle={t('mine.couldNotLoad')}
      header={(ad) => ({
        title: <bdi>{ad.title || t('mine.untitled')}</bdi>,
        documentTitle: ad.title || t('mine.untitled'),
        crumbs: [{ label: t('mine.title'), link: { to: '/my-ads' } }],
        tag: <Tag>{t(ad.hasHeldText ? 'state.edit_in_review' : `state.${ad.state}`)}</Tag>,
        status:
          ad.endsAt && (ad.state === 'live' || ad.state === 'paused')
            ? t('mine.endsAt', { date: format.dateTime(ad.endsAt) })
            : undefined,
        actions: (
          <>
            {canEdit && ad.can.edit === true ? (
              <Button asChild>
                <Link to="/post-ad" search={{ id: ad.id }}>
                  {t('act.edit')}
                </Link>
              </Button>
            ) : null}
            <AdActions ad={ad} />
          </>
        ),
      })}
      aside={(ad) => <Facts ad={ad} persona={persona} />}
      asideLabel={t('mine.facts')}
    >
      {(ad) => (
        <div className="grid gap-8">
          <Notes ad={ad} />
          <section aria-labelledby="ad-replies">
            <h2 id="ad-replies" className="heading-section mb-1">
              {t('reply.title')}
            </h2>
            <Replies ad={ad} />
          </section>
          {ad.kind === 'wanted' && ad.postedAt ? <Visits subject={{ kind: 'ad', id: ad.id }} /> : null}
          <section aria-labelledby="ad-text">
            <h2 id="ad-text" className="heading-section mb-2">
              {t('mine.text')}
            </h2>
            {ad.photoUrl ? (
              <img src={ad.photoUrl} alt="" className="mb-3 aspect-video w-full max-w-form rounded-lg object-cover" />
            ) : null}
            <p dir="auto" className="max-w-70ch break-words whitespace-pre-line">
              {ad.body}
            </p>
          </section>
        </div>
      )}
    </DetailPage>
  );
}

function Notes({ ad }: { ad: MyAdDetail }) {
  const { t } = useTranslation('ads');
  if (ad.staffReason) return <Alert tone="note">{t('mine.staffReason', { reason: ad.staffReason })}</Alert>;
  if (ad.state === 'rejected') return <Alert tone="note">{t('mine.rejected')}</Alert>;
  if (ad.state === 'in_review') return <Alert>{t('mine.inReview')}</Alert>;
  if (ad.held) return <Alert>{t('mine.heldText')}</Alert>;
  if (ad.state === 'expired') return <Alert>{t('mine.expired')}</Alert>;
  return null;
}

function Replies({ ad }: { ad: MyAdDetail }) {
  const { t } = useTranslation('ads');
  const { query, rows } = usePages((after) =>
    api.ads.replies.queryOptions({ adId: ad.id, ...(after ? { after } : {}) }),
  );
  const see = trpc.ads.see.useMutation({ onSuccess: () => api.ads.counts.invalidate() });
  const fresh = rows.some((reply) => reply.state === 'sent');
  const { mutate } = see;
  useEffect(() => {
    if (fresh) mutate({ adId: ad.id });
  }, [fresh, ad.id, mutate]);
  if (query.isPending) return <PendingSkeleton rows={3} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} title={t('reply.couldNotLoad')} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return <EmptyState title={t('reply.none')}>{t('reply.noneText')}</EmptyState>;
  return (
    <>
      <ul className="border-t border-border">
        {rows.map((reply) => (
          <ReplyCard key={reply.id} reply={reply} />
        ))}
      </ul>
      <MoreButton query={query} className="mt-4" />
    </>
  );
}

function Facts({ ad, persona }: { ad: MyAdDetail; persona: Persona }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const workOf = useWorkText();
  const whereOf = useWhereText();
  const rows: [label: string, value: ReactNode][] = [
    [t('mine.column.views'), format.number(ad.views)],
    [t('mine.column.saves'), format.number(ad.saves)],
    [t('mine.column.replies'), format.number(ad.replies)],
    [t('mine.column.hires'), format.number(ad.hires)],
    [
      t(persona === 'brand' ? 'mine.column.spend' : 'mine.column.booked'),
      (ad.spend.length > 0 ? ad.spend : [{ amount: 0, currency: ad.currency }]).map((money) => (
        <span key={money.currency} className="block">
          <MoneyText money={money} quietZero />
        </span>
      )),
    ],
  ];
  return (
    <div className="grid gap-6">
      <dl className="grid cols-1fr-auto text-ui [&>*]:py-1.5">
        {rows.map(([label, value], index) => (
          <Fact key={label} label={label} first={index === 0}>
            {value}
          </Fact>
        ))}
      </dl>
      <div className="grid gap-1.5 rounded-lg border border-border-strong bg-card px-5 py-4.5 text-sm">
        <p className="font-semibold">
          <AdPay ad={ad} />
        </p>
        <p>{workOf(ad)}</p>
        <p>
          <bdi>{whereOf(ad)}</bdi>
        </p>
        {ad.dueAt ? <p>{t('card.due', { date: format.date(ad.dueAt) })}</p> : null}
      </div>
      {ad.postedAt ? (
        <Link to="/browse-ads/$adId" params={{ adId: ad.id }} className="link text-sm">
          {t('mine.asOthers')}
        </Link>
      ) : null}
    </div>
  );
}

function Fact({ label, first, children }: { label: string; first: boolean; children: ReactNode }) {
  const line = first ? '' : 'border-t border-border';
  return (
    <>
      <dt className={`${line} text-muted-foreground`}>{label}</dt>
      <dd className={`${line} figures text-end font-semibold`}>{children}</dd>
    </>
  );
}
