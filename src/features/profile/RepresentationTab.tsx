import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RepresentationDto } from '../../../server/features/representations/schema.ts';
import { ActList } from '@/components/representation/ActList.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { InvitationCard } from '@/features/profile/InvitationCard.tsx';
import { RequestList } from '@/features/profile/RequestList.tsx';
import { RunningCard } from '@/features/profile/RunningCard.tsx';
import type { Session } from '@/lib/auth.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const AgencyRating = lazyNamed(
  async () => (await Promise.all([import('@/components/ratings/AgencyRating.tsx'), loadTexts('ratings', 'errors')]))[0],
  'AgencyRating',
);

/** The creator's agency: invitations, what it may do, what waits for the creator, and every act in the creator's name. */
export function RepresentationTab({ session }: { session: Session }) {
  const { t } = useTranslation('representation');
  const { query, rows: list } = usePages((after) =>
    api.representations.list.queryOptions({ limit: 100, ...(after ? { after } : {}) }),
  );
  const ended = usePages((after) =>
    api.representations.list.queryOptions({ state: 'ended', ...(after ? { after } : {}) }),
  );
  useLive(session.org ? [`org:${session.org.id}`] : null);
  if (query.isPending) return <PendingSkeleton as="panel" rows={6} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  const running = list.find(({ state }) => state === 'active' || state === 'ending');
  const invitations = list.filter(({ state }) => state === 'invited');
  return (
    <div className="grid gap-10">
      <RequestList name={session.name} />
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} name={session.name} taken={running !== undefined} />
      ))}
      {running ? <RunningCard representation={running} /> : null}
      {!running && invitations.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : null}
      {list.length + ended.rows.length > 0 ? (
        <section aria-labelledby="acts">
          <h2 id="acts" className="heading-section">
            {t('acts.title')}
          </h2>
          <p className="mb-2 text-sm text-muted-foreground">{t('acts.text')}</p>
          <ActList />
        </section>
      ) : null}
      {ended.rows.length > 0 ? <Past pages={ended} /> : null}
    </div>
  );
}

function Past({ pages: { query, rows } }: { pages: ReturnType<typeof usePages<RepresentationDto>> }) {
  const { t } = useTranslation('representation');
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="heading-section">
        {t('past')}
      </h2>
      <ul>
        {rows.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-border py-2.5 last:border-b-0"
          >
            <bdi>{one.agency.name}</bdi>
            <span className="text-sm text-muted-foreground">
              {t(`state.${one.state}`)}
              {one.endedAt ? (
                <>
                  {' · '}
                  <DateText value={one.endedAt} as="day" />
                </>
              ) : null}
            </span>
            {one.state === 'ended' ? <PastRating representation={one} /> : null}
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

/** The review of an agency whose representation has ended, opened on request. */
function PastRating({ representation: { id, agency } }: { representation: RepresentationDto }) {
  const { t } = useTranslation('representation');
  const [open, setOpen] = useState(false);
  return (
    <div className="basis-full">
      {open ? (
        <div className="mt-3">
          <Suspense fallback={<PendingSkeleton rows={1} />}>
            <AgencyRating representationId={id} agency={agency.name} />
          </Suspense>
        </div>
      ) : (
        <Button size="inline" variant="link" onClick={() => setOpen(true)}>
          {t('review')}
        </Button>
      )}
    </div>
  );
}
