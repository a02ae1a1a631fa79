import { useTranslation } from 'react-i18next';

export type Turn =
  /** The user must act. */
  | { who: 'you' }
  /** Another member of the user's org must act. */
  | { who: 'team' }
  /** The other side must act; their name as written. */
  | { who: 'them'; name: string }
  /** No person: a bank or a deadline. */
  | { who: 'bank' }
  | { who: 'clock' };

/** Shows who acts next; ink if it is the user's. */
export function TurnTag({ turn }: { turn: Turn }) {
  const { t } = useTranslation();
  const yours = turn.who === 'you';
  return (
    <span
      data-slot="turn"
      className={
        yours
          ? 'inline-flex h-[22px] items-center rounded-sm bg-primary px-2 text-xs leading-none font-semibold whitespace-nowrap text-primary-foreground'
          : 'inline-flex h-[22px] max-w-full items-center rounded-sm border border-border-strong px-2 text-xs leading-none font-semibold whitespace-nowrap'
      }
    >
      <span className="truncate leading-4">
        {turn.who === 'them' ? t('turn.them', { name: turn.name }) : t(`turn.${turn.who}`)}
      </span>
    </span>
  );
}
