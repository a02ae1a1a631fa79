import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationEntry, ConversationHead } from '../../../server/features/conversations/schema.ts';
import { useShowEarlier } from '@/components/deal/use-show-earlier.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { CardItem, MessageItem, OutgoingItem } from '@/features/messages/EntryItem.tsx';
import type { Outgoing } from '@/features/messages/outgoing.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const PAGE = 40;

/** Messages and cards of a conversation, the newest at the bottom, then those on their way. */
export function Entries({ head, outgoing }: { head: ConversationHead; outgoing: Outgoing }) {
  const { id } = head;
  const { t } = useTranslation('conversations');
  return id ? (
    <Loaded key={id} conversationId={id} head={head} outgoing={outgoing} />
  ) : (
    <div className="min-h-0 grow md:overflow-y-auto md:px-4">
      <p className="py-4 text-sm text-muted-foreground">{t('view.first', { name: head.other.name })}</p>
      <ol>
        {outgoing.messages.map((one) => (
          <OutgoingItem key={one.key} message={one} outgoing={outgoing} />
        ))}
      </ol>
    </div>
  );
}

function Loaded({
  conversationId,
  head,
  outgoing,
}: {
  conversationId: string;
  head: ConversationHead;
  outgoing: Outgoing;
}) {
  const { t } = useTranslation('conversations');
  const { t: messages } = useTranslation('messages');
  const { t: common } = useTranslation();
  const { query, rows } = usePages<ConversationEntry>((after) =>
    api.conversations.entries.queryOptions({ conversationId, limit: PAGE, ...(after ? { after } : {}) }),
  );
  const entries = rows.toReversed();
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const newest = entries.at(-1)?.id;
  const oldest = entries[0]?.id;
  const unread = rows.find((entry) => entry.type === 'message' && entry.unread)?.id;
  const read = trpc.conversations.read.useMutation({ onSuccess: () => api.conversations.invalidate() });
  const { mutate: markRead } = read;
  // What is on the screen of a page that is seen counts as read.
  useEffect(() => {
    if (!unread) return;
    const mark = () => {
      if (document.visibilityState === 'visible') markRead({ conversationId, upTo: unread });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, conversationId, markRead]);
  const sending = outgoing.messages.length;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    if (window.matchMedia('(max-width: 819px)').matches) end.current?.scrollIntoView({ block: 'end' });
  }, [newest, sending]);
  const showEarlier = useShowEarlier(list, query, oldest);
  return (
    // A part that scrolls must be focusable.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <div
      ref={list}
      tabIndex={0}
      role="group"
      aria-label={t('view.label', { name: head.other.name })}
      className="min-h-0 grow py-3 md:overflow-y-auto md:px-4"
    >
      {query.isPending ? (
        <PendingSkeleton rows={4} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('view.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {query.isFetchNextPageError ? (
            <ErrorState error={query.error} title={common('table.moreFailed')} onRetry={() => void showEarlier()} />
          ) : query.hasNextPage ? (
            <Button size="small" className="mb-3" pending={query.isFetchingNextPage} onClick={() => void showEarlier()}>
              {messages('earlier')}
            </Button>
          ) : null}
          <ol className="grid grid-cols-1 gap-3">
            {entries.map((entry) =>
              entry.type === 'card' ? (
                <CardItem key={entry.id} card={entry} />
              ) : (
                <MessageItem key={entry.id} message={entry} />
              ),
            )}
            {outgoing.messages.map((one) => (
              <OutgoingItem key={one.key} message={one} outgoing={outgoing} />
            ))}
          </ol>
        </>
      )}
      <div ref={end} className="scroll-mb-60" />
    </div>
  );
}
