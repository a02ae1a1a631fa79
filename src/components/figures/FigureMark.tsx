import { useTranslation } from 'react-i18next';
import { STALE_AFTER_MS } from '../../../server/features/creators/rules.ts';
import type { Figure } from '../../../server/features/creators/schema.ts';
import type { Platform } from '../../../server/features/terms/schema.ts';
import { useNow } from '@/components/time/use-now.ts';
import { useFormat } from '@/lib/format.ts';

/** A figure of a network or an estimate grows old; what a creator entered keeps its date. */
export const isStale = ({ source, asOf }: Pick<Figure, 'source' | 'asOf'>, now: number): boolean =>
  source !== 'manual' && now - asOf.getTime() > STALE_AFTER_MS;

/** Where a figure is from, when, and of how many posts: "From Instagram, 24 Nov, 30 posts". */
export function FigureMark({
  figure,
  platform,
  of = 'posts',
  brief = false,
}: {
  figure: Figure;
  platform: Platform;
  /** Shows what is not usual: another source than the network, an old figure. The rest is read out and is its title. */
  brief?: boolean;
  /** What it was taken from. */
  of?: 'comments' | 'posts';
}) {
  const { t } = useTranslation('figures');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const now = useNow(() => null);
  const source = t(`source.${figure.source}`, { platform: terms(`platform.${platform}`) });
  const stale = isStale(figure, now) ? t('stale') : null;
  const parts = [source, format.date(figure.asOf), figure.n === null ? null : t(of, { count: figure.n }), stale].filter(
    Boolean,
  );
  const formula = figure.formula ? t(`formula.${figure.formula}`) : undefined;
  if (brief) {
    const shown = [figure.source === 'api' ? null : source, stale].filter(Boolean);
    return (
      <span
        data-stale={stale ? true : undefined}
        title={[parts.join(' · '), formula].filter(Boolean).join('. ')}
        className="block text-xs text-muted-foreground"
      >
        <span aria-hidden>{shown.join(' · ')}</span>
        <span className="sr-only">{parts.join(' · ')}</span>
      </span>
    );
  }
  return (
    <span data-stale={stale ? true : undefined} title={formula} className="text-xs text-muted-foreground">
      {parts.join(' · ')}
    </span>
  );
}
