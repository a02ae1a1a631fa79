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
}: {
  figure: Figure;
  platform: Platform;
  /** What it was taken from. */
  of?: 'comments' | 'posts';
}) {
  const { t } = useTranslation('figures');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const now = useNow(() => null);
  const parts = [
    t(`source.${figure.source}`, { platform: terms(`platform.${platform}`) }),
    format.date(figure.asOf),
    figure.n === null ? null : t(of, { count: figure.n }),
    isStale(figure, now) ? t('stale') : null,
  ].filter(Boolean);
  return (
    <span
      data-stale={isStale(figure, now) || undefined}
      title={figure.formula ? t(`formula.${figure.formula}`) : undefined}
      className="text-xs text-muted-foreground"
    >
      {parts.join(' · ')}
    </span>
  );
}
