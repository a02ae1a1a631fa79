import { stepOf } from '../../server/core/money.ts';
import type { PostFacts } from '../../server/features/escrow/live/rules.ts';
import { Breach, equal, share } from './books.ts';
import type { SimMilestone, Sim, TimelineEntry } from './state.ts';

/*
 * Money that waits for a post, by an account of its own of the terms and of what the looks found.
 */

/** By the terms no more is released than the shares allow up to here; a step of the currency for the rounding. */
export function judgeLive(s: Sim, m: SimMilestone): void {
  const { release } = s.deal.terms;
  if (!release || (m.state !== 'awaiting_live' && m.state !== 'retention')) return;
  const up = release.approvalBps + (m.state === 'retention' ? release.liveBps : 0);
  const byTerms = s.parts.reduce((sum, p) => sum + (p.milestoneId === m.id && p.cause !== 'brand' ? p.amount : 0), 0);
  const step = stepOf(m.currency);
  if (byTerms > share(m.amount, up, step) + step)
    throw new Breach('deal.live-release', `${byTerms} of ${m.seq} by its terms while ${m.state}`);
}

/** What the timeline says of a post, against the post. */
export function judgePostEvent(s: Sim, m: SimMilestone, e: TimelineEntry): void {
  const { release } = s.deal.terms;
  const post = m.post ?? null;
  switch (e.type) {
    case 'live_confirmed': {
      const step = stepOf(m.currency);
      const kept = share(m.amount, release?.holdbackBps ?? 0, step);
      if (e.data?.to !== 'retention' && kept > step)
        throw new Breach('deal.live-release', `nothing of ${m.seq} is kept back until its post has stayed up`);
      if (!post || ['failing', 'ended', 'stopped'].includes(post.state) || isFaultOver(s, post))
        throw new Breach(
          'deal.live-release',
          `${m.seq} is released although its post is ${post?.state ?? 'not there'}`,
        );
      return;
    }
    case 'retention_ended': {
      // An addendum moves it; how far, its own judge has checked.
      const kept = post?.keepUntil?.getTime() ?? 0;
      const last = m.hold_expires_at?.getTime() ?? Infinity;
      if (post?.state !== 'kept' && Math.min(kept, last) > s.now)
        throw new Breach('clock.not-early', `${m.seq} was released before its post has stayed up`);
      if (post && (post.state === 'failing' || isFaultOver(s, post)))
        throw new Breach('deal.live-release', `${m.seq} is released although its post has a fault`);
      return;
    }
    case 'live_missed':
      if (post && post.state !== 'failing' && post.state !== 'ended' && !isFaultOver(s, post))
        throw new Breach('deal.live-release', `${m.seq} goes back although its post is ${post.state}`);
      return;
    case 'post_extended':
      equal('act.allowed', `extensions of the post of ${m.seq}`, eventsOf(s, m, 'post_extended'), 1);
      return;
    case 'post_overdue':
      equal('deal.live-release', `times the post of ${m.seq} became overdue`, overdueSinceAddendum(s, m), 1);
  }
}

/** The brand's time to let a fault count as live is over. */
const isFaultOver = (s: Sim, post: PostFacts): boolean =>
  post.state === 'undecided' && post.fault && post.decideUntil !== null && post.decideUntil.getTime() <= s.now;

const eventsOf = (s: Sim, m: SimMilestone, type: TimelineEntry['type']): number =>
  s.events.filter((e) => e.milestoneId === m.id && e.type === type).length;

/** More time to publish, by an addendum, lets it become overdue once more. */
function overdueSinceAddendum(s: Sim, m: SimMilestone): number {
  const own = s.events.filter((e) => e.milestoneId === m.id);
  const since = own.findLastIndex((e) => e.type === 'milestone_amended');
  return own.slice(since + 1).filter((e) => e.type === 'post_overdue').length;
}
