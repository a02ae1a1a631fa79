import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PartyDto } from '../../../server/features/orgs/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { faceOf, Handle, PartyAvatar } from '@/components/people/Party.tsx';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { countValues } from '@/lib/count.ts';
import type { Persona } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** What the two have with each other: profile, open deals, what the reader does next. */
export function Beside({
  conversationId,
  other,
  persona,
}: {
  conversationId: string;
  other: PartyDto;
  persona: Persona;
}) {
  const { t } = useTranslation('conversations');
  const query = useQuery(api.conversations.beside.queryOptions({ conversationId }));
  return (
    <div className="grid gap-6">
      <div className="flex items-center gap-3">
        <PartyAvatar kind={other.kind} {...faceOf(other)} size="lg" />
        <div className="min-w-0">
          <p className="font-semibold">
            <bdi>{other.name}</bdi>
          </p>
          {other.kind === 'creator' ? (
            <p className="text-sm text-muted-foreground">
              <Handle handle={other.slug} />
            </p>
          ) : null}
        </div>
      </div>
      {other.kind === 'creator' ? (
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to="/creator/$handle" params={{ handle: other.slug }}>
              {t('beside.profile')}
            </Link>
          </Button>
          {persona === 'brand' ? (
            <Button asChild>
              <Link to="/collaboration-request/new" search={{ creator: other.orgId }}>
                {t('beside.offer')}
              </Link>
            </Button>
          ) : null}
        </div>
      ) : null}
      {query.isPending ? (
        <PendingSkeleton rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <section>
            <h3 className="heading-item">{t('beside.tasks')}</h3>
            {query.data.tasks.length === 0 ? (
              <p className="mt-1 text-sm text-muted-foreground">{t('beside.noTasks')}</p>
            ) : (
              <ul className="mt-1 grid gap-2">
                {query.data.tasks.map((task) => (
                  <li key={task.id}>
                    <AddressLink address={task.link} className="link">
                      {t(`card.action.${task.action ?? 'answer'}`)}
                    </AddressLink>
                    <span className="block text-sm text-muted-foreground">
                      <bdi>{task.title}</bdi>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section>
            <h3 className="heading-item">{t('beside.deals')}</h3>
            {query.data.deals.length === 0 ? (
              <p className="mt-1 text-sm text-muted-foreground">{t('beside.noDeals')}</p>
            ) : (
              <ul className="mt-1 grid gap-2">
                {query.data.deals.map((deal) => (
                  <li key={deal.id} className="flex items-baseline justify-between gap-3">
                    <AddressLink address={deal.link} className="link min-w-0">
                      <bdi>{deal.title}</bdi>
                    </AddressLink>
                    <MoneyText money={{ amount: deal.amount, currency: deal.currency }} />
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-2 text-sm text-muted-foreground">
              {t('beside.completed', countValues(query.data.completedDeals))}
            </p>
          </section>
        </>
      )}
    </div>
  );
}
