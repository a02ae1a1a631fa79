import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignMatches as Ranking, MatchedCreator } from '../../../server/features/matching/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { BestSet } from '@/features/matching/BestSet.tsx';
import { MatchCard } from '@/features/matching/MatchCard.tsx';
import type { MatchSearch } from '@/features/matching/match-search.ts';
import { RejectDialog } from '@/features/matching/RejectDialog.tsx';
import { useMatches } from '@/features/matching/use-matches.ts';
import { WeightSliders } from '@/features/matching/WeightSliders.tsx';
import { useFormat } from '@/lib/format.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const MAX_COMPARED = 4;

/** The ranking of one campaign, its weights beside it, and the best set under a budget. */
export function CampaignMatches({ campaignId, search }: { campaignId: string; search: MatchSearch }) {
  const { t } = useTranslation('matching');
  const matches = useMatches(campaignId, search);
  const { data, query } = matches;
  const [compared, setCompared] = useState<string[]>([]);
  const [rejecting, setRejecting] = useState<MatchedCreator | null>(null);
  const settled = { onSuccess: () => api.matching.ofCampaign.invalidate({ campaignId }), onError: toastError };
  const vote = trpc.matching.vote.useMutation(settled);
  const unvote = trpc.matching.withdrawVote.useMutation(settled);
  if (data === undefined)
    return query.isError ? (
      <ErrorState error={query.error} title={t('couldNotRank')} onRetry={() => void query.refetch()} />
    ) : (
      <>
        <p role="status" className="mt-6 text-sm text-muted-foreground">
          {t('computing')}
        </p>
        <PendingSkeleton rows={6} />
      </>
    );
  return (
    <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
      <section aria-labelledby="match-ranking" aria-busy={matches.isComputing} className="min-w-0">
        <h2 id="match-ranking" className="heading-section">
          {t('ranking')}
        </h2>
        <Made data={data} isComputing={matches.isComputing} />
        {matches.isStale ? (
          <Alert
            className="mt-3"
            title={t('stale.title')}
            action={<Button onClick={() => void query.refetch()}>{t('stale.again')}</Button>}
          >
            {t('stale.text')}
          </Alert>
        ) : null}
        {compared.length > 1 ? (
          <Button asChild className="mt-3">
            <Link to="/discovery" search={{ compare: compared.join() }}>
              {t('compare.open', { n: compared.length })}
            </Link>
          </Button>
        ) : null}
        {data.items.length === 0 ? (
          <NoFit data={data} />
        ) : (
          <ol className="mt-3 border-t border-border">
            {data.items.map((match) => (
              <MatchCard
                key={match.creator.orgId}
                match={match}
                campaignId={campaignId}
                target={data.audience}
                partsInUse={data.partsInUse}
                isCompared={compared.includes(match.creator.handle)}
                mayCompare={compared.length < MAX_COMPARED}
                onCompare={() =>
                  setCompared(
                    compared.includes(match.creator.handle)
                      ? compared.filter((handle) => handle !== match.creator.handle)
                      : [...compared, match.creator.handle],
                  )
                }
                onUp={() =>
                  match.vote?.isUp
                    ? unvote.mutate({ campaignId, creatorOrg: match.creator.orgId })
                    : vote.mutate({ campaignId, creatorOrg: match.creator.orgId, isUp: true, reason: null })
                }
                onDown={() => setRejecting(match)}
              />
            ))}
          </ol>
        )}
        {data.rejected.length > 0 ? (
          <Rejected
            rejected={data.rejected}
            onBack={(creatorOrg) => unvote.mutate({ campaignId, creatorOrg })}
            pending={unvote.isPending}
          />
        ) : null}
      </section>
      <aside className="grid min-w-0 content-start gap-8">
        {matches.weights ? (
          <WeightSliders
            parts={data.partsInUse}
            weights={matches.weights}
            answers={data.answers}
            isOwn={matches.isOwn}
            onMove={matches.move}
            onReset={matches.reset}
          />
        ) : null}
        {data.items.length > 0 ? <BestSet campaignId={campaignId} search={search} standard={data.budget} /> : null}
      </aside>
      {rejecting ? <RejectDialog match={rejecting} campaignId={campaignId} onClose={() => setRejecting(null)} /> : null}
    </div>
  );
}

/** What the ranking was made from, and who is left out by which rule. */
function Made({ data, isComputing }: { data: Ranking; isComputing: boolean }) {
  const { t } = useTranslation('matching');
  const { t: categoryOf } = useTranslation('categories');
  const format = useFormat();
  const refused = format.list(data.refused.map((key) => categoryOf(`name.${key}`)));
  const gated = data.gated.map(({ gate, count }) =>
    gate === 'refused_category' && refused
      ? t('refusedWhat', { n: format.number(count), list: refused })
      : t(`gated.${gate}`, { n: format.number(count) }),
  );
  return (
    <p role="status" className="mt-1 text-sm text-muted-foreground">
      {isComputing
        ? t('computing')
        : [t('compared', { n: format.number(data.considered), time: format.time(data.madeAt) }), ...gated].join(' · ')}
    </p>
  );
}

/** Names the rule that leaves most creators out, and how many. */
function NoFit({ data }: { data: Ranking }) {
  const { t } = useTranslation('matching');
  const gate = data.gated[0];
  const condition = data.leftOut[0];
  const format = useFormat();
  return (
    <EmptyState title={t('noFit.title')}>
      {condition && condition.count > (gate?.count ?? 0)
        ? t(`noFit.${condition.condition}`, { n: format.number(condition.count) })
        : gate
          ? t(`noFit.${gate.gate}`, { n: format.number(gate.count) })
          : t('noFit.text')}
    </EmptyState>
  );
}

function Rejected({
  rejected,
  onBack,
  pending,
}: {
  rejected: Ranking['rejected'];
  onBack: (creatorOrg: string) => void;
  pending: boolean;
}) {
  const { t } = useTranslation('matching');
  return (
    <section className="mt-8" aria-labelledby="match-rejected">
      <h2 id="match-rejected" className="heading-section">
        {t('rejected.title')}
      </h2>
      <ul className="mt-1.5">
        {rejected.map(({ orgId, name, reason }) => (
          <li
            key={orgId}
            className="flex items-center justify-between gap-3 border-b border-border py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <bdi className="font-semibold">{name}</bdi>
              {reason ? <span className="text-sm text-muted-foreground"> · {t(`reason.${reason}`)}</span> : null}
            </span>
            <Button aria-disabled={pending || undefined} onClick={() => (pending ? undefined : onBack(orgId))}>
              {t('rejected.back')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
