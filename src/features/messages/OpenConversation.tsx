import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, PanelRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationHead } from '../../../server/features/conversations/schema.ts';
import { faceOf, Handle, PartyAvatar } from '@/components/people/Party.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Composer } from '@/features/messages/Composer.tsx';
import { ConversationMenu } from '@/features/messages/ConversationMenu.tsx';
import { Entries } from '@/features/messages/Entries.tsx';
import type { MessagesSearch } from '@/features/messages/MessagesPage.tsx';
import { useOutgoing } from '@/features/messages/outgoing.ts';
import { isNoRecord } from '@/lib/app-error.ts';
import type { Session } from '@/lib/auth.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpcClient } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Sheet } from '@/ui/sheet.tsx';

const Beside = lazyNamed(() => import('@/features/messages/Beside.tsx'), 'Beside');

/** The conversation of the address, by its id or by the org it is with. */
export function OpenConversation({ search, session }: { search: MessagesSearch; session: Session }) {
  const { c, with: orgId } = search;
  const byId = useQuery({
    ...api.conversations.one.queryOptions({ conversationId: c ?? '' }),
    enabled: c !== undefined,
  });
  const byOrg = useQuery({ ...api.conversations.with.queryOptions({ orgId: orgId ?? '' }), enabled: c === undefined });
  const query = c === undefined ? byOrg : byId;
  const navigate = useNavigate();
  const known = c === undefined ? query.data?.id : null;
  // It exists already: the address names it from now on.
  useEffect(() => {
    const { with: _with, ...rest } = search;
    if (known) void navigate({ to: '/messages', search: { ...rest, c: known }, replace: true });
  }, [known, navigate, search]);
  if (query.isPending) return <PendingSkeleton rows={6} className="p-4" />;
  if (query.isError && !query.data)
    return (
      <div className="p-4">
        {isNoRecord(query.error) ? (
          <NotFoundState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </div>
    );
  return <Conversation head={query.data} search={search} session={session} />;
}

function Conversation({ head, search, session }: { head: ConversationHead; search: MessagesSearch; session: Session }) {
  const { t } = useTranslation('conversations');
  const { t: common } = useTranslation();
  const [beside, setBeside] = useState(false);
  const outgoing = useOutgoing(head);
  const { c: _c, with: _with, ...rest } = search;
  const { id, other } = head;
  // Its notices are read with it.
  useEffect(() => {
    if (id)
      void trpcClient.notifications.markRead.mutate({ link: `/messages?c=${id}` }).then(
        () => api.notifications.invalidate(),
        () => undefined,
      );
  }, [id]);
  return (
    <section aria-label={other.name} className="flex min-h-0 grow flex-col">
      <header className="flex items-center gap-3 border-b border-border py-2.5 max-md:sticky max-md:top-14 max-md:z-10 max-md:-mx-4 max-md:-mt-3 max-md:bg-background max-md:px-4 md:px-4">
        <Button asChild variant="quiet" size="icon" className="-ms-2 md:hidden">
          <Link to="/messages" search={rest} aria-label={t('back')}>
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          </Link>
        </Button>
        <PartyAvatar kind={other.kind} {...faceOf(other)} size="md" />
        <div className="min-w-0 grow">
          <h2 className="truncate font-semibold">
            <bdi>{other.name}</bdi>
          </h2>
          <p className="truncate text-sm text-muted-foreground">
            {head.actsFor ? (
              t('actsFor', { name: head.actsFor.name })
            ) : other.kind === 'creator' ? (
              <Handle handle={other.slug} />
            ) : (
              t(other.kind === 'agency' ? 'agency' : 'brand')
            )}
          </p>
        </div>
        {id ? (
          <Button variant="quiet" size="icon" aria-label={t('beside.open')} onClick={() => setBeside(true)}>
            <PanelRight aria-hidden className="rtl:-scale-x-100" />
          </Button>
        ) : null}
        <ConversationMenu head={head} />
      </header>
      <Entries head={head} outgoing={outgoing} />
      <Composer head={head} session={session} outgoing={outgoing} />
      {id ? (
        <Sheet open={beside} onOpenChange={setBeside} title={other.name} closeLabel={common('action.close')}>
          <Beside conversationId={id} other={other} persona={session.persona} />
        </Sheet>
      ) : null}
    </section>
  );
}
