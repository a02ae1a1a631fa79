import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../failpoint.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { askCreator } from '../representations/requests.ts';
import { needsCreator } from '../representations/rules.ts';
import { dealFor } from './deals/deal.ts';
import { factsOf } from './milestone/facts.ts';
import { lockedMilestone, signalEscrow } from './milestone/moves.ts';
import type { MilestoneRow } from './milestone/queries.ts';
import { lockGiven } from './grants/queries.ts';
import { sharedRest } from './release/rules.ts';
import { CONFIRMED_BY_CREATOR, refusalOfSeen, type DealAction } from './rules.ts';
import type { DealDto, EventType } from './schema.ts';
import { viewerOf } from './viewer.ts';

/**
 * Throws unless the actor may do `action` on this milestone now and saw its newest version. A milestone that was
 * decided meanwhile throws state.already_decided; a row that moved but still admits the act throws state.changed.
 */
export async function assertMay(
  ctx: OrgContext,
  action: DealAction,
  row: MilestoneRow,
  seenVersion: number,
): Promise<void> {
  const viewer = await viewerOf(ctx, { ...row, id: row.contract_id });
  const refused = refusalOfSeen(action, factsOf(row), viewer, { version: row.version, seen: seenVersion });
  if (refused) throw new AppError(refused, refused.startsWith('state.') ? { state: row.state } : {});
}

interface Act {
  action: DealAction;
  /** The event that stands for the act; where the person's rights decide what it comes to, `eventOf` names it. */
  event: EventType;
  eventOf?(moved: MilestoneRow): EventType;
  input: { milestoneId: string; version: number };
  /** What the creator keeps of what is held when a milestone ends by agreement, before its agency's commission. */
  keeps?(tx: OrgContext, row: MilestoneRow): number | Promise<number>;
  /** Moves the row and writes the event; returns the new row. */
  apply(tx: OrgContext, row: MilestoneRow): Promise<MilestoneRow>;
}

/** What such an act comes to depends on what the person gave in the deal before. */
const GIVES_ALL: readonly DealAction[] = ['approve', 'release'];

/**
 * One act of a person on a milestone: lock, decide, move, event, signal, in one transaction. Repeated, it returns the
 * same.
 */
export async function perform(ctx: OrgContext, { action, event, eventOf, input, keeps, apply }: Act): Promise<DealDto> {
  await failpoint(`${event}.before`);
  return withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, `escrow.${event}`, input);
    const row = await lockedMilestone(tx, input.milestoneId, ctx.actor.orgId);
    if (bound === 'first') {
      if (GIVES_ALL.includes(action)) await lockGiven(tx.db, { contractId: row.contract_id, by: tx.actor.userId });
      await assertMay(tx, action, row, input.version);
      if (CONFIRMED_BY_CREATOR.includes(action) && needsCreator(tx.actor.acting, 'milestone_cancel')) {
        const price = sharedRest(row, (await keeps?.(tx, row)) ?? 0);
        await askCreator(tx, {
          act: 'milestone_cancel',
          subjectId: row.id,
          title: row.title,
          price,
          input: { ...input, kind: action },
        });
        return dealFor(tx, { contractId: row.contract_id });
      }
      const moved = await apply(tx, row);
      const happened = eventOf?.(moved) ?? event;
      await signalEscrow(tx, moved, happened);
      await audit(tx, `escrow.${happened}`, `milestone:${row.id}`, { state: moved.state });
    }
    return dealFor(tx, { contractId: row.contract_id });
  });
}
