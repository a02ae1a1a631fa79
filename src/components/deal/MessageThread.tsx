import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsent } from '@/components/form/sending.ts';
import { WayOn } from '@/components/gates/WayOn.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { PartyAvatar } from '@/components/people/Party.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useUnfinished } from '@/lib/unfinished.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Count, Tag } from '@/ui/tag.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface MessageThreadProps {
  thread: { contractId: string } | { offerId: string };
  title: string;
}

/** The conversation between the two sides, oldest first; what is typed stays when sending fails. */
export function MessageThread({ thread, title }: MessageThreadProps) {
  const { t } = useTranslation();
  const explain = useErrorText();
  const heading = useId();
  const field = useId();
  const query = useQuery(api.messages.list.queryOptions(thread));
  const [body, setBody] = useUnfinished(`message.${'contractId' in thread ? thread.contractId : thread.offerId}`, '');
  const [requestKey, setRequestKey] = useState(randomId);
  const send = trpc.messages.send.useMutation(withRequestKey(requestKey));
  const list = useRef<HTMLOListElement>(null);
  const count = query.data?.length ?? 0;
  const unread = query.data?.filter((message) => message.unread) ?? [];
  const newest = query.data?.at(-1)?.id;
  const waiting = unread.length > 0;
  const read = trpc.messages.read.useMutation();
  const markRead = useRef(() => {});
  markRead.current = () => {
    if (newest) read.mutate({ thread, upTo: newest });
  };
  // Read is what was on the screen; the marks stay until the thread is asked for again.
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
  }, [count]);

  const submit = async () => {
    const text = body.trim();
    if (!text || send.isPending) return;
    await send.mutateAsync({ thread, body: text }).then(
      async () => {
        setBody((now) => unsent(now, body));
        setRequestKey(randomId());
        await api.messages.list.invalidate(thread);
      },
      () => undefined,
    );
  };

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">{title} {waiting ? <Count className="ms-1">{t('thread.unread', { count: unread.length })}</Count> : null}</h2>
      {query.isError ? (
        <ErrorState error={query.error} title={t('thread.failed')} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : count === 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">{t('thread.empty')}</p>
      ) : (
        // A list that scrolls must be reachable by keyboard.
        <ol ref={list} tabIndex={0} aria-label={title} className="mt-3 grid max-h-[420px] gap-4 overflow-y-auto">
          {query.data.map((message) => (
            <li key={message.id} className="flex gap-3">
              <PartyAvatar kind={message.authorSide} name={message.authorName} src={message.avatarUrl} size="sm" />
              <div className="min-w-0">
                <p className="text-sm">
                  <b className={cn('font-semibold', message.mine && 'text-foreground')}>{message.authorName}</b>{' '}
                  <span className="text-muted-foreground"><DateText value={message.at} as="relative" /></span>{message.unread ? <Tag className="ms-2">{t('thread.new')}</Tag> : null}
                </p>
                <p dir="auto" className="whitespace-pre-line">{message.body}</p>
                {message.outside ? <p className="mt-0.5 flex items-start gap-1.5 text-xs text-muted-foreground"><TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />{t('thread.outside')}</p> : null}
              </div>
            </li>
          ))}
        </ol>
      )}
      <form
        className="mt-4 grid max-w-[640px] gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {send.error ? <Alert tone="problem" action={<WayOn code={appError(send.error)?.code} />}>{explain(send.error)}</Alert> : null}
        <label htmlFor={field} className="sr-only">{t('thread.write')}</label>
        <Textarea id={field} rows={2} maxLength={4000} dir="auto" value={body} placeholder={t('thread.write')} onChange={(event) => setBody(event.target.value)} />
        <Button type="submit" className="justify-self-start" pending={send.isPending} aria-disabled={body.trim() === '' || undefined}>{t('thread.send')}</Button>
      </form>
    </section>
  );
}
