import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BoardCardView } from '@/features/campaigns/BoardCard.tsx';
import { BOARD_STAGES, type BoardCard, type BoardStage } from '@/features/campaigns/board-cards.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { SideScroll } from '@/ui/side-scroll.tsx';
import { Count } from '@/ui/tag.tsx';

const SHOWN_AT_FIRST = 6;

/**
 * Stages from application to done. Those with cards are open, empty ones are narrow columns with their name; on a
 * phone, where stages are stacked, they are left out.
 */
export function Board({
  cards,
  counts,
  onOpen,
}: {
  cards: readonly BoardCard[];
  /** Of stages whose cards may not be loaded yet. */
  counts: Partial<Record<BoardStage, number>>;
  onOpen: (applicationId: string) => void;
}) {
  const { t } = useTranslation('campaigns');
  return (
    <SideScroll
      label={t('board.board')}
      before={t('board.before')}
      after={t('board.after')}
      className="flex min-h-[486px] items-stretch gap-2 max-md:block max-md:min-h-0"
    >
      {BOARD_STAGES.map((stage) => (
        <Lane
          key={stage}
          stage={stage}
          cards={cards.filter((card) => card.stage === stage)}
          count={counts[stage]}
          onOpen={onOpen}
        />
      ))}
    </SideScroll>
  );
}

function Lane({
  stage,
  cards,
  count = cards.length,
  onOpen,
}: {
  stage: BoardStage;
  cards: readonly BoardCard[];
  count: number | undefined;
  onOpen: (applicationId: string) => void;
}) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const [all, setAll] = useState(false);
  // Each application that was not opened waits for the brand.
  const forYou = stage === 'applied' ? count : cards.filter(({ needsYou }) => needsYou).length;
  const shown = all ? cards : cards.slice(0, SHOWN_AT_FIRST);
  const name = t(`board.stage.${stage}`);
  if (cards.length === 0 && count === 0) {
    return (
      <section
        aria-label={name}
        className="w-[34px] min-w-[34px] shrink-0 rounded-9 border border-border py-2 max-md:hidden"
      >
        <h2 className="flex items-center gap-2 px-2 py-1 text-sm font-530 text-muted-foreground md:px-1.5 md:[writing-mode:vertical-rl] md:rtl:[writing-mode:vertical-lr]">
          {name}
          <span className="figures">0</span>
        </h2>
      </section>
    );
  }
  return (
    <section
      aria-label={name}
      className="max-w-[300px] min-w-[174px] flex-1 basis-0 rounded-9 bg-sidebar p-2 max-md:mb-2 max-md:max-w-none max-md:min-w-0"
    >
      <h2 className="flex items-center gap-1.75 px-1 pt-0.5 pb-2 text-sm leading-5 font-semibold">
        {name}
        <span className="figures font-medium text-muted-foreground">{format.number(count)}</span>
        {forYou > 0 ? (
          <Count hot className="ms-auto">
            {t('board.forYou', { count: forYou })}
          </Count>
        ) : null}
      </h2>
      <ul className="grid gap-1.5">
        {shown.map((card) => (
          <BoardCardView key={card.key} card={card} onOpen={onOpen} />
        ))}
      </ul>
      {cards.length > shown.length ? (
        <button
          type="button"
          onClick={() => setAll(true)}
          className={cn(
            'mt-1 min-h-8 rounded-sm px-1 text-sm text-muted-foreground hover:text-foreground touch:min-h-11',
          )}
        >
          {t('board.more', { count: cards.length - shown.length })}
        </button>
      ) : null}
    </section>
  );
}
