import { plus } from '../../server/core/clock.ts';
import type { PartCause } from '../../server/features/escrow/live/schema.ts';
import type { PostFacts } from '../../server/features/escrow/live/rules.ts';
import type { TimelineEntry } from './state.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import { SHIPPED_POST_CLOCKS } from '../../server/features/policies/rules.ts';
import { event, holdForStaff, milestoneOf, move, signal } from './moves.ts';
import { nowOf, type Sim, type SimMilestone } from './state.ts';

/*
 * Money that waits for a post: what the product does with an approval whose contract says so, with the looks at the post,
 * and at the clocks. The looks themselves are commands: they say what the page showed.
 */

/** `asked`: the brand decides about a fault that the last look saw; `undecided`: about what no look could judge. */
export type PostChange = 'given' | 'live' | 'failing' | 'undecided' | 'asked' | 'kept' | 'ended';

const clearsAt = (s: Sim, row: SimMilestone): Date =>
  s.rules.deadlines.approved(nowOf(s), row.terms.clocks, row.hold_expires_at);

/** `writePart` of the product. */
function writePart(
  s: Sim,
  row: SimMilestone,
  { amount, cause, by }: { amount: number; cause: PartCause; by: TimelineEntry['actorKind'] },
): void {
  if (amount === 0) return;
  s.parts.push({
    milestoneId: row.id,
    n: s.parts.filter((p) => p.milestoneId === row.id).length + 1,
    amount,
    cause,
    clearsAt: clearsAt(s, row),
    releasedAt: nowOf(s),
    by: 'owner',
    earned: false,
  });
  event(s, row, 'part_released', { by, amount });
}

/** `awaitPost` of the product: in the transaction of the approval. */
export function awaitPost(s: Sim, row: SimMilestone, by: TimelineEntry['actorKind']): void {
  const plan = s.rules.livePlan(row);
  if (!plan) return;
  const amount = s.rules.partUpTo(plan.approval, row.released_parts);
  move(s, row, row.state === 'approved' ? 'awaitLive' : 'awaitLiveAlone', {
    deadline_at: s.rules.deadlines.posting(nowOf(s), row.terms.clocks, row.hold_expires_at),
    released_parts: row.released_parts + amount,
  });
  writePart(s, row, { amount, cause: 'approval', by });
  event(s, row, 'awaiting_live', { by, amount: s.rules.restOf(row) });
}

/** `settleLive` of the product. */
export function settleLive(s: Sim, milestoneId: string): void {
  const row = milestoneOf(s, milestoneId);
  holdForStaff(s, row);
  const next = () => s.rules.liveStepOf(row, nowOf(s));
  for (let step = next(); step && step.do !== 'wait'; step = next()) {
    switch (step.do) {
      case 'extend':
        move(s, row, 'extendCheck', { deadline_at: step.until });
        break;
      case 'overdue':
        move(s, row, 'markPostOverdue', { deadline_at: step.until, post_overdue_at: nowOf(s) });
        event(s, row, 'post_overdue', { amount: s.rules.restOf(row) });
        break;
      case 'retain': {
        const plan = s.rules.livePlan(row)!;
        const amount = s.rules.partUpTo(plan.approval + plan.live, row.released_parts);
        move(s, row, 'retain', { deadline_at: step.until, released_parts: row.released_parts + amount });
        writePart(s, row, { amount, cause: 'live', by: 'system' });
        event(s, row, 'live_confirmed', { amount: s.rules.restOf(row), to: 'retention' });
        break;
      }
      case 'clear': {
        const type = row.state === 'retention' ? 'retention_ended' : 'live_confirmed';
        move(s, row, 'clear', { deadline_at: clearsAt(s, row) });
        event(s, row, type, { amount: s.rules.restOf(row) });
        event(s, row, 'clearing');
        break;
      }
      case 'refund':
        move(s, row, row.state === 'retention' ? 'refundHoldback' : 'refundUnposted', {
          deadline_at: new Date(s.now + CLAIM_LIMIT_MS),
          refund_reason: step.reason,
        });
        event(s, row, 'live_missed', { amount: s.rules.restOf(row) });
        break;
    }
  }
}

/** What a look, or the creator's link, makes of the post; null: it cannot come now. */
function changed(s: Sim, row: SimMilestone, to: PostChange): PostFacts | null {
  const now = nowOf(s);
  const post = row.post ?? null;
  if (to === 'given') {
    const time = s.rules.postTime(row, post);
    return time && now < time.until
      ? {
          state: 'watching',
          fault: false,
          passedAt: null,
          keepUntil: null,
          decideUntil: null,
          linkedAt: now,
          changedAt: now,
        }
      : null;
  }
  if (!post || ['kept', 'ended', 'stopped'].includes(post.state)) return null;
  if ((to === 'kept' || to === 'ended') && row.state !== 'retention') return null;
  // Only a look at the page takes back that its post was live.
  if (row.state === 'clearing' && to === 'undecided') return null;
  const { retention } = row.terms.clocks;
  const same = { ...post, fault: to === 'failing' || to === 'asked', decideUntil: null, changedAt: now };
  switch (to) {
    case 'live':
      return {
        ...same,
        state: 'watching',
        passedAt: post.passedAt ?? now,
        keepUntil: post.keepUntil ?? (retention ? plus(now, retention) : null),
      };
    case 'undecided':
    case 'asked':
      return { ...same, state: 'undecided', decideUntil: post.decideUntil ?? plus(now, SHIPPED_POST_CLOCKS.decision) };
    default:
      return { ...same, state: to };
  }
}

/** A change of the post, signalled to the workflow of its milestone; false where it cannot come now. */
export function changePost(s: Sim, milestoneId: string, to: PostChange): boolean {
  const row = milestoneOf(s, milestoneId);
  const waits = s.rules.waitsForPost(row.state);
  if (!waits && !s.rules.clearsByPost(row)) return false;
  const post = changed(s, row, to);
  if (!post) return false;
  row.post = post;
  if (waits) signal(s, milestoneId, 'post_moved');
  return true;
}
