import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountFigures, Figure } from '../../../server/features/creators/schema.ts';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import { shownAccount } from '@/components/creators/shown-account.ts';
import { useDistance, useReasonText } from '@/components/creators/use-reason-text.ts';
import { FigureMark } from '@/components/figures/FigureMark.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { Tag } from '@/ui/tag.tsx';

export interface CreatorCardProps {
  creator: FoundCreator;
  /** Buttons at the end: save, invite, a menu. */
  actions?: ReactNode;
  /** Before the picture: a checkbox. */
  select?: ReactNode;
  /** Of its place in the list, as on its mark on the map. */
  number?: number;
  /** Highlighted, as its mark on the map is. */
  active?: boolean;
  onActive?: (active: boolean) => void;
  /** More about this creator under the reasons. */
  children?: ReactNode;
  /** Of the name: one level below the heading above the card. */
  heading?: 'h2' | 'h3';
  className?: string;
}

/** A creator as a search finds it: figures with where they are from, and why it is a result. */
export function CreatorCard({
  creator,
  actions,
  select,
  number,
  active = false,
  onActive,
  children,
  heading: Heading = 'h2',
  className,
}: CreatorCardProps) {
  const { t } = useTranslation('found');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const reasonText = useReasonText();
  const distance = useDistance();
  const account = shownAccount(creator);
  const others = creator.accounts.filter((other) => other !== account);
  const place = [
    creator.city,
    creator.country && !creator.city ? format.countryName(creator.country) : null,
    creator.distanceKm === null || creator.distanceKm < 1 ? null : distance(creator.distanceKm),
    creator.service === 'area'
      ? t('card.area', { km: distance(creator.serviceKm ?? 0) })
      : creator.service
        ? t(`card.${creator.service}`)
        : null,
  ].filter((part) => part !== null && part !== '');
  return (
    <article
      id={`creator-${creator.handle}`}
      data-slot="creator-card"
      data-active={active || undefined}
      onPointerEnter={() => onActive?.(true)}
      onPointerLeave={() => onActive?.(false)}
      className={cn('grid gap-2.5 border-b border-border py-4 data-active:bg-accent', className)}
    >
      <div className="flex items-start gap-3 max-md:flex-wrap">
        {select ? <div className="pt-2.5">{select}</div> : null}
        {number === undefined ? null : (
          <span className="figures min-w-5 shrink-0 pt-2 text-end text-sm font-semibold text-muted-foreground">
            {format.number(number)}
          </span>
        )}
        <CreatorAvatar {...faceOf(creator)} size="md" />
        <div className="min-w-0 grow max-md:basis-40">
          <Heading className="flex flex-wrap items-center gap-x-2 text-base/snug font-semibold">
            <Link to="/creator/$handle" params={{ handle: creator.handle }} className="hover:underline">
              <bdi>{creator.name}</bdi>
            </Link>
            {creator.available ? <Tag>{t('card.available')}</Tag> : null}
            {creator.freeFrom ? (
              <Tag>{t('card.freeFrom', { date: format.date(new Date(`${creator.freeFrom}T12:00:00Z`)) })}</Tag>
            ) : null}
          </Heading>
          <p className="text-sm text-muted-foreground">
            <Handle handle={creator.handle} />
            {place.map((part) => (
              <span key={part}>
                {' · '}
                <bdi>{part}</bdi>
              </span>
            ))}
            {creator.rating === null ? null : (
              <span> · {t('card.rating', { stars: format.number(creator.rating / 10) })}</span>
            )}
          </p>
          {creator.niches.length > 0 ? (
            <p className="text-sm text-muted-foreground">
              {creator.niches.map((niche) => nameOf(`name.${niche as 'food'}`)).join(' · ')}
            </p>
          ) : null}
        </div>
        {actions ? <div className="flex shrink-0 items-center gap-1.5 max-md:basis-full">{actions}</div> : null}
      </div>
      <dl className="grid max-w-2xl grid-cols-3 gap-x-4 gap-y-1">
        <Fact
          label={
            account ? t('card.followersOn', { platform: terms(`platform.${account.platform}`) }) : t('card.followers')
          }
        >
          <FigureValue figure={account?.followers ?? null} account={account} text={format.compact} />
        </Fact>
        <Fact label={t('card.engagement')}>
          <FigureValue figure={account?.engagement ?? null} account={account} text={format.percent} />
        </Fact>
        <Fact label={t('card.from')}>
          {creator.priceFrom ? (
            <MoneyText money={creator.priceFrom} className="font-semibold" />
          ) : (
            <span className="text-sm text-muted-foreground">
              {t(creator.ratesOnRequest ? 'card.onRequest' : 'card.noPrice')}
            </span>
          )}
        </Fact>
      </dl>
      {others.length > 0 ? (
        <p className="text-xs text-muted-foreground">
          {t('card.alsoOn', {
            list: format.list(
              others.map(
                (other) => `${terms(`platform.${other.platform}`)} (${format.compact(other.followers.value)})`,
              ),
            ),
          })}
        </p>
      ) : null}
      {creator.reasons.length > 0 ? (
        <ul aria-label={t('card.because')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {creator.reasons.map((reason, index) => (
            <li key={index} className="flex min-w-0 items-start gap-1.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
              <span className="min-w-0">{reasonText(reason, creator)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </article>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="leading-tight">{children}</dd>
    </div>
  );
}

function FigureValue({
  figure,
  account,
  text,
}: {
  figure: Figure | null;
  account: AccountFigures | undefined;
  text: (value: number) => string;
}) {
  const { t } = useTranslation('found');
  if (!figure || !account) return <span className="text-sm text-muted-foreground">{t('card.unknown')}</span>;
  return (
    <>
      <span className="figures block font-semibold">{text(figure.value)}</span>
      <FigureMark figure={figure} platform={account.platform} />
    </>
  );
}
