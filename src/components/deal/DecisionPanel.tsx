import type { ReactNode } from 'react';
import { type Turn, TurnTag } from '@/components/money/TurnTag.tsx';

export interface DecisionPanelProps {
  /** Links the panel to its heading; unique on the page. */
  id: string;
  /** Left out if no deadline runs. */
  turn?: Turn | undefined;
  /** The action: "Review Maya’s reel, version 2". */
  title: ReactNode;
  /** "If you do nothing, €450.00 is released to Maya on Wed 25 Nov at 17:20." */
  consequence?: ReactNode;
  /** A `Clock` with track and ends. */
  clock?: ReactNode;
  /** Gold first, then outline; full width. */
  actions?: ReactNode;
  /** One line under the actions: "1 of 2 rounds left." */
  actionsNote?: ReactNode;
  /** Secondary actions, as quiet buttons at the foot. */
  quietActions?: ReactNode;
}

/** The only panel of a page that requests a decision, marked by a stronger border. */
export function DecisionPanel({
  id,
  turn,
  title,
  consequence,
  clock,
  actions,
  actionsNote,
  quietActions,
}: DecisionPanelProps) {
  const hasActions = Boolean(actions ?? quietActions);
  return (
    <section aria-labelledby={id} data-slot="decision" className="rounded-lg border border-border-strong bg-card">
      <div className={hasActions ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_276px]' : undefined}>
        <div className="p-4 md:px-[22px] md:py-5">
          {turn ? <TurnTag turn={turn} /> : null}
          <h2 id={id} className="not-first:mt-2.5 text-[1.125rem] leading-[1.625rem] font-semibold tracking-[-0.008em]">
            {title}
          </h2>
          {consequence ? <div className="mt-1 max-w-52ch">{consequence}</div> : null}
          {clock ? <div className="mt-4.5">{clock}</div> : null}
        </div>
        {hasActions ? (
          <div className="flex flex-col gap-2 border-t border-border p-4 lg:border-s lg:border-t-0 lg:px-[22px] lg:py-5 [&_[data-slot=button]]:w-full">
            {actions}
            {actionsNote ? <p className="-mt-0.5 mb-1 text-xs text-muted-foreground">{actionsNote}</p> : null}
            {quietActions ? (
              <div className="grid gap-0.5 not-first:mt-auto [&>[data-slot=button]]:-mx-[9px] [&>[data-slot=button]]:w-[calc(100%+18px)] [&>[data-slot=button]]:justify-start [&>[aria-disabled]]:border-transparent [&>[aria-disabled]]:bg-transparent">
                {quietActions}
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
