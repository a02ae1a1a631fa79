import type { Currency } from '../../../server/core/money.ts';
import type { DealDto, DeadlineEvent, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { releaseStops } from '../../../server/features/escrow/milestone/rules.ts';
import type { WhatIfRow } from '../../../server/features/escrow/deals/schema.ts';
import type { Side } from '../../../server/features/terms/schema.ts';

/** Deadlines of money that waits for a post, whose texts a panel of their own loads. */
export type LiveDeadline = 'post' | 'retention';

/*
 * What screens may promise about a release. A hold on the payment and a pause of its currency's payments both keep a
 * release waiting for an unknown time: an approval counts at its deadline, and no time of a release is named.
 */

/** What a release waits for now. */
export type ReleaseWait = 'hold' | 'pause';

type Waiting = { currency: Currency } & ({ holds: readonly string[] } | { onHold: boolean });

export const releaseWait = (m: Waiting, paused: readonly Currency[]): ReleaseWait | null =>
  ('holds' in m ? releaseStops(m.holds) : m.onHold) ? 'hold' : paused.includes(m.currency) ? 'pause' : null;

const APPROVAL_TEXTS = {
  none: { button: 'decide.approve', to: 'approve.to', next: 'approve.next', after: 'approved' },
  hold: {
    button: 'decide.approveOnHold',
    to: 'approve.toOnHold',
    next: 'approve.nextOnHold',
    after: 'approvedOnHold',
  },
  pause: {
    button: 'decide.approvePaused',
    to: 'approve.toPaused',
    next: 'approve.nextPaused',
    after: 'approvedPaused',
  },
} as const;

/** Which texts fit an approval: it counts at once, and its money waits until the hold or the pause ends. */
export const approvalTexts = (wait: ReleaseWait | null) => APPROVAL_TEXTS[wait ?? 'none'];

/** What comes at a deadline, as a key of its texts; null when nothing comes at a set time. */
export const comesAtZero = <E extends string>(
  atZero: E,
  wait: ReleaseWait | null,
): E | 'auto_approve_on_hold' | null => {
  if (wait && atZero === 'release') return null;
  return wait && atZero === 'auto_approve' ? 'auto_approve_on_hold' : atZero;
};

/** The consequence of a deadline on the deal page, as a key of its texts. */
export const ifNothingText = (atZero: Exclude<DeadlineEvent, LiveDeadline>, wait: ReleaseWait | null) =>
  atZero !== 'auto_approve' || !wait
    ? (`ifNothing.${atZero}` as const)
    : wait === 'hold'
      ? ('ifNothingOnHold.auto_approve' as const)
      : ('ifNothingPaused.auto_approve' as const);

/** What an approval releases at once: all of it, or its share where the rest waits for the post. */
export const releasedAtOnce = (m: Pick<MilestoneDto, 'live' | 'amount' | 'rest'>): number =>
  m.live ? Math.max(0, m.live.approval - (m.amount - m.rest)) : m.rest;

/** What is still to go: the creator reads their share of it, and of what goes back to the brand the price. */
export const shownRest = (m: Pick<MilestoneDto, 'rest' | 'creatorShare'>, side: Side, goesBack = false): number =>
  side === 'creator' && !goesBack ? m.creatorShare.rest : m.rest;

/** Whether a set release waits because payments of its currency are paused. */
export const isReleasePaused = (event: string | null, currency: Currency, paused: readonly Currency[]): boolean =>
  event !== null && comesAtZero(event, releaseWait({ currency, onHold: false }, paused)) === null;

type Timed = Pick<MilestoneDto, 'id' | 'currency' | 'deadlineAt' | 'atZero'>;

/** Without the release at a set time while payments of its currency are paused, as a release on hold has none. */
const withoutPausedRelease = <M extends Timed>(m: M, paused: readonly Currency[]): M =>
  isReleasePaused(m.atZero, m.currency, paused) ? { ...m, deadlineAt: null, atZero: null } : m;

/** A row of the preview while payments are paused: approved work waits, a release has no time. */
function previewWhilePaused(row: WhatIfRow): WhatIfRow | null {
  if (row.outcome === 'autoApprove') return { ...row, outcome: 'autoApprovePaused', recipient: 'held' };
  if (row.outcome !== 'release') return row;
  return row.choice === 'nothing' ? null : { ...row, outcome: 'releasePaused', recipient: 'held', at: null };
}

/** The same for a whole deal and its preview. */
export const dealWhilePaused = (deal: DealDto, paused: readonly Currency[]): DealDto =>
  paused.includes(deal.currency)
    ? {
        ...deal,
        milestones: deal.milestones.map((m) => withoutPausedRelease(m, paused)),
        whatIf: deal.whatIf && {
          ...deal.whatIf,
          rows: deal.whatIf.rows.flatMap((row) => previewWhilePaused(row) ?? []),
        },
      }
    : deal;
