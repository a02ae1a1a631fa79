import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdDetail } from '../../../server/features/ads/schema.ts';
import { DetailPage } from '@/components/page/Pages.tsx';
import { BrandFacts } from '@/components/people/BrandFacts.tsx';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { LazyReportDialog } from '@/components/report/lazy-report-dialog.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Visits } from '@/components/visits/Visits.tsx';
import { AdPay, useWhereText, useWorkText } from '@/features/ads/ad-parts.tsx';
import { AdRow, SaveAd } from '@/features/ads/AdRow.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Alert } from '@/ui/alert.tsx';
import { Tag } from '@/ui/tag.tsx';

const ReplyPanel = lazyNamed(() => import('@/features/ads/ReplyPanel.tsx'), 'ReplyPanel');

/** One ad with what a reader needs to decide, and the reply beside it. */
export function OpenAdPage({ adId }: { adId: string }) {
  const { t } = useTranslation('ads');
  const whereOf = useWhereText();
  const query = useQuery(api.ads.open.queryOptions({ adId }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('open.couldNotLoad')}
      header={(ad) => ({
        title: <bdi>{ad.title || t('state.removed')}</bdi>,
        documentTitle: ad.title || t('state.removed'),
        crumbs: [{ label: t('browse.title'), link: { to: '/browse-ads' } }, { label: <bdi>{ad.owner.name}</bdi> }],
        lead: <PartyAvatar kind={ad.owner.kind} {...faceOf(ad.owner)} size="lg" />,
        tag: ad.state === 'live' ? <Tag>{t(`kind.${ad.kind}`)}</Tag> : <Tag>{t(`state.${ad.state}`)}</Tag>,
        status: (
          <>
            <OwnerName ad={ad} /> · <bdi>{whereOf(ad)}</bdi>
            {ad.facts ? (
              <>
                {' '}
                · <BrandFacts facts={ad.facts} />
              </>
            ) : null}
          </>
        ),
        actions: ad.own ? undefined : (
          <>
            <SaveAd adId={ad.id} saved={ad.saved} />
            <AdMenu ad={ad} />
          </>
        ),
      })}
      aside={(ad) => <Aside ad={ad} />}
      asideLabel={t('reply.yours')}
    >
      {(ad) => <Body ad={ad} />}
    </DetailPage>
  );
}

function OwnerName({ ad }: { ad: AdDetail }) {
  const name = <bdi>{ad.owner.name}</bdi>;
  return ad.owner.kind === 'creator' && ad.owner.slug ? (
    <Link to="/creator/$handle" params={{ handle: ad.owner.slug }} className="link-quiet">
      {name}
    </Link>
  ) : (
    name
  );
}

function Body({ ad }: { ad: AdDetail }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const workOf = useWorkText();
  const facts: [label: string, value: string][] = [
    [t('form.format'), workOf(ad)],
    ...(ad.dueAt ? [[t('form.due'), format.date(ad.dueAt)] as [string, string]] : []),
    ...(ad.endsAt ? [[t('mine.column.ends'), format.dateTime(ad.endsAt)] as [string, string]] : []),
  ];
  return (
    <div className="grid gap-6">
      {ad.photoUrl ? (
        <img src={ad.photoUrl} alt="" className="aspect-video w-full max-w-form rounded-lg object-cover" />
      ) : null}
      <p className="text-intro font-semibold">
        <AdPay ad={ad} />
      </p>
      <p dir="auto" className="max-w-70ch break-words whitespace-pre-line">
        {ad.body}
      </p>
      <dl className="grid max-w-form cols-auto-1fr gap-x-6 text-ui [&>*]:py-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ad.similar.length > 0 ? (
        <section aria-labelledby="similar-ads">
          <h2 id="similar-ads" className="heading-section mb-2">
            {t('open.similar')}
          </h2>
          <ul className="border-t border-border">
            {ad.similar.map((other) => (
              <AdRow key={other.id} ad={other} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Aside({ ad }: { ad: AdDetail }) {
  const { t } = useTranslation('ads');
  if (ad.own)
    return (
      <Alert>
        {t('open.own')}{' '}
        <Link to="/my-ads/$adId" params={{ adId: ad.id }} className="link">
          {t('open.manage')}
        </Link>
      </Alert>
    );
  return (
    <div className="grid gap-5">
      <Suspense fallback={<PendingSkeleton rows={4} />}>
        <ReplyPanel ad={ad} />
      </Suspense>
      {ad.kind === 'wanted' && ad.reply ? <Visits subject={{ kind: 'ad', id: ad.id }} /> : null}
    </div>
  );
}

const HIDE_REASONS = ['far', 'pay', 'topic', 'other'] as const;

function AdMenu({ ad }: { ad: AdDetail }) {
  const { t } = useTranslation('ads');
  const navigate = useNavigate();
  const [reporting, setReporting] = useState(false);
  const hide = trpc.ads.hide.useMutation({
    onSuccess: async () => {
      void toast('success', t('open.hidden'));
      await api.ads.invalidate();
      await navigate({ to: '/browse-ads' });
    },
    onError: toastError,
  });
  const unhide = trpc.ads.unhide.useMutation({ onSuccess: () => api.ads.invalidate(), onError: toastError });
  const items = ad.hidden
    ? [{ id: 'unhide', label: t('open.unhide'), onSelect: () => unhide.mutate({ adId: ad.id }) }]
    : HIDE_REASONS.map((reason) => ({
        id: reason,
        label: t(`open.hide.${reason}`),
        onSelect: () => hide.mutate({ adId: ad.id, reason }),
      }));
  return (
    <>
      <ActionMenu
        label={t('open.more')}
        items={[...items, { id: 'report', label: t('open.report'), onSelect: () => setReporting(true) }]}
      />
      {reporting ? <ReportAd adId={ad.id} onClose={() => setReporting(false)} /> : null}
    </>
  );
}

function ReportAd({ adId, onClose }: { adId: string; onClose: () => void }) {
  const { t } = useTranslation('ads');
  const report = trpc.ads.report.useMutation({ onSuccess: () => void toast('success', t('open.reported')) });
  return (
    <LazyReportDialog
      draft={`ad-report.${adId}`}
      title={t('open.report')}
      note={t('open.reportText')}
      pending={report.isPending}
      error={report.error}
      onReport={(reason) => report.mutateAsync({ adId, reason })}
      onClose={onClose}
    />
  );
}
