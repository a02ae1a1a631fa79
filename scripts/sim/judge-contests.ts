import { stepOf } from '../../server/core/money.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { Breach, equal } from './books.ts';
import type { Contest } from './contest-row.ts';
import { DAY, type Sim } from './state.ts';

/** Where the money of a dispute goes, by an account of its own of what was said and decided. */
export function judgeContest(s: Sim, c: Contest): void {
  const m = s.milestones.find((one) => one.id === c.milestoneId)!;
  const end = c.decision_ends_at.getTime() + c.appeal_ms + c.execution_ms;
  if (end > c.limit_at.getTime())
    throw new Breach('deal.deadlines', `the dispute about ${m.seq} may outlast its limit`);
  const starts = [c.opened_at, c.talk_ends_at, c.evidence_ends_at].map((at) => at.getTime());
  const ends = [c.talk_ends_at, c.evidence_ends_at, c.decision_ends_at].map((at) => at.getTime());
  // A decision of staff leaves the time to appeal and to execute.
  const before = c.opened_side === null ? [] : ends.map((at, i) => at - starts[i]!);
  if (Math.min(...before, c.appeal_ms, c.execution_ms) < DAY)
    throw new Breach('deal.deadlines', `a phase of the dispute about ${m.seq} is shorter than a day`);
  if (c.returned > 0 && (c.opened_side !== 'creator' || c.outcome === 'withdrawn'))
    throw new Breach('dispute.gave-back', `${c.returned} of ${m.seq} went back to the ${c.opened_side}`);
  for (const d of c.decisions) {
    if (d.at !== (d.n === 1 ? 'deciding' : 'appealed'))
      throw new Breach('dispute.decided', `${m.seq} was decided while it was ${d.at}`);
    if (d.n === 2 && c.decisions.some((one) => one.n === 1 && one.by === d.by))
      throw new Breach('dispute.decided', `the same person decided twice about ${m.seq}`);
  }
  judgeOpening(s, c);
  if (c.kept === null) return;
  const decidedOnce = c.outcome === 'decided' && c.appealed_side === null;
  if (decidedOnce && c.state === 'executing' && s.now < c.settled_at!.getTime() + c.appeal_ms)
    throw new Breach('dispute.decided', `what was decided about ${m.seq} is carried out before its sides could appeal`);
  if (c.kept < 0 || c.kept > c.amount) throw new Breach('dispute.kept', `${c.kept} of ${c.amount}`);
  const all = (side: Side): number => (side === 'creator' ? c.amount : 0);
  switch (c.outcome) {
    case 'agreed': {
      const { brand, creator } = c.met!;
      if (brand < creator) throw new Breach('dispute.kept', `${m.seq}: ${brand} and ${creator} do not meet`);
      const off = 2 * c.kept - brand - creator;
      if (off < 0 || off >= 2 * stepOf(m.currency))
        throw new Breach('dispute.kept', `${m.seq}: ${c.kept} between ${brand} and ${creator}`);
      break;
    }
    case 'conceded':
      equal('dispute.kept', `${m.seq} conceded`, c.kept, all(c.conceded === 'brand' ? 'creator' : 'brand'));
      break;
    case 'silent':
      equal('dispute.kept', `${m.seq} lost by silence`, c.kept, all(c.opened_side!));
      break;
    case 'clock': {
      const paid = c.prior_state === 'delivered' || c.prior_state === 'clearing';
      const waited = c.prior_state === 'awaiting_live' || c.prior_state === 'retention';
      const live = waited && m.post?.passedAt && ['watching', 'kept'].includes(m.post.state);
      equal('dispute.kept', `${m.seq} by the clock`, c.kept, paid || live ? c.amount : 0);
      break;
    }
    case 'decided':
      equal('dispute.kept', `${m.seq} decided`, c.kept, c.decisions.at(-1)!.kept);
  }
  if (c.state === 'settled')
    equal('dispute.gave-back', `disputed of ${m.seq}`, c.amount + c.returned, m.amount - m.released_parts);
  if (m.dispute_id === c.id && m.settled_kept !== null)
    equal('dispute.kept', `settled of ${m.seq}`, m.settled_kept, c.kept);
}

/** No side stops the clock of a milestone twice about the same work, and what clears only for a fault of its post. */
function judgeOpening(s: Sim, c: Contest): void {
  if (c.opened_side === null) return;
  if (c.prior_state === 'clearing' && (c.opened_side !== 'brand' || !c.post?.fault || c.post.state === 'watching'))
    throw new Breach('dispute.approved', `the ${c.opened_side} disputes what clears, whose post is ${c.post?.state}`);
  const own = s.contests.filter((one) => one.milestoneId === c.milestoneId && one.opened_side === c.opened_side);
  const before = own[own.indexOf(c) - 1];
  if (!before || before.prior_state !== c.prior_state) return;
  const [from, to] = [before.opened_at.getTime(), c.opened_at.getTime()];
  const delivered = s.events.some(
    (e) => e.milestoneId === c.milestoneId && e.type === 'submitted' && e.at > from && e.at <= to,
  );
  if (!delivered)
    throw new Breach('dispute.again', `the ${c.opened_side} disputes a milestone in ${c.prior_state} again`);
}
