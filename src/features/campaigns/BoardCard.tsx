import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { actionOfStep, OurTurnTag } from '@/components/gates/OurTurnTag.tsx';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TurnTag } from '@/components/money/TurnTag.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { type BoardCard, turnOf } from '@/features/campaigns/board-cards.ts';
import { money } from '@/features/campaigns/campaign-money.ts';
import { shortAgo } from '@/features/campaigns/short-ago.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { Tag } from '@/ui/tag.tsx';

/** One application or deal; the whole card is a link. */
export function BoardCardView({ card, onOpen }: { card: BoardCard; onOpen: (applicationId: string) => void }) {
  return (
    <li
      className={cn(
        'relative min-w-0 rounded-md border bg-card px-2 py-2.5 [&_[data-slot=status]]:max-w-full [&_[data-slot=status]]:gap-1 [&_[data-slot=status]]:overflow-hidden [&_[data-slot=status]]:px-1.5',
        card.needsYou && card.kind === 'deal' ? 'border-foreground' : 'border-border hover:border-border-strong',
      )}
    >
      {card.kind === 'applicant' ? <Applicant card={card} onOpen={onOpen} /> : <Deal card={card} />}
    </li>
  );
}

function Name({ card, line, onOpen }: { card: BoardCard; line: React.ReactNode; onOpen?: () => void }) {
  const styles =
    'block max-w-full truncate-name text-ui leading-4.5 font-580 after:absolute after:inset-0 after:rounded-md';
  return (
    <div className="flex items-center gap-2">
      <CreatorAvatar {...faceOf(card)} />
      <div className="min-w-0">
        {onOpen ? (
          <button type="button" onClick={onOpen} className={styles}>
            {card.name}
          </button>
        ) : (
          <Link to="/smart-contracts/$contractId" params={{ contractId: card.key }} className={styles}>
            {card.name}
          </Link>
        )}
        <div className="truncate text-sm leading-4.5">{line}</div>
      </div>
    </div>
  );
}

function Foot({ start, end }: { start: React.ReactNode; end: React.ReactNode }) {
  return (
    <div className="mt-[9px] flex items-center justify-between gap-2 text-caption leading-[17px] whitespace-nowrap">
      <span className="font-580">{start}</span>
      <span className="text-muted-foreground">{end}</span>
    </div>
  );
}

function Applicant({
  card,
  onOpen,
}: {
  card: Extract<BoardCard, { kind: 'applicant' }>;
  onOpen: (applicationId: string) => void;
}) {
  const { t, i18n } = useTranslation('campaigns');
  const format = useFormat();
  const { applicant } = card;
  const figures = !applicant.followers
    ? t('board.noFigures')
    : t('board.figures', {
        followers: format.compact(applicant.followers),
        engagement: applicant.engagementBps === null ? '–' : format.percent(applicant.engagementBps),
      });
  return (
    <>
      <Name
        card={card}
        line={<span className="figures text-muted-foreground">{figures}</span>}
        onOpen={() => onOpen(applicant.applicationId)}
      />
      <Foot
        start={<MoneyText money={money(applicant.price, applicant.currency)} />}
        end={
          <time dateTime={applicant.createdAt.toISOString()} title={format.dateTime(applicant.createdAt)}>
            {shortAgo(applicant.createdAt, i18n.language)}
          </time>
        }
      />
    </>
  );
}

function Deal({ card }: { card: Extract<BoardCard, { kind: 'deal' }> }) {
  const { t } = useTranslation('campaigns');
  const { deal } = card;
  const milestone = deal.milestone;
  return (
    <>
      <Name
        card={card}
        line={<span dir="auto">{deal.stage === 'done' ? deal.title : (milestone?.title ?? deal.title)}</span>}
      />
      <div className="mt-2 flex flex-wrap gap-1">
        {turnOf(deal) === 'brand' ? (
          <OurTurnTag action={actionOfStep(deal.nextAction)} />
        ) : turnOf(deal) === 'creator' ? (
          <TurnTag turn={{ who: 'them', name: card.name }} />
        ) : null}
        {milestone && milestone.state !== 'proposed' ? <MilestoneStateTag state={shownState(milestone)} /> : null}
        {deal.live ? <Tag>{t(`live.${deal.live}`)}</Tag> : null}
      </div>
      <Foot
        start={
          <MoneyText
            money={money(deal.stage === 'done' ? deal.total : (milestone?.amount ?? deal.total), deal.currency)}
          />
        }
        end={deal.deadlineAt ? <Countdown deadline={deal.deadlineAt} /> : null}
      />
    </>
  );
}
