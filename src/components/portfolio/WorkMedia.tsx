import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isVideo } from '../../../server/features/portfolio/rules.ts';
import type { WorkDto } from '../../../server/features/portfolio/schema.ts';
import { inOrg } from '@/lib/org-choice.ts';

const FRAME = 'relative block aspect-4/5 w-full overflow-hidden rounded-md bg-muted';

/** The picture or video above the title of a work, loaded when it comes near the view; `still`: without controls. */
export function WorkMedia({ work, still = false }: { work: WorkDto; still?: boolean }) {
  return (
    <span className={FRAME}>
      {isVideo(work.mime) ? (
        <Video work={work} still={still} />
      ) : (
        <img
          src={inOrg(work.url)}
          alt=""
          loading="lazy"
          decoding="async"
          width={work.width ?? undefined}
          height={work.height ?? undefined}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** Its first picture is read once the video is near; browsers load a video's beginning at once otherwise. */
function Video({ work, still }: { work: WorkDto; still: boolean }) {
  const { t } = useTranslation('portfolio');
  const element = useRef<HTMLVideoElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <>
      <video
        ref={element}
        src={near ? inOrg(`${work.url}#t=0.1`) : undefined}
        aria-label={t('video', { title: work.title })}
        preload={near ? 'metadata' : 'none'}
        controls={!still}
        muted
        playsInline
        className="size-full object-cover"
      />
      {still ? (
        <span aria-hidden className="absolute inset-0 grid place-items-center">
          <span className="grid size-11 place-items-center rounded-full bg-card/90">
            <Play className="size-5" />
          </span>
        </span>
      ) : null}
    </>
  );
}
