import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isVideo } from '../../../server/features/portfolio/rules.ts';
import type { WorkDto } from '../../../server/features/portfolio/schema.ts';

/** The picture or video of a work, loaded when it comes into view; `still`: without controls. */
export function WorkMedia({ work, still = false }: { work: WorkDto; still?: boolean }) {
  const { t } = useTranslation('portfolio');
  const frame = 'relative block aspect-4/5 w-full overflow-hidden rounded-md bg-muted';
  if (!isVideo(work.mime))
    return (
      <span className={frame}>
        <img
          src={work.url}
          alt={work.title}
          loading="lazy"
          decoding="async"
          width={work.width ?? undefined}
          height={work.height ?? undefined}
          className="size-full object-cover"
        />
      </span>
    );
  return (
    <span className={frame}>
      <video
        src={still ? `${work.url}#t=0.1` : work.url}
        aria-label={t('video', { title: work.title })}
        preload={still ? 'metadata' : 'none'}
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
    </span>
  );
}
