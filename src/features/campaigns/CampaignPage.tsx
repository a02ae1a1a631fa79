import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Columns3, List } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { EscrowBarWithLegend } from '@/components/money/EscrowBarWithLegend.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { ApplicantTable } from '@/features/campaigns/ApplicantTable.tsx';
import { Board } from '@/features/campaigns/Board.tsx';
import { boardCards, isRunning } from '@/features/campaigns/board-cards.ts';
import { CampaignActions } from '@/features/campaigns/CampaignActions.tsx';
import { campaignParts } from '@/features/campaigns/campaign-money.ts';
import { SharePanel } from '@/features/campaigns/SharePanel.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Tag } from '@/ui/tag.tsx';

const ApplicantSheet = lazyNamed(() => import('@/features/campaigns/ApplicantSheet.tsx'), 'ApplicantSheet');

export interface CampaignPageProps {
  campaignId: string;
  view: 'board' | 'list';
  /** The application that is open beside the board. */
  applicant: string | undefined;
}

/** One campaign of the brand: its money, and all creators from applicant to paid. */
export function CampaignPage({ campaignId, view, applicant }: CampaignPageProps) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const query = useQuery(api.campaigns.detail.queryOptions({ campaignId }));
  useLive([`campaign:${campaignId}`]);
  return (
    <DetailPage
      query={query}
      errorTitle={t('open.couldNotLoad')}
      moneySafe
      header={(campaign) => ({
        title: <bdi>{campaign.title}</bdi>,
        documentTitle: campaign.title,
        crumbs: [{ label: t('mine.title'), link: { to: '/my-campaigns' } }, { label: <bdi>{campaign.title}</bdi> }],
        tag: <Tag>{t(`state.${campaign.state}`)}</Tag>,
        status: [
          campaign.applicationDeadline ? t('board.closes', { date: format.date(campaign.applicationDeadline) }) : null,
          t('board.status', { taken: campaign.slotsTaken, slots: campaign.slots }),
        ]
          .filter(Boolean)
          .join(' · '),
        actions: (
          <>
            {campaign.state === 'draft' && campaign.can.edit === true ? (
              <Button asChild variant="ink">
                <Link to="/post-influencer-campaign" search={{ id: campaign.id }}>
                  {t('act.finishDraft')}
                </Link>
              </Button>
            ) : null}
            <CampaignActions campaign={campaign} />
          </>
        ),
      })}
      lead={(campaign) => (
        <EscrowBarWithLegend
          parts={campaignParts(campaign)}
          currency={campaign.currency}
          labels={{
            awaiting: t('board.awaiting'),
            left: t('board.leftOf', { total: format.money({ amount: campaign.budget, currency: campaign.currency }) }),
          }}
        />
      )}
    >
      {(campaign) => <People campaign={campaign} view={view} applicant={applicant} />}
    </DetailPage>
  );
}

function People({
  campaign,
  view,
  applicant,
}: {
  campaign: CampaignDetail;
  view: 'board' | 'list';
  applicant: string | undefined;
}) {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate({ from: '/my-campaigns/$campaignId' });
  const deals = useQuery(api.escrow.ofCampaign.queryOptions({ campaignId: campaign.id }));
  const { rows: applicants, more } = useShowMore(campaign.applicants, campaign.moreApplicants, (after) =>
    api.campaigns.applicants.queryOptions({ campaignId: campaign.id, after, limit: 100 }),
  );
  const cards = boardCards(applicants, deals.data ?? []);
  const { submitted = 0, shortlisted = 0, offered = 0, accepted = 0, declined = 0 } = campaign.applicationsByState;
  const isWhole =
    applicants.filter(({ state }) => isRunning(state)).length >= submitted + shortlisted + offered + accepted;
  const loaded = applicants.find(({ applicationId }) => applicationId === applicant);
  const one = useQuery({
    ...api.campaigns.applicant.queryOptions({ campaignId: campaign.id, applicationId: applicant ?? '' }),
    enabled: applicant !== undefined && loaded === undefined,
  });
  const open = applicant === undefined ? undefined : (loaded ?? one.data);
  const show = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, applicant: id }), resetScroll: false });
  return (
    <>
      {campaign.can.reopen === true && campaign.slotsTaken < campaign.slots ? (
        <ReopenPlace campaign={campaign} />
      ) : null}
      <div className="mb-[18px] flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('board.view')}
          value={view}
          onValueChange={(next) =>
            void navigate({
              search: (before) => ({ ...before, view: next === 'list' ? next : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
          options={[
            { value: 'board', label: t('board.board'), icon: Columns3 },
            { value: 'list', label: t('board.list'), icon: List },
          ]}
        />
      </div>
      {deals.isPending ? (
        <PendingSkeleton rows={6} />
      ) : deals.isLoadingError ? (
        <ErrorState title={t('open.couldNotLoad')} error={deals.error} onRetry={() => void deals.refetch()} />
      ) : cards.length === 0 ? (
        <div className="grid gap-6">
          <EmptyState title={t('board.emptyTitle')}>
            {t(campaign.state === 'draft' ? 'board.draftText' : 'board.emptyText')}
          </EmptyState>
          {campaign.state === 'live' ? <SharePanel campaignId={campaign.id} /> : null}
        </div>
      ) : view === 'list' ? (
        <ApplicantTable cards={cards} onOpen={show} />
      ) : (
        <Board cards={cards} counts={{ applied: submitted, shortlisted }} onOpen={show} />
      )}
      {cards.length > 0 && !isWhole ? more : null}
      <p className="mt-3.5 text-sm text-muted-foreground">
        {cards.length > 0 && view === 'board' ? `${t('board.note')} ` : null}
        {declined > 0 ? t('board.declined', { count: declined }) : null}
      </p>
      {open ? (
        <Suspense fallback={null}>
          <ApplicantSheet applicant={open} onClose={() => show(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A place became free after the campaign left the market: the brand decides whether to reopen it. */
function ReopenPlace({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const reopen = trpc.campaigns.reopen.useMutation({
    onSuccess: () => api.campaigns.invalidate(),
    onError: toastError,
  });
  return (
    <Alert
      className="mb-[18px]"
      title={t('free.title', { count: campaign.slots - campaign.slotsTaken })}
      action={
        <Button size="small" pending={reopen.isPending} onClick={() => reopen.mutate({ campaignId: campaign.id })}>
          {t('act.reopen')}
        </Button>
      }
    >
      {t('free.text')}
    </Alert>
  );
}
