import { Fragment, type CSSProperties, type ReactNode } from 'react';
import type { Money } from '../../../server/core/money.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MONEY_STATE_ICONS } from '@/components/money/money-states.ts';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { cn } from '@/lib/cn.ts';

export interface MilestoneEntry {
  id: string;
  title: ReactNode;
  money: Money;
  state: MoneyState;
  stateLabel?: ReactNode;
  /** Two-column list; the next automatic event is `strong`. */
  dates?: readonly { id: string; label: ReactNode; value: ReactNode; strong?: boolean }[];
  /** Links to the delivered work. */
  work?: ReactNode;
  /** The next step: a sentence, a gold button, the parts of the sum. */
  children?: ReactNode;
  /** The last day of its money, and what happens until then. */
  lastDay?: ReactNode;
}

/** Vertical line; the node is the icon of the state, a hollow dashed ring while there is no money. */
export function MilestoneList({ milestones }: { milestones: readonly MilestoneEntry[] }) {
  return (
    <ol>
      {milestones.map((milestone) => (
        <Milestone key={milestone.id} milestone={milestone} />
      ))}
    </ol>
  );
}

function Milestone({ milestone }: { milestone: MilestoneEntry }) {
  const { title, money, state, stateLabel, dates, work, children, lastDay } = milestone;
  const Icon = MONEY_STATE_ICONS[state];
  return (
    <li className="group relative grid grid-cols-[24px_minmax(0,1fr)] gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute start-[11px] top-[26px] -bottom-0.5 w-0.5 bg-border group-last:hidden" />
      <span
        aria-hidden
        className="money-node"
        data-state={state}
        style={{ '--node': `var(--${state})` } as CSSProperties}
      >
        {state === 'awaiting' ? null : <Icon />}
      </span>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="heading-item min-w-0">{title}</h3>
          <span className="font-semibold">
            <MoneyText money={money} />
          </span>
        </div>
        <div className="mt-0.75">
          <MoneyStateTag state={state} label={stateLabel} />
        </div>
        {dates && dates.length > 0 ? (
          <dl className="figures mt-[9px] grid cols-1fr-auto gap-x-3 gap-y-[3px] text-caption leading-4.5">
            {dates.map((date) => (
              <Fragment key={date.id}>
                <dt className={date.strong ? 'font-semibold' : 'text-muted-foreground'}>{date.label}</dt>
                <dd className={cn('text-end', date.strong && 'font-semibold')}>{date.value}</dd>
              </Fragment>
            ))}
          </dl>
        ) : null}
        {lastDay ? <div className="mt-1 text-sm text-muted-foreground">{lastDay}</div> : null}
        {work ? <div className="mt-2 text-sm">{work}</div> : null}
        {children ? <div className="mt-2 text-sm">{children}</div> : null}
      </div>
    </li>
  );
}
