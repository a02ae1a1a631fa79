import { Check } from 'lucide-react';
import { type Dispatch, type SetStateAction, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import { PREPARING } from '../../../server/features/content/rules.ts';
import type { CommentDto, FileDto, ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { ChangeRequest, requestUpTo } from '@/components/deal/ChangeRequest.tsx';
import { unsent } from '@/components/form/sending.ts';
import { PartyAvatar } from '@/components/people/Party.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { type NumberedComment, type Remark, type Spot, timecode } from '@/features/content/review-model.ts';
import { cn } from '@/lib/cn.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface CommentPanelProps {
  review: ReviewDto;
  submission: SubmissionDto | undefined;
  file: FileDto | null;
  comments: readonly NumberedComment[];
  active: string | null;
  onActive: (commentId: string) => void;
  spot: Spot;
  onSpot: Dispatch<SetStateAction<Spot>>;
  remark: Remark;
  onRemark: Dispatch<SetStateAction<Remark>>;
  /** The newest submitted version is shown. */
  writable: boolean;
}

/** The comments of both sides, with the numbers that mark them on the frame. */
export function CommentPanel({
  review,
  submission,
  file,
  comments,
  active,
  onActive,
  spot,
  onSpot,
  remark,
  onRemark,
  writable,
}: CommentPanelProps) {
  const { t } = useTranslation('content');
  // While the creator works on it, it is above the upload.
  const request =
    review.mySide === 'creator' && PREPARING.includes(review.milestone.state)
      ? undefined
      : requestUpTo(review.submissions, submission);
  return (
    <>
      {request ? <ChangeRequest review={review} version={request} className="border-b border-border py-3" /> : null}
      {comments.length === 0 ? <p className="py-4 text-sm text-muted-foreground">{t('comment.none')}</p> : null}
      <ul>
        {comments.map((entry) => (
          <Comment
            key={entry.comment.id}
            entry={entry}
            shownN={submission?.n ?? 0}
            writable={review.can.comment === true}
            active={entry.comment.id === active}
            onActive={() => onActive(entry.comment.id)}
          />
        ))}
      </ul>
      {writable && submission ? (
        <Composer
          key={submission.id}
          review={review}
          submissionId={submission.id}
          file={file}
          spot={spot}
          onSpot={onSpot}
          remark={remark}
          onRemark={onRemark}
        />
      ) : null}
    </>
  );
}

function Comment({
  entry,
  shownN,
  writable,
  active,
  onActive,
}: {
  entry: NumberedComment;
  shownN: number;
  writable: boolean;
  active: boolean;
  onActive: () => void;
}) {
  const { t } = useTranslation('content');
  const { number, comment, n, replies } = entry;
  const [answering, setAnswering] = useState(false);
  const explain = useErrorText();
  const row = useRef<HTMLLIElement>(null);
  const resolve = trpc.content.resolveComment.useMutation({ onSuccess: () => api.content.review.invalidate() });
  const done = comment.resolvedAt !== null;
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li
      ref={row}
      id={`comment-${comment.id}`}
      className={cn('-mx-4 border-b border-border px-4 py-3 md:-mx-5 md:px-5', active && 'bg-accent')}
    >
      <CommentHead number={number} comment={comment} onActive={onActive} />
      {comment.briefItem ? (
        <p className="mt-1 text-xs text-muted-foreground">
          {t('comment.brief')} <bdi>{comment.briefItem}</bdi>
        </p>
      ) : null}
      <p dir="auto" className="mt-1 text-ui whitespace-pre-line">
        {comment.body}
      </p>
      <div className="mt-1.5 flex items-center gap-2 empty:hidden">
        {writable ? (
          <>
            <Button
              size="small"
              variant="quiet"
              className="-ms-2.5"
              pending={resolve.isPending}
              onClick={() => resolve.mutate({ commentId: comment.id, resolved: !done })}
            >
              {t(done ? 'comment.reopen' : 'comment.resolve')}
            </Button>
            <Button size="small" variant="quiet" aria-expanded={answering} onClick={() => setAnswering(!answering)}>
              {t('comment.reply')}
            </Button>
          </>
        ) : null}
        {n === shownN ? null : <span className="text-xs text-muted-foreground">{t('comment.onVersion', { n })}</span>}
      </div>
      {resolve.error ? (
        <p role="alert" className="text-sm text-destructive">
          {explain(resolve.error)}
        </p>
      ) : null}
      {replies.length > 0 ? <Replies number={number} replies={replies} /> : null}
      {answering ? <Reply comment={comment} number={number} onDone={() => setAnswering(false)} /> : null}
    </li>
  );
}

function CommentHead({ number, comment, onActive }: { number: number; comment: CommentDto; onActive: () => void }) {
  const { t } = useTranslation('content');
  const done = comment.resolvedAt !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <button
        type="button"
        aria-label={t('comment.show', { number })}
        onClick={onActive}
        className={cn(
          'figures grid size-6 shrink-0 place-items-center rounded-full text-2xs font-bold',
          done ? 'bg-secondary text-foreground' : 'bg-primary text-primary-foreground',
        )}
      >
        {number}
      </button>
      <PartyAvatar kind={comment.authorSide} name={comment.authorName} src={comment.avatarUrl} size="sm" />
      <b className="text-sm font-semibold">
        <bdi>{comment.authorName}</bdi>
      </b>
      <span className="text-xs text-muted-foreground">
        {comment.atMs === null ? null : (
          <>
            <bdi dir="ltr" className="figures">
              {timecode(comment.atMs)}
            </bdi>{' '}
            ·{' '}
          </>
        )}
        <DateText value={comment.at} as="relative" />
      </span>
      {done ? (
        <span className="ms-auto inline-flex items-center gap-1 text-xs text-released-foreground">
          <Check aria-hidden className="size-3.5" />
          {t('comment.resolved')}
        </span>
      ) : null}
    </div>
  );
}

function Replies({ number, replies }: Pick<NumberedComment, 'number' | 'replies'>) {
  const { t } = useTranslation('content');
  return (
    <ul aria-label={t('comment.replies', { number })} className="mt-1.5 grid gap-2.5 border-s-2 border-border ps-3">
      {replies.map((reply) => (
        <li key={reply.id}>
          <p className="text-sm">
            <b className="font-semibold">
              <bdi>{reply.authorName}</bdi>
            </b>{' '}
            <span className="text-xs text-muted-foreground">
              <DateText value={reply.at} as="relative" />
            </span>
          </p>
          <p dir="auto" className="text-ui whitespace-pre-line">
            {reply.body}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A reply under its comment; typed text is kept when sending fails. */
function Reply({ comment, number, onDone }: { comment: CommentDto; number: number; onDone: () => void }) {
  const { t } = useTranslation('content');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const id = useId();
  const [body, setBody] = useDraftState(`reply.${comment.id}`, '');
  const [requestKey] = useState(randomId);
  const add = trpc.content.comment.useMutation(withRequestKey(requestKey));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = () =>
    add.mutateAsync({ submissionId: comment.submissionId, replyTo: comment.id, body: body.trim() }).then(
      async () => {
        setBody((now) => unsent(now, body));
        await api.content.review.invalidate();
        onDone();
      },
      () => undefined,
    );
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '' && !add.isPending) void send();
      }}
    >
      {add.error ? <Alert tone="problem">{explain(add.error)}</Alert> : null}
      <Field id={id} label={t('comment.replyTo', { number })}>
        <Textarea
          ref={field}
          id={id}
          rows={2}
          maxLength={2000}
          dir="auto"
          className="min-h-15.5!"
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" pending={add.isPending} aria-disabled={body.trim() === '' || undefined}>
          {t('comment.sendReply')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {common('action.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface ComposerProps extends Pick<CommentPanelProps, 'review' | 'file' | 'spot' | 'onSpot' | 'remark' | 'onRemark'> {
  submissionId: string;
}

function Composer({ review, submissionId, file, spot, onSpot, remark, onRemark }: ComposerProps) {
  const { t } = useTranslation('content');
  const explain = useErrorText();
  const id = useId();
  const { body, briefItem, whole } = remark;
  const change = (part: Partial<Remark>) => onRemark((before) => ({ ...before, ...part }));
  const [requestKey, setRequestKey] = useState(randomId);
  const add = trpc.content.comment.useMutation(withRequestKey(requestKey));
  const video = file?.mime.startsWith('video/') ?? false;
  const atMs = video && !whole ? (spot.atMs ?? 0) : null;
  const pin = video || whole ? null : spot.pin;
  const placed = atMs !== null || pin !== null;
  const send = async () => {
    if (body.trim() === '') return;
    await add
      .mutateAsync({
        submissionId,
        fileId: placed && file ? file.id : null,
        atMs,
        x: pin?.x ?? null,
        y: pin?.y ?? null,
        body: body.trim(),
        briefItem: briefItem || null,
      })
      .then(
        async () => {
          onRemark((now) => ({
            ...now,
            body: unsent(now.body, body),
            briefItem: now.briefItem === briefItem ? '' : now.briefItem,
          }));
          setRequestKey(randomId());
          onSpot((now) => (now.pin === spot.pin ? { ...now, pin: null } : now));
          await api.content.review.invalidate();
        },
        () => undefined,
      );
  };
  const refused = review.can.comment === true ? null : codeText(review.can.comment as ErrorCode);
  const label =
    atMs !== null
      ? t('comment.labelAt', { time: timecode(atMs) })
      : pin
        ? t('comment.labelPin')
        : t('comment.labelWhole');
  return (
    <form
      className="grid gap-2.5 pt-3.5 pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) void send();
      }}
    >
      {add.error ? <Alert tone="problem">{explain(add.error)}</Alert> : null}
      {refused ? <Alert tone="note">{refused}</Alert> : null}
      <Field id={id} label={label}>
        <Textarea
          id={id}
          disabled={refused !== null}
          rows={2}
          maxLength={2000}
          dir="auto"
          className="min-h-15.5!"
          placeholder={t(review.mySide === 'brand' ? 'comment.placeholder' : 'comment.placeholderCreator')}
          value={body}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
      </Field>
      {body.trim() === '' ? null : (
        <>
          {review.brief.length > 0 ? (
            <Select
              aria-label={t('comment.briefItem')}
              value={briefItem}
              onValueChange={(item) => change({ briefItem: item })}
              placeholder={t('comment.briefItem')}
              options={review.brief.map((item) => ({ value: item, label: item }))}
            />
          ) : null}
          <div className="flex flex-wrap items-center gap-3">
            {video || spot.pin ? (
              <label className="flex items-center gap-2 text-sm">
                <Checkbox checked={whole} onCheckedChange={(on) => change({ whole: on })} />
                {t('comment.whole')}
              </label>
            ) : null}
            <Button type="submit" className="ms-auto" pending={add.isPending}>
              {t('comment.send')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
