import { Link, useNavigate } from '@tanstack/react-router';
import { BellOff, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationItem } from '../../../server/features/conversations/schema.ts';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import type { MessagesSearch } from '@/features/messages/MessagesPage.tsx';
import { Suggestions } from '@/features/messages/Suggestions.tsx';
import type { Session } from '@/lib/auth.ts';
import { cn } from '@/lib/cn.ts';
import { countText, countValues } from '@/lib/count.ts';
import { api } from '@/lib/trpc.ts';
import { Input } from '@/ui/input.tsx';
import { Count } from '@/ui/tag.tsx';

const PAGE = 30;
/** A search starts when nothing was typed for so long. */
const TYPING_MS = 300;

/** Conversations with the newest message first, and a field that searches all of them. */
export function ConversationList({ search, session }: { search: MessagesSearch; session: Session }) {
  const { t } = useTranslation('conversations');
  const folder = search.tab === 'unread' || search.tab === 'archived' ? search.tab : 'all';
  const { q } = search;
  const { query, rows } = usePages<ConversationItem>((after) =>
    api.conversations.list.queryOptions({ folder, limit: PAGE, ...(q ? { q } : {}), ...(after ? { after } : {}) }),
  );
  return (
    <>
      <SearchField key={q === undefined ? 'empty' : 'filled'} search={search} />
      <div className="min-h-0 grow md:overflow-y-auto">
        {query.isPending ? (
          <PendingSkeleton rows={5} className="p-4" />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState error={query.error} title={t('list.failed')} onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <div className="md:px-4">
            <EmptyState title={t(q ? 'list.noneFound' : `list.none.${folder}`)} />
            {folder === 'all' && !q ? <Suggestions session={session} className="md:hidden" /> : null}
          </div>
        ) : (
          <ul aria-label={t(`tabs.${folder}`)}>
            {rows.map((row) => (
              <Row key={row.id} row={row} search={search} />
            ))}
          </ul>
        )}
        <MoreButton query={query} className="m-3" />
      </div>
    </>
  );
}

function SearchField({ search }: { search: MessagesSearch }) {
  const { t } = useTranslation('conversations');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.q ?? '');
  useEffect(() => {
    const q = typed.trim();
    if (q === (search.q ?? '')) return;
    const timer = setTimeout(() => {
      const { q: _before, ...rest } = search;
      void navigate({ to: '/messages', search: q ? { ...rest, q } : rest, replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, search, navigate]);
  return (
    <div className="relative py-3 md:border-b md:border-border md:px-3">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted-foreground md:start-6"
      />
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        className="ps-9"
        dir="auto"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}

function Row({ row, search }: { row: ConversationItem; search: MessagesSearch }) {
  const { t } = useTranslation('conversations');
  const { with: _with, ...rest } = search;
  const here = search.c === row.id;
  const preview = row.preview || t('list.filesOnly');
  return (
    <li>
      <Link
        to="/messages"
        search={{ ...rest, c: row.id }}
        aria-current={here ? 'page' : undefined}
        className={cn(
          'grid cols-auto-main-auto gap-x-3 gap-y-0.5 border-b border-border py-3 hover:bg-accent max-md:-mx-4 max-md:px-4 md:px-3',
          here && 'bg-accent shadow-[inset_2px_0_0_var(--foreground)] rtl:shadow-[inset_-2px_0_0_var(--foreground)]',
        )}
      >
        <span className="row-span-2">
          <PartyAvatar kind={row.other.kind} {...faceOf(row.other)} size="md" />
        </span>
        <span className={cn('flex min-w-0 items-center gap-1.5', row.unread > 0 && 'font-semibold')}>
          <bdi className="truncate">{row.other.name}</bdi>
          {row.muted ? (
            <BellOff aria-label={t('list.muted')} className="size-3.5 shrink-0 text-muted-foreground" />
          ) : null}
        </span>
        <span className="text-xs whitespace-nowrap text-muted-foreground">
          <DateText value={row.at} as="relative" />
        </span>
        <span
          className={cn('flex min-w-0 gap-1 text-sm', row.unread > 0 ? 'text-foreground' : 'text-muted-foreground')}
        >
          {row.mine ? <span className="shrink-0">{t('list.yours')}</span> : null}
          <span dir="auto" className="min-w-0 truncate">
            {preview}
          </span>
        </span>
        {row.unread > 0 ? (
          <span className="justify-self-end">
            <Count hot aria-hidden>
              {countText(row.unread)}
            </Count>
            <span className="sr-only">{t('list.unread', countValues(row.unread))}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
