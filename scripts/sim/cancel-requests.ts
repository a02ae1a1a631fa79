import type { Side } from '../../server/features/terms/schema.ts';
import type { CancelFrom, EventType } from '../../server/features/escrow/schema.ts';
import type { Currency } from '../../server/core/money.ts';
import type { ErrorCode } from '../../server/core/errors.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import { putGrant, type Person } from './viewer.ts';
import { event, goBack, move, requestOf } from './moves.ts';
import { nowOf, type CancelRequest, type Sim, type SimMilestone } from './state.ts';

type Happened = EventType | { refused: ErrorCode };

/** What a proposal gives the creator: a share of what is held in thousandths, in the currency's steps; 1001 is too much. */
export function keepsOf(s: Pick<Sim, 'rules'>, held: number, permille: number, currency: Currency): number {
  const step = s.rules.stepOf(currency);
  return Math.floor((held * permille) / 1_000 / step) * step;
}

/** The brand gives held money to the creator: within the person's limit. */
const isGranted = (s: Sim, keeps: number, mayRelease: number | null): boolean =>
  keeps === 0 || s.rules.withinLimit(keeps, mayRelease);

interface Giver extends Person {
  mayRelease: number | null;
}

export function proposeCancel(
  s: Sim,
  row: SimMilestone,
  { side: by, role, keeps, mayRelease }: Giver & { keeps: number },
): Happened {
  if (s.rules.keepsProblem(keeps, s.rules.restOf(row), row.currency)) return { refused: 'input.invalid' };
  if (by === 'brand' && !isGranted(s, keeps, mayRelease)) return { refused: 'escrow.over_release_limit' };
  const request: CancelRequest = {
    milestoneId: row.id,
    proposedBy: by,
    keeps,
    from: row.state as CancelFrom,
    fromDeadlineAt: row.deadline_at ?? nowOf(s),
    proposedAt: nowOf(s),
    answerBy: s.rules.answerBy(nowOf(s), row.terms.clocks),
    state: 'open',
  };
  s.cancelRequests.push(request);
  if (by === 'brand') putGrant(s, request, role, keeps);
  move(s, row, 'proposeCancel', { deadline_at: s.rules.endOfRequest(request), cancel_proposed_by: by });
  event(s, row, 'cancel_proposed', { by, amount: keeps });
  return 'cancel_proposed';
}

export function acceptCancel(s: Sim, row: SimMilestone, { side: by, role, mayRelease }: Giver): Happened {
  const request = requestOf(s, row);
  if (request.proposedBy === 'creator' && !isGranted(s, request.keeps, mayRelease))
    return { refused: 'escrow.over_release_limit' };
  if (request.proposedBy === 'creator') putGrant(s, request, role, request.keeps);
  end(s, row, request, { keeps: request.keeps, as: 'accepted', by });
  return 'cancelled';
}

function end(
  s: Sim,
  row: SimMilestone,
  request: CancelRequest,
  { keeps, as, by }: { keeps: number; as: 'accepted' | 'expired'; by: Side | 'system' },
): void {
  request.state = as;
  move(s, row, as === 'accepted' ? 'acceptCancel' : 'expireCancel', {
    deadline_at: new Date(s.now + CLAIM_LIMIT_MS),
    cancel_proposed_by: null,
    refund_reason: 'agreed',
    agreed_kept: keeps,
  });
  event(s, row, 'cancelled', { by, amount: s.rules.restOf(row) });
}

/** A request whose answer was due. */
export function settleSilence(s: Sim, row: SimMilestone): void {
  const request = requestOf(s, row);
  const silent = s.rules.silentOutcome(request, {
    held: s.rules.restOf(row),
    submittedAt: row.submitted_at,
    killFeeBps: s.deal.killFeeBps,
    currency: row.currency,
  });
  if (silent.outcome === 'lapse') goBack(s, row, 'lapsed', 'system');
  else end(s, row, request, { keeps: silent.keeps, as: 'expired', by: 'system' });
}
