import { FileText } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDto, ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { gapsOf } from '../../../server/features/content/rules.ts';
import { CaptionGapsNote } from '@/components/deal/CaptionGapsNote.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import type { NumberedComment, Spot } from '@/features/content/review-model.ts';
import { VideoPlayer } from '@/features/content/VideoPlayer.tsx';
import { cn } from '@/lib/cn.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface StageProps {
  review: ReviewDto;
  submission: SubmissionDto | undefined;
  file: FileDto | null;
  /** The reader may download the file. */
  mayTake: boolean;
  onFile: (id: string) => void;
  comments: readonly NumberedComment[];
  active: string | null;
  onActive: (commentId: string) => void;
  spot: Spot;
  onSpot: (spot: Spot) => void;
  seek: { ms: number; times: number } | null;
}

/** The work on a neutral background: a picture with pins, a video with its scrubber, or a document to open. */
export function Stage({
  review,
  submission,
  file,
  mayTake,
  onFile,
  comments,
  active,
  onActive,
  spot,
  onSpot,
  seek,
}: StageProps) {
  const { t } = useTranslation('content');
  const files = submission?.files ?? [];
  const here = comments.filter(({ comment }) => comment.fileId === file?.id);
  return (
    <section
      aria-label={t('stage.label')}
      className="flex min-h-[420px] min-w-0 flex-col gap-4 overflow-y-auto bg-muted p-4 md:p-5"
    >
      {file ? (
        <div className="flex grow flex-col items-center justify-center gap-3">
          {file.mime.startsWith('image/') ? (
            <PinnedPicture
              key={file.id}
              file={file}
              comments={here}
              active={active}
              onActive={onActive}
              pin={spot.pin}
              onPin={(pin) => onSpot({ atMs: null, pin })}
            />
          ) : file.mime.startsWith('video/') ? (
            <VideoPlayer
              key={file.id}
              file={file}
              mayTake={mayTake}
              comments={here}
              active={active}
              onActive={onActive}
              onTime={(atMs) => onSpot({ atMs, pin: null })}
              seek={seek}
            />
          ) : (
            <div className="grid justify-items-start gap-2 rounded-lg border border-border bg-card p-6">
              <FileText aria-hidden className="size-6" />
              <p className="font-semibold">
                <bdi>{file.name}</bdi>
              </p>
              <Button asChild>
                <a href={inOrg(file.url)} target="_blank" rel="noreferrer">
                  {t('stage.open')}
                </a>
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div className="grid grow place-items-center">
          <EmptyState title={t(submission ? 'stage.noFiles' : 'stage.nothing')} className="max-w-[44ch]">
            {submission ? null : review.milestone.fundedAt ? (
              <Rich text={t('stage.due')} parts={{ date: <DateText value={review.milestone.dueAt} /> }} />
            ) : (
              t('stage.notFunded')
            )}
          </EmptyState>
        </div>
      )}
      {files.length > 1 ? (
        <ul aria-label={t('stage.files')} className="flex flex-wrap justify-center gap-2">
          {files.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                aria-current={entry.id === file?.id || undefined}
                aria-label={entry.name}
                onClick={() => onFile(entry.id)}
                className={cn(
                  'grid size-14 place-items-center overflow-hidden rounded-sm border border-border-strong bg-card text-2xs text-muted-foreground',
                  entry.id === file?.id && 'outline-2 outline-offset-1 outline-foreground',
                )}
              >
                {entry.mime.startsWith('image/') ? (
                  <img src={inOrg(entry.url)} alt="" className="size-full object-cover" />
                ) : (
                  <bdi dir="ltr">{entry.name.split('.').at(-1)}</bdi>
                )}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {submission && submission.state !== 'draft' ? (
        <Caption caption={submission.caption} disclosure={review.terms.disclosureText} />
      ) : null}
    </section>
  );
}

/** The caption is part of the work: it is shown beside it, with what it lacks. */
function Caption({ caption, disclosure }: { caption: string; disclosure: string }) {
  const { t } = useTranslation('content');
  return (
    <section aria-label={t('file.caption')} className="mx-auto grid w-full max-w-180 gap-2">
      {caption.trim() === '' ? null : (
        <>
          <h2 className="text-xs font-medium text-muted-foreground">{t('file.caption')}</h2>
          <p dir="auto" className="-mt-1.5 max-h-24 overflow-y-auto text-sm whitespace-pre-line wrap-anywhere">
            {caption}
          </p>
        </>
      )}
      <CaptionGapsNote gaps={gapsOf(caption, { disclosureText: disclosure })} label={disclosure} />
    </section>
  );
}

interface PinnedPictureProps {
  file: FileDto;
  comments: readonly NumberedComment[];
  active: string | null;
  onActive: (commentId: string) => void;
  pin: Spot['pin'];
  onPin: (pin: Spot['pin']) => void;
}

function PinnedPicture({ file, comments, active, onActive, pin, onPin }: PinnedPictureProps) {
  const { t } = useTranslation('content');
  const [unreadable, setUnreadable] = useState(false);
  if (unreadable) {
    return (
      <Alert tone="problem" title={<bdi>{file.name}</bdi>} className="max-w-52ch">
        {t('stage.unreadable')}
      </Alert>
    );
  }
  return (
    <>
      {/* A position on a picture is not mirrored with the page. */}
      <div dir="ltr" className="relative w-fit">
        {/* By keyboard the pin is set beside the picture and moved with the arrow keys. */}
        {/* oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions */}
        <img
          src={inOrg(file.url)}
          alt={t('stage.picture', { name: file.name })}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          onError={() => setUnreadable(true)}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onPin({ x: share(event.clientX - box.left, box.width), y: share(event.clientY - box.top, box.height) });
          }}
          className="h-auto max-h-[calc(100dvh-300px)] w-auto max-w-full cursor-crosshair rounded-md object-contain max-lg:max-h-[60dvh]"
        />
        {comments.map(({ number, comment }) =>
          comment.x === null || comment.y === null ? null : (
            <PinMark
              key={comment.id}
              x={comment.x}
              y={comment.y}
              done={comment.resolvedAt !== null}
              active={comment.id === active}
              onClick={() => onActive(comment.id)}
              label={t(comment.resolvedAt ? 'comment.pinDone' : 'comment.pin', { number })}
            >
              {number}
            </PinMark>
          ),
        )}
        {pin ? (
          <PinMark
            x={pin.x}
            y={pin.y}
            active
            label={t('comment.newPin')}
            onClick={() => onPin(null)}
            onKeyDown={(event) => moveWithKeys(event, pin, onPin)}
          >
            +
          </PinMark>
        ) : null}
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-xs text-muted-foreground">
        {t(pin ? 'stage.pinMove' : 'stage.pinHint')}
        {pin ? null : (
          <button
            type="button"
            className="link min-h-6"
            onClick={(event) => {
              onPin({ x: 0.5, y: 0.5 });
              const frame = event.currentTarget.closest('section');
              // The pin is mounted after the next render.
              requestAnimationFrame(() => frame?.querySelector<HTMLElement>('[data-pin=new]')?.focus());
            }}
          >
            {t('stage.pinByKeyboard')}
          </button>
        )}
      </p>
    </>
  );
}

const share = (at: number, whole: number): number => Math.min(1, Math.max(0, Number((at / whole).toFixed(4))));

const STEPS: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A position on a picture is not mirrored with the page: the right arrow moves right in every language. Shift takes
 * larger steps.
 */
function moveWithKeys(
  event: KeyboardEvent,
  pin: { x: number; y: number },
  onPin: (pin: { x: number; y: number }) => void,
) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const by = event.shiftKey ? 0.1 : 0.02;
  onPin({ x: share(pin.x + step[0] * by, 1), y: share(pin.y + step[1] * by, 1) });
}

function PinMark({
  x,
  y,
  done = false,
  active = false,
  label,
  onClick,
  onKeyDown,
  children,
}: {
  x: number;
  y: number;
  done?: boolean;
  active?: boolean;
  label: string;
  onClick: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      data-pin={onKeyDown ? 'new' : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%`, borderRadius: '50% 50% 50% 4px' }}
      className={cn(
        'absolute grid size-6.5 place-items-center -translate-y-full border-2 border-white text-xs leading-none font-bold',
        done ? 'bg-[oklch(0.95_0.008_85)] text-[oklch(0.38_0.015_80)]' : 'bg-[oklch(0.22_0.012_80)] text-white',
        active && 'z-10 outline-2 outline-offset-1 outline-ring',
      )}
    >
      {children}
    </button>
  );
}
