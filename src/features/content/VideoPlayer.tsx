import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDto } from '../../../server/features/content/schema.ts';
import { type NumberedComment, timecode } from '@/features/content/review-model.ts';
import { cn } from '@/lib/cn.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

export interface VideoPlayerProps {
  file: FileDto;
  /** The reader may download the file. */
  mayTake: boolean;
  comments: readonly NumberedComment[];
  active: string | null;
  onActive: (commentId: string) => void;
  /** Called while it plays or is moved, in whole tenths of a second. */
  onTime: (ms: number) => void;
  seek: { ms: number; times: number } | null;
}

/** The video with a scrubber that shows the comments' numbers; time runs left to right in every language. */
export function VideoPlayer({ file, mayTake, comments, active, onActive, onTime, seek }: VideoPlayerProps) {
  const { t } = useTranslation('content');
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(false);
  const [broken, setBroken] = useState(false);
  const [now, setNow] = useState(0);
  const [length, setLength] = useState(file.durationMs ?? 0);
  const report = (ms: number) => {
    setNow(ms);
    onTime(Math.round(ms / 100) * 100);
  };
  const moveTo = (ms: number) => {
    if (video.current) video.current.currentTime = ms / 1000;
    report(ms);
  };
  useEffect(() => {
    if (!seek) return;
    video.current?.pause();
    moveTo(seek.ms);
    // Only a new request moves the position.
    // oxlint-disable-next-line exhaustive-deps
  }, [seek]);
  const toggle = () => {
    const clip = video.current;
    if (!clip) return;
    if (clip.paused) void clip.play().catch(() => setBroken(true));
    else clip.pause();
  };
  const Mark = playing ? Pause : Play;
  const Sound = muted ? VolumeX : Volume2;
  return (
    <>
      {/* oxlint-disable-next-line media-has-caption -- a draft under review has no captions file of its own */}
      <video
        ref={video}
        src={inOrg(file.url)}
        playsInline
        preload="metadata"
        muted={muted}
        aria-label={file.name}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken(true)}
        onTimeUpdate={(event) => report(event.currentTarget.currentTime * 1000)}
        onLoadedMetadata={(event) => {
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration * 1000);
        }}
        className="h-auto max-h-[calc(100dvh-360px)] w-auto max-w-full cursor-pointer rounded-md bg-ink-field object-contain max-lg:max-h-[56dvh]"
      />
      {broken ? (
        <p role="status" className="text-sm text-muted-foreground">
          {t(mayTake ? 'stage.cannotPlay' : 'stage.cannotPlayYet')}
        </p>
      ) : null}
      <div dir="ltr" className="w-full max-w-180">
        <div className="relative h-7">
          {comments.map(({ number, comment }) =>
            comment.atMs === null || length === 0 ? null : (
              <button
                key={comment.id}
                type="button"
                aria-label={t('comment.at', { number, time: timecode(comment.atMs) })}
                onClick={() => onActive(comment.id)}
                style={{ insetInlineStart: `calc(${Math.min(100, (comment.atMs / length) * 100)}% - 12px)` }}
                className={cn(
                  'absolute top-0 grid size-6 place-items-center rounded-full border text-2xs font-semibold',
                  comment.id === active
                    ? 'border-foreground bg-primary text-primary-foreground'
                    : comment.resolvedAt === null
                      ? 'border-input bg-card'
                      : 'border-border bg-secondary text-muted-foreground',
                )}
              >
                {number}
              </button>
            ),
          )}
        </div>
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.round(length))}
          step={100}
          value={Math.round(now)}
          aria-label={t('stage.scrubber')}
          aria-valuetext={timecode(now)}
          onChange={(event) => moveTo(Number(event.currentTarget.value))}
          className="block h-5 w-full cursor-pointer accent-foreground"
        />
        <div className="mt-1 flex items-center gap-2.5">
          <Button size="icon" aria-label={t(playing ? 'stage.pause' : 'stage.play')} onClick={toggle}>
            <Mark aria-hidden />
          </Button>
          <span className="figures text-sm">
            <b className="font-semibold">{timecode(now)}</b>{' '}
            <span className="text-muted-foreground">/ {timecode(length)}</span>
          </span>
          <span className="grow" />
          <Button
            variant="quiet"
            size="icon"
            aria-label={t(muted ? 'stage.soundOn' : 'stage.soundOff')}
            onClick={() => setMuted(!muted)}
          >
            <Sound aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('stage.fullScreen')}
            onClick={() => void video.current?.requestFullscreen().catch(() => undefined)}
          >
            <Maximize aria-hidden />
          </Button>
        </div>
      </div>
    </>
  );
}
