import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { FileDto } from '../../../server/features/content/schema.ts';
import type { MessageDto, MessagePage } from '../../../server/features/messages/schema.ts';
import { AttachmentList } from '@/components/deal/AttachmentList.tsx';
import { MessageNotes } from '@/components/deal/MessageNotes.tsx';
import { useShowEarlier } from '@/components/deal/use-show-earlier.ts';
import { unsent } from '@/components/form/sending.ts';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { WhenNear } from '@/components/page/WhenNear.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { PartyAvatar } from '@/components/people/Party.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';
import { countValues } from '@/lib/count.ts';
import { codeText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Count, Tag } from '@/ui/tag.tsx';
import { Textarea } from '@/ui/textarea.tsx';
import { ATTACHMENT_TYPES, MAX_FILES_PER_MESSAGE } from '../../../server/features/conversations/rules.ts';

const MessageFiles = lazyNamed(() => import('@/components/deal/MessageFiles.tsx'), 'MessageFiles');

const PAGE = 50;

export interface MessageThreadProps {
  thread: { contractId: string } | { offerId: string };
  title: string;
}

/** The conversation between the two sides, its newest messages last; typed text is kept when sending fails. */
export function MessageThread({ thread, title }: MessageThreadProps) {
  const { t } = useTranslation('messages');
  const heading = useId();
  const { query, rows } = usePages<MessageDto>((after) =>
    api.messages.list.queryOptions({ ...thread, limit: PAGE, ...(after ? { after } : {}) }),
  );
  const unread = (query.data?.pages[0] as MessagePage | undefined)?.unread ?? 0;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">
        {title} {unread > 0 ? <Count className="ms-1">{t('unread', countValues(unread))}</Count> : null}
      </h2>
      {query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : rows.length === 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">{t('empty')}</p>
      ) : (
        <Messages thread={thread} title={title} query={query} messages={rows.toReversed()} waiting={unread > 0} />
      )}
      <WriteForm thread={thread} />
    </section>
  );
}

interface MessagesProps extends MessageThreadProps {
  query: ReturnType<typeof usePages<MessageDto>>['query'];
  /** Oldest first. */
  messages: readonly MessageDto[];
  /** Whether some are unread. */
  waiting: boolean;
}

function Messages({ thread, title, query, messages, waiting }: MessagesProps) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const oldest = messages[0]?.id;
  const newest = messages.at(-1)?.id;
  const read = trpc.messages.read.useMutation();
  const markRead = useRef(() => {});
  markRead.current = () => {
    if (newest) read.mutate({ thread, upTo: newest });
  };
  // Messages on the screen count as read; their marks stay until the thread is refetched.
  useEffect(() => {
    const seen = list.current;
    if (!waiting || !seen) return;
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      markRead.current();
    });
    watcher.observe(seen);
    return () => watcher.disconnect();
  }, [waiting, newest]);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  const showEarlier = useShowEarlier(list, query, oldest);

  return (
    <>
      {query.isFetchNextPageError ? (
        <ErrorState error={query.error} title={common('table.moreFailed')} onRetry={() => void showEarlier()} />
      ) : query.hasNextPage ? (
        <Button size="small" className="mt-3" pending={query.isFetchingNextPage} onClick={() => void showEarlier()}>
          {t('earlier')}
        </Button>
      ) : null}
      {/* A list that scrolls must be focusable. */}
      <ol
        ref={list}
        tabIndex={0}
        aria-label={title}
        className="mt-3 grid max-h-[420px] grid-cols-1 gap-4 overflow-y-auto"
      >
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </>
  );
}

function Message({ message }: { message: MessageDto }) {
  const { t } = useTranslation('messages');
  return (
    <li className="flex gap-3">
      <PartyAvatar kind={message.authorSide} name={message.authorName} src={message.avatarUrl} size="sm" />
      <div className="min-w-0 grow">
        <p className="text-sm">
          <b className={cn('font-semibold', message.mine && 'text-foreground')}>{message.authorName}</b>{' '}
          <span className="text-muted-foreground">
            <DateText value={message.at} as="relative" />
          </span>
          {message.unread ? <Tag className="ms-2">{t('new')}</Tag> : null}
        </p>
        {message.body ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {message.body}
          </p>
        ) : null}
        {message.files.length > 0 ? <AttachmentList files={message.files} /> : null}
        <MessageNotes message={message} />
      </div>
    </li>
  );
}

function WriteForm({ thread }: Pick<MessageThreadProps, 'thread'>) {
  const { t } = useTranslation('messages');
  const field = useId();
  const status = useQuery(api.messages.status.queryOptions(thread));
  const refused = status.data && status.data.write !== true ? codeText(status.data.write as ErrorCode) : null;
  const place = 'contractId' in thread ? thread.contractId : thread.offerId;
  const [body, setBody] = useDraftState(`message.${place}`, '');
  const [files, setFiles] = useDraftState<FileDto[]>(`message.files.${place}`, []);
  const [uploads, setUploads] = useState(0);
  const [requestKey, setRequestKey] = useState(randomId);
  const send = trpc.messages.send.useMutation(withRequestKey(requestKey));
  // A message is not sent before its files are uploaded.
  const empty = uploads > 0 || (body.trim() === '' && files.length === 0);
  const submit = async () => {
    const text = body.trim();
    if (empty || refused !== null || send.isPending) return;
    const sent = files.map((file) => file.id);
    await send.mutateAsync({ thread, body: text, ...(sent.length > 0 ? { fileIds: sent } : {}) }).then(
      async () => {
        setBody((now) => unsent(now, body));
        setFiles((now) => now.filter((file) => !sent.includes(file.id)));
        setRequestKey(randomId());
        await api.messages.list.invalidate(thread);
      },
      () => undefined,
    );
  };

  return (
    <form
      className="mt-4 grid max-w-form grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RefusalAlert error={send.error} />
      {refused ? (
        <Alert tone="note" id={`${field}-refused`}>
          {refused}
        </Alert>
      ) : null}
      <label htmlFor={field} className="sr-only">
        {t('write')}
      </label>
      <Textarea
        id={field}
        disabled={refused !== null}
        aria-describedby={refused ? `${field}-refused` : undefined}
        rows={2}
        maxLength={4000}
        dir="auto"
        value={body}
        placeholder={t('write')}
        onChange={(event) => setBody(event.target.value)}
      />
      <WhenNear height="h-14">
        <Suspense fallback={<div className="h-14" />}>
          <MessageFiles
            files={files}
            setFiles={setFiles}
            setUploads={setUploads}
            types={ATTACHMENT_TYPES}
            hint={t('limits', { count: MAX_FILES_PER_MESSAGE })}
            of={`${'contractId' in thread ? 'deal' : 'offer'}=${place}`}
            disabled={refused !== null}
          />
        </Suspense>
      </WhenNear>
      <Button
        type="submit"
        className="justify-self-start"
        pending={send.isPending}
        aria-disabled={empty || refused !== null || undefined}
      >
        {t('send')}
      </Button>
    </form>
  );
}
