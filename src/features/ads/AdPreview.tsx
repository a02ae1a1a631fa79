import { useTranslation } from 'react-i18next';
import type { AdInput, AdKind } from '../../../server/features/ads/schema.ts';
import { AdPay, useWhereText, useWorkText } from '@/features/ads/ad-parts.tsx';
import { photoUrl } from '@/features/ads/PhotoField.tsx';
import { useFormat } from '@/lib/format.ts';
import { Tag } from '@/ui/tag.tsx';

const amount = (value: number | null): number | null => (value !== null && Number.isSafeInteger(value) ? value : null);

/** The ad as others will read it, from what is typed so far. */
export function AdPreview({ ad, kind }: { ad: AdInput; kind: AdKind }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const workOf = useWorkText();
  const whereOf = useWhereText();
  const url = photoUrl(ad.photoId);
  return (
    <article aria-label={t('form.preview')} className="overflow-hidden rounded-lg border border-border-strong bg-card">
      {url ? <img src={url} alt="" className="aspect-video w-full object-cover" /> : null}
      <div className="grid gap-2 px-5 py-4.5">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          <Tag>{t(`kind.${kind}`)}</Tag>
          <bdi>{whereOf(ad) || t('form.previewWhere')}</bdi>
        </p>
        <h3 className="text-base font-semibold break-words">
          <bdi>{ad.title || t('form.previewTitle')}</bdi>
        </h3>
        <p className="text-sm font-semibold">
          <AdPay
            ad={{ ...ad, payMin: amount(ad.payMin), payMax: amount(ad.payMax), goodsValue: amount(ad.goodsValue) }}
          />
        </p>
        <p dir="auto" className="text-sm break-words whitespace-pre-line">
          {ad.body || <span className="text-muted-foreground">{t('form.previewBody')}</span>}
        </p>
        <p className="text-sm text-muted-foreground">{workOf(ad)}</p>
        <p className="text-sm text-muted-foreground">
          {[ad.dueAt ? t('card.due', { date: format.date(ad.dueAt) }) : null, t('form.previewDays', { count: ad.days })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </article>
  );
}
