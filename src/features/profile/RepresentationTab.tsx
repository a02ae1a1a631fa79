import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RepresentationDto } from '../../../server/features/representations/schema.ts';
import { ActList } from '@/components/representation/ActList.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { InvitationCard } from '@/features/profile/InvitationCard.tsx';
import { RequestList } from '@/features/profile/RequestList.tsx';
import { RunningCard } from '@/features/profile/RunningCard.tsx';
import type { Session } from '@/lib/auth.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';

/** The creator's agency: invitations, what it may do, what waits for the creator, and every act in the creator's name. */
export function RepresentationTab({ session }: { session: Session }) {
  const { t } = useTranslation('representation');
  const query = useQuery(api.representations.list.queryOptions());
  useLive(session.org ? [`org:${session.org.id}`] : null);
  if (query.isPending) return <PendingSkeleton as="panel" rows={6} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  const list = query.data ?? [];
  const running = list.find(({ state }) => state === 'active' || state === 'ending');
  const invitations = list.filter(({ state }) => state === 'invited');
  const past = list.filter((one) => one !== running && !invitations.includes(one));
  return (
    <div className="grid gap-10">
      <RequestList name={session.name} />
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} name={session.name} taken={running !== undefined} />
      ))}
      {running ? <RunningCard representation={running} /> : null}
      {!running && invitations.length === 0 ? <EmptyState title={t('none')}>{t('noneText')}</EmptyState> : null}
      {list.length > 0 ? (
        <section aria-labelledby="acts">
          <h2 id="acts" className="heading-section">
            {t('acts.title')}
          </h2>
          <p className="mb-2 text-sm text-muted-foreground">{t('acts.text')}</p>
          <ActList />
        </section>
      ) : null}
      {past.length > 0 ? <Past list={past} /> : null}
    </div>
  );
}

function Past({ list }: { list: readonly RepresentationDto[] }) {
  const { t } = useTranslation('representation');
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="heading-section">
        {t('past')}
      </h2>
      <ul>
        {list.map((one) => (
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
          </li>
        ))}
      </ul>
    </section>
  );
}
