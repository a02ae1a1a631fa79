import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countText } from '@/lib/count.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Local ads on a home screen: a brand's own with their replies, for a creator those around. */
export function AdsTile({ side }: { side: 'brand' | 'creator' }) {
  const { t } = useTranslation('home');
  const { data } = useQuery(api.ads.tile.queryOptions());
  const own =
    data && (data.live > 0 || data.newReplies > 0)
      ? t('ads.own', { shown: countText(data.live), n: countText(data.newReplies) })
      : null;
  const near =
    data && data.km !== null
      ? t('ads.near', { n: countText(data.near), km: data.km })
      : data
        ? t('ads.anywhere', { n: countText(data.near) })
        : null;
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-card p-4.5">
      <div className="min-w-0">
        <h2 className="heading-item">{t('ads.title')}</h2>
        <p className="text-sm text-muted-foreground">
          {side === 'brand' ? (own ?? t('ads.text')) : (near ?? t('ads.textCreator'))}
        </p>
        {side === 'creator' && own ? <p className="text-sm text-muted-foreground">{own}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {side === 'brand' ? (
          <>
            <Button asChild>
              <Link to="/my-ads">{t('ads.mine')}</Link>
            </Button>
            <Button asChild variant="quiet">
              <Link to="/post-ad">{t('ads.post')}</Link>
            </Button>
          </>
        ) : (
          <>
            <Button asChild>
              <Link to="/browse-ads">{t('ads.browse')}</Link>
            </Button>
            {own ? (
              <Button asChild variant="quiet">
                <Link to="/my-ads">{t('ads.mine')}</Link>
              </Button>
            ) : null}
          </>
        )}
      </div>
    </section>
  );
}
