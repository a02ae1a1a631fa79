import type { Currency } from '../../../server/core/money.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';

/** Which texts fit an approval: on hold, it counts at once and its money waits until the hold ends. */
export const approvalTexts = (m: Pick<MilestoneDto, 'holds'>) =>
  m.holds.length > 0
    ? ({
        button: 'decide.approveOnHold',
        to: 'approve.toOnHold',
        next: 'approve.nextOnHold',
        after: 'approvedOnHold',
      } as const)
    : ({ button: 'decide.approve', to: 'approve.to', next: 'approve.next', after: 'approved' } as const);

/** What comes at a deadline of work in review, as a key of its texts. */
export const atZeroOnHold = <E extends string>(atZero: E, onHold: boolean): E | 'auto_approve_on_hold' =>
  onHold && atZero === 'auto_approve' ? 'auto_approve_on_hold' : atZero;

/** Whether a set release waits because payments of its currency are paused. */
export const isReleasePaused = (event: string | null, currency: Currency, paused: readonly Currency[]): boolean =>
  event === 'release' && paused.includes(currency);

type Timed = Pick<MilestoneDto, 'id' | 'currency' | 'deadlineAt' | 'atZero'>;

/** Without the release at a set time while payments of its currency are paused, as a release on hold has none. */
export const withoutPausedRelease = <M extends Timed>(m: M, paused: readonly Currency[]): M =>
  isReleasePaused(m.atZero, m.currency, paused) ? { ...m, deadlineAt: null, atZero: null } : m;

/** The same for a whole deal and its preview. */
export const dealWhilePaused = (deal: DealDto, paused: readonly Currency[]): DealDto =>
  paused.includes(deal.currency)
    ? {
        ...deal,
        milestones: deal.milestones.map((m) => withoutPausedRelease(m, paused)),
        whatIf: deal.whatIf && {
          ...deal.whatIf,
          rows: deal.whatIf.rows.filter(({ choice, outcome }) => choice !== 'nothing' || outcome !== 'release'),
        },
      }
    : deal;
