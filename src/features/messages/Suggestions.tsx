import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { AddressLink } from '@/components/page/AddressLink.tsx';
import type { Session } from '@/lib/auth.ts';
import { cn } from '@/lib/cn.ts';
import { homeOf, isBuilt, mayOpen, screenAt } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Whom to write to, and why: those with an application, an offer or a deal; else where to find others. */
export function Suggestions({ session, className }: { session: Session; className?: string }) {
  const { t } = useTranslation('conversations');
  const { data } = useQuery(api.conversations.suggestions.queryOptions());
  const { persona } = session;
  const wanted = screenAt(persona === 'creator' ? '/campaigns' : '/discovery');
  const find = isBuilt(wanted) && mayOpen(wanted, persona) ? wanted : homeOf(persona);
  return (
    <section className={cn('grid max-w-60ch content-start gap-3', className)}>
      <div>
        <h2 className="heading-item">{t('suggest.title')}</h2>
        <p className="mt-0.5 text-sm text-muted-foreground">
          {t(data && data.length > 0 ? 'suggest.known' : 'suggest.none')}
        </p>
      </div>
      {data && data.length > 0 ? (
        <ul>
          {data.map(({ other, reason, title }) => (
            <li key={other.orgId} className="border-b border-border last:border-b-0">
              <Link
                to="/messages"
                search={{ with: other.orgId }}
                className="flex items-center gap-3 py-2.5 hover:bg-accent"
              >
                <PartyAvatar kind={other.kind} {...faceOf(other)} size="md" />
                <span className="min-w-0">
                  <span className="block truncate font-semibold">
                    <bdi>{other.name}</bdi>
                  </span>
                  <span className="block text-sm text-muted-foreground">
                    {t(`suggest.reason.${reason}`, { title })}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button asChild>
          <AddressLink address={find.path}>
            {t(persona === 'creator' ? 'suggest.findCampaigns' : 'suggest.findCreators')}
          </AddressLink>
        </Button>
      </div>
    </section>
  );
}
