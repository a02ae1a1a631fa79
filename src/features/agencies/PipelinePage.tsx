import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PipelineItem, PipelineStage } from '../../../server/features/agencies/schema.ts';
import type { PartyDto } from '../../../server/features/orgs/schema.ts';
import { turnByName } from '@/components/disputes/dispute-words.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { ActFor } from '@/features/agencies/ActFor.tsx';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { SideScroll } from '@/ui/side-scroll.tsx';
import { Tag } from '@/ui/tag.tsx';

const STAGES: readonly PipelineStage[] = [
  'applied',
  'offer',
  'contract',
  'funding',
  'producing',
  'review',
  'clearing',
  'done',
];

/** Every creator with each application, offer and deal, by stage. */
export function PipelinePage({ orgId }: { orgId: string }) {
  const { t } = useTranslation('agencies');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.agencies.pipeline.queryOptions());
  useLive([`org:${orgId}`]);
  const title = screens('titles.agent-campaigns');
  return (
    <DetailPage
      query={query}
      errorTitle={t('pipeline.failed')}
      moneySafe
      header={() => ({
        title,
        status: t('pipeline.text'),
        actions: (
          <Button asChild>
            <Link to="/campaigns">
              <Send aria-hidden />
              {t('pitch.several')}
            </Link>
          </Button>
        ),
      })}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title={t('pipeline.empty')}
            action={
              <Button asChild>
                <Link to="/agent-dashboard">{t('invite.open')}</Link>
              </Button>
            }
          >
            {t('pipeline.emptyText')}
          </EmptyState>
        ) : (
          <div className="grid gap-8">
            {rows.map((creator) => (
              <CreatorWork key={creator.orgId} creator={creator} orgId={orgId} />
            ))}
          </div>
        )
      }
    </DetailPage>
  );
}

/** So much of a creator's work is shown at first. */
const SHOWN = 50;

function CreatorWork({ creator, orgId }: { creator: PartyDto; orgId: string }) {
  const { t } = useTranslation('agencies');
  const { query, rows: items } = usePages((after) =>
    api.agencies.work.queryOptions({ creatorOrg: creator.orgId, limit: SHOWN, ...(after ? { after } : {}) }),
  );
  const empty = query.isSuccess && items.length === 0;
  const stages = STAGES.filter((stage) => items.some((item) => item.stage === stage));
  return (
    <section aria-label={creator.name} className="min-w-0">
      <div className="flex flex-wrap items-center gap-2.5 border-b border-border pb-2">
        <CreatorAvatar {...faceOf(creator)} size="sm" />
        <h2 className="heading-section min-w-0 grow truncate-name">{creator.name}</h2>
        <ActFor
          agency={orgId}
          creator={creator.orgId}
          link={empty ? '/campaigns' : '/dashboard'}
          label={`${empty ? t('pipeline.browse') : t('roster.act')}: ${creator.name}`}
        >
          {empty ? t('pipeline.browse') : t('roster.act')}
        </ActFor>
      </div>
      {query.isPending ? <PendingSkeleton rows={2} /> : null}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('pipeline.failed')} moneySafe onRetry={() => void query.refetch()} />
      ) : null}
      {empty ? <p className="py-3 text-sm text-muted-foreground">{t('pipeline.none')}</p> : null}
      {stages.length > 0 ? (
        <div className="mt-3">
          <SideScroll
            label={t('pipeline.stages', { name: creator.name })}
            before={t('pipeline.before')}
            after={t('pipeline.after')}
            className="flex gap-4 pb-2 max-md:flex-col"
          >
            {stages.map((stage) => (
              <div key={stage} className="min-w-0 md:w-64 md:shrink-0">
                <h3 className="text-sm font-semibold text-muted-foreground">{t(`stage.${stage}`)}</h3>
                <ul className="mt-2 grid gap-2">
                  {items
                    .filter((item) => item.stage === stage)
                    .map((item) => (
                      <PipelineCard key={item.id} item={item} creator={creator} orgId={orgId} />
                    ))}
                </ul>
              </div>
            ))}
          </SideScroll>
        </div>
      ) : null}
      <MoreButton query={query} />
    </section>
  );
}

export function PipelineCard({ item, creator, orgId }: { item: PipelineItem; creator: PartyDto; orgId: string }) {
  const { t } = useTranslation('agencies');
  const { currency } = item;
  return (
    <li className="grid gap-1.5 rounded-md border border-border bg-card p-3 text-sm">
      <p className="min-w-0 font-semibold">
        <bdi>{item.title}</bdi>
      </p>
      {item.dispute ? (
        <div className="flex flex-wrap gap-1">
          <MilestoneStateTag state={item.dispute.state} />
          {item.dispute.turns.map((turn) => (
            <TurnTag key={turn} turn={turnByName(turn, { brand: item.brand.name, creator: creator.name })} />
          ))}
        </div>
      ) : null}
      <p className="text-muted-foreground">
        <bdi>{item.brand.name}</bdi> · <MoneyText money={{ amount: item.amount, currency }} />
      </p>
      {item.held > 0 || item.released > 0 ? (
        <p className="text-muted-foreground">
          {item.held > 0 ? (
            <>
              {t('pipeline.held')} <MoneyText money={{ amount: item.held, currency }} />
            </>
          ) : null}
          {item.held > 0 && item.released > 0 ? ' · ' : null}
          {item.released > 0 ? (
            <>
              {t('pipeline.released')} <MoneyText money={{ amount: item.released, currency }} />
            </>
          ) : null}
        </p>
      ) : null}
      {item.deadlineAt && item.stage !== 'done' ? (
        <p>
          <span className="text-muted-foreground">{t('pipeline.deadline')}</span> <DateText value={item.deadlineAt} />
        </p>
      ) : null}
      <p className="flex items-center justify-between gap-2">
        {item.turn && item.stage !== 'done' ? (
          <Tag>{t(item.turn === 'creator' ? 'pipeline.ours' : 'pipeline.theirs')}</Tag>
        ) : (
          <span />
        )}
        <ActFor agency={orgId} creator={creator.orgId} link={item.link} label={`${t('due.show')}: ${item.title}`}>
          {t('due.show')}
        </ActFor>
      </p>
    </li>
  );
}
