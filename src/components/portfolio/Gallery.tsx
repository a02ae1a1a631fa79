import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { WorkMedia } from '@/components/portfolio/WorkMedia.tsx';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** The works of a creator as others see them; nothing is shown where there are none. */
export function Gallery({ handle }: { handle: string }) {
  const { t } = useTranslation('portfolio');
  const query = useQuery(api.portfolio.of.queryOptions({ handle }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={3} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('gallery.couldNotLoad')} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return null;
  return (
    <section aria-labelledby="creator-portfolio">
      <h2 id="creator-portfolio" className="heading-section">
        {t('gallery.title')}
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3">
        {query.data.map((work) => (
          <li key={work.id} className="min-w-0">
            <WorkMedia work={work} />
            <p className="mt-1.5 text-sm font-medium wrap-anywhere">
              <bdi>{work.title}</bdi>
            </p>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
              {work.pinned ? <Tag>{t('pinned')}</Tag> : null}
              {work.brand ? (
                <span>
                  {t('gallery.for')} <bdi>{work.brand}</bdi>
                </span>
              ) : null}
              {work.link ? (
                <a
                  href={work.link}
                  target="_blank"
                  rel="noreferrer nofollow ugc"
                  className="inline-flex items-center gap-1 link"
                  aria-label={t('gallery.open', { title: work.title })}
                >
                  <bdi dir="ltr">{new URL(work.link).hostname.replace(/^www\./u, '')}</bdi>
                  <ExternalLink aria-hidden className="size-3" />
                </a>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
