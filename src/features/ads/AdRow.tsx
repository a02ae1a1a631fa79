import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AdItem } from '../../../server/features/ads/schema.ts';
import { SaveToggle } from '@/components/form/SaveToggle.tsx';
import { BrandFacts } from '@/components/people/BrandFacts.tsx';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { AdPay, useWhereText, useWorkText } from '@/features/ads/ad-parts.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

export interface AdRowProps {
  ad: AdItem;
  active?: boolean;
  onActive?: (active: boolean) => void;
}

/** One ad in a list. */
export function AdRow({ ad, active = false, onActive }: AdRowProps) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const workOf = useWorkText();
  const whereOf = useWhereText();
  const dates = [
    ad.dueAt ? t('card.due', { date: format.date(ad.dueAt) }) : null,
    ad.endsAt ? t('card.ends', { date: format.date(ad.endsAt) }) : null,
  ];
  return (
    <li
      id={`ad-${ad.id}`}
      onPointerEnter={() => onActive?.(true)}
      onPointerLeave={() => onActive?.(false)}
      className={cn(
        'relative grid cols-auto-main-auto gap-x-3.5 gap-y-1 border-b border-border py-4 hover:bg-accent',
        active && 'bg-accent',
      )}
    >
      <PartyAvatar kind={ad.owner.kind} {...faceOf(ad.owner)} size="md" />
      <div className="min-w-0">
        <h2 className="text-base font-semibold break-words">
          <Link to="/browse-ads/$adId" params={{ adId: ad.id }} className="after:absolute after:inset-0">
            <bdi>{ad.title}</bdi>
          </Link>
        </h2>
        <p className="text-sm">
          <bdi>{ad.owner.name}</bdi> · <bdi>{whereOf(ad)}</bdi>
        </p>
        <p className="mt-0.5 text-sm font-semibold">
          <AdPay ad={ad} />
        </p>
        <p className="mt-0.5 text-sm text-muted-foreground">{workOf(ad)}</p>
        <p className="mt-0.5 text-sm text-muted-foreground">{dates.filter(Boolean).join(' · ')}</p>
        {ad.facts ? (
          <p className="mt-0.5 text-sm text-muted-foreground">
            <BrandFacts facts={ad.facts} />
          </p>
        ) : null}
        {ad.myReply ? (
          <p className="mt-1">
            <Tag>{t(`reply.mineState.${ad.myReply}`)}</Tag>
          </p>
        ) : null}
      </div>
      <div className="relative z-1">
        <SaveAd adId={ad.id} saved={ad.saved} compact />
      </div>
    </li>
  );
}

/** Keeps an ad for later. */
export function SaveAd({ adId, saved, compact = false }: { adId: string; saved: boolean; compact?: boolean }) {
  const { t } = useTranslation('ads');
  const settled = {
    onSuccess: () => Promise.all([api.ads.browse.invalidate(), api.ads.open.invalidate()]),
    onError: toastError,
  };
  const save = trpc.ads.save.useMutation(settled);
  const unsave = trpc.ads.unsave.useMutation(settled);
  return (
    <SaveToggle
      saved={saved}
      compact={compact}
      labels={{ save: t('card.save'), saved: t('card.saved') }}
      input={{ adId }}
      save={save}
      unsave={unsave}
    />
  );
}
