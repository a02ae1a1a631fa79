import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDto, ReviewDto, SubmissionDto } from '../../../server/features/content/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import type { NumberedComment, Spot } from '@/features/content/review-model.ts';
import { VideoPlayer } from '@/features/content/VideoPlayer.tsx';
import { cn } from '@/lib/cn.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface StageProps {
  review: ReviewDto;
  submission: SubmissionDto | undefined;
  file: FileDto | null;
  onFile: (id: string) => void;
  comments: readonly NumberedComment[];
  active: string | null;
  onActive: (commentId: string) => void;
  spot: Spot;
  onSpot: (spot: Spot) => void;
  seek: { ms: number; times: number } | null;
}

/** The work itself on a quiet ground: picture with pins, video with its scrubber, or a document to open. */
export function Stage({ review, submission, file, onFile, comments, active, onActive, spot, onSpot, seek }: StageProps) {
  const { t } = useTranslation('content');
  const files = submission?.files ?? [];
  const here = comments.filter(({ comment }) => comment.fileId === file?.id);
  return (
    <section aria-label={t('stage.label')} className="flex min-h-[420px] min-w-0 flex-col gap-4 overflow-y-auto bg-muted p-4 md:p-5">
      {file ? (
        <div className="flex min-h-0 grow flex-col items-center justify-center gap-3">
          {file.mime.startsWith('image/') ? (
            <PinnedPicture key={file.id} file={file} comments={here} active={active} onActive={onActive} pin={spot.pin} onPin={(pin) => onSpot({ atMs: null, pin })} />
          ) : file.mime.startsWith('video/') ? (
            <VideoPlayer key={file.id} file={file} comments={here} active={active} onActive={onActive} onTime={(atMs) => onSpot({ atMs, pin: null })} seek={seek} />
          ) : (
            <div className="grid justify-items-start gap-2 rounded-lg border border-border bg-card p-6">
              <FileText aria-hidden className="size-6" />
              <p className="font-semibold"><bdi>{file.name}</bdi></p>
              <Button asChild>
                <a href={file.url} target="_blank" rel="noreferrer">{t('stage.open')}</a>
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div className="grid grow place-items-center">
          <EmptyState title={t(submission ? 'stage.noFiles' : 'stage.nothing')} className="max-w-[44ch]">
            {submission ? null : review.milestone.fundedAt ? <Rich text={t('stage.due')} parts={{ date: <DateText value={review.milestone.dueAt} /> }} /> : t('stage.notFunded')}
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
                className={cn('grid size-14 place-items-center overflow-hidden rounded-sm border border-border-strong bg-card text-2xs text-muted-foreground', entry.id === file?.id && 'outline-2 outline-offset-1 outline-foreground')}
              >
                {entry.mime.startsWith('image/') ? <img src={entry.url} alt="" className="size-full object-cover" /> : <bdi dir="ltr">{entry.name.split('.').at(-1)}</bdi>}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
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
      <Alert tone="problem" title={<bdi>{file.name}</bdi>} className="max-w-[52ch]">
        {t('stage.unreadable')}
      </Alert>
    );
  }
  return (
    <>
      {/* A place on a picture does not mirror with the page. */}
      <div dir="ltr" className="relative w-fit">
        {/* Pins need a pointer; a comment on the whole picture does not. */}
        {/* oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions */}
        <img
          src={file.url}
          alt={t('stage.picture', { name: file.name })}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          onError={() => setUnreadable(true)}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onPin({ x: share(event.clientX - box.left, box.width), y: share(event.clientY - box.top, box.height) });
          }}
          className="h-auto max-h-[calc(100dvh-220px)] w-auto max-w-full cursor-crosshair rounded-md object-contain max-lg:max-h-[60dvh]"
        />
        {comments.map(({ number, comment }) =>
          comment.x === null || comment.y === null ? null : (
            <PinMark key={comment.id} x={comment.x} y={comment.y} done={comment.resolvedAt !== null} active={comment.id === active} onClick={() => onActive(comment.id)} label={t(comment.resolvedAt ? 'comment.pinDone' : 'comment.pin', { number })}>
              {number}
            </PinMark>
          ),
        )}
        {pin ? <PinMark x={pin.x} y={pin.y} active label={t('comment.newPin')} onClick={() => onPin(null)}>+</PinMark> : null}
      </div>
      <p className="text-xs text-muted-foreground">{t('stage.pinHint')}</p>
    </>
  );
}

const share = (at: number, whole: number): number => Math.min(1, Math.max(0, Number((at / whole).toFixed(4))));

function PinMark({ x, y, done = false, active = false, label, onClick, children }: { x: number; y: number; done?: boolean; active?: boolean; label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%`, borderRadius: '50% 50% 50% 4px' }}
      className={cn(
        'absolute grid size-[26px] place-items-center -translate-y-full border-2 border-white text-xs leading-none font-bold',
        done ? 'bg-[oklch(0.95_0.008_85)] text-[oklch(0.38_0.015_80)]' : 'bg-[oklch(0.22_0.012_80)] text-white',
        active && 'z-10 outline-2 outline-offset-1 outline-ring',
      )}
    >
      {children}
    </button>
  );
}
