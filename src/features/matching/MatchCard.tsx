import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AudienceTarget } from '../../../server/features/matching/audience/rules.ts';
import type { FitPart } from '../../../server/features/matching/rules.ts';
import type { MatchedCreator } from '../../../server/features/matching/schema.ts';
import { SaveCreator } from '@/components/creators/SaveCreator.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf, Handle } from '@/components/people/Party.tsx';
import { FitBars, Reasons } from '@/features/matching/FitBars.tsx';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Tag } from '@/ui/tag.tsx';

export interface MatchCardProps {
  match: MatchedCreator;
  campaignId: string;
  /** Whom the campaign is to reach. */
  target: AudienceTarget;
  partsInUse: readonly FitPart[];
  isCompared: boolean;
  /** One more may be compared. */
  mayCompare: boolean;
  onCompare: () => void;
  onUp: () => void;
  onDown: () => void;
}

/** A proposed creator: the fit, its parts, reasons for and against, and what the brand can do. */
export function MatchCard({
  match,
  campaignId,
  target,
  partsInUse,
  isCompared,
  mayCompare,
  onCompare,
  onUp,
  onDown,
}: MatchCardProps) {
  const { t } = useTranslation('matching');
  const { creator } = match;
  return (
    <li className="grid gap-3 border-b border-border py-4">
      <div className="grid cols-auto-main-auto items-start gap-x-3.5">
        <CreatorAvatar {...faceOf(creator)} size="md" />
        <div className="min-w-0">
          <h3 className="text-base font-semibold">
            <Link to="/creator/$handle" params={{ handle: creator.handle }} className="hover:underline">
              <bdi>{creator.name}</bdi>
            </Link>
          </h3>
          <Facts match={match} />
        </div>
        <p className="text-end">
          <span className="figures block text-xl leading-6 font-semibold">{Math.round(match.fit)}</span>
          <span className="text-sm text-muted-foreground">{t('fit')}</span>
        </p>
      </div>
      <FitBars parts={match.parts} partsInUse={partsInUse} />
      <Reasons
        reasonsFor={match.reasonsFor}
        reasonAgainst={match.reasonAgainst}
        target={target}
        audience={match.audience}
      />
      <div className="flex flex-wrap items-center gap-2">
        {match.relation ? (
          <Tag>{t(`relation.${match.relation}`)}</Tag>
        ) : (
          <Button asChild variant="ink">
            <Link to="/collaboration-request/new" search={{ creator: creator.orgId, campaign: campaignId }}>
              {t('invite')}
            </Link>
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-pressed={match.vote?.isUp === true}
          aria-label={t('up', { name: creator.name })}
          onClick={onUp}
        >
          <ThumbsUp aria-hidden className={match.vote?.isUp ? 'fill-current' : undefined} />
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('down', { name: creator.name })} onClick={onDown}>
          <ThumbsDown aria-hidden />
        </Button>
        <SaveCreator orgId={creator.orgId} name={creator.name} variant="quiet" />
        <Checkbox
          id={`compare-${creator.orgId}`}
          checked={isCompared}
          disabled={!isCompared && !mayCompare}
          onCheckedChange={onCompare}
        />
        <label htmlFor={`compare-${creator.orgId}`} className="text-sm">
          {t('compare.add')}
        </label>
        {match.isNewcomer ? <Tag>{t('newcomer')}</Tag> : null}
      </div>
    </li>
  );
}

function Facts({ match: { creator, deals, price } }: { match: MatchedCreator }) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const followers = creator.accounts[0]?.followers.value;
  return (
    <p className="text-sm text-muted-foreground">
      <Handle handle={creator.handle} />
      {creator.city ? (
        <>
          {' · '}
          <bdi>{creator.city}</bdi>
        </>
      ) : null}
      {followers === undefined ? null : <> · {t('followers', { followers: format.compact(followers) })}</>}
      {' · '}
      {t('deals', { n: deals })}
      {price ? (
        <>
          {' · '}
          <MoneyText money={price} />
        </>
      ) : null}
    </p>
  );
}
