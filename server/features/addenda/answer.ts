import type * as z from 'zod';
import { withTx, type OrgActor, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { truncated } from '../../core/text.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { notifySide, otherSide, sideOf } from './announce.ts';
import { swapAddendum, type AddendumRow } from './queries/addenda.ts';
import type { AddendaDto, declineAddendumInput, withdrawAddendumInput } from './schema.ts';
import { ownAddendum } from './sign.ts';
import { declineRefusal, withdrawRefusal } from './turns.ts';
import { addendaFor } from './view.ts';

interface Ending {
  as: 'declined' | 'withdrawn';
  refusal(actor: OrgActor, row: AddendumRow): ErrorCode | null;
  reason: string;
}

async function end(
  ctx: OrgContext,
  input: { addendumId: string },
  { as, refusal, reason }: Ending,
): Promise<AddendaDto> {
  const contractId = await withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, `addenda.${as}`, input);
    const row = await ownAddendum(tx, input.addendumId, true);
    if (bound === 'repeated') return row.contract_id;
    const refused = refusal(tx.actor, row);
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'contract.sign' } : {});
    const side = sideOf(row, tx.actor.orgId);
    const ended = { state: as, endedSide: side, endReason: reason, ended: true, at: tx.clock.now() };
    if (!(await swapAddendum(tx.db, row, ended))) throw new AppError('state.already_decided');
    await appendEvent(tx, { contractId: row.contract_id, type: `addendum_${as}`, data: { n: row.n, side, reason } });
    await signalWorkflow(tx, 'addendumSigning', row.id, as, side);
    await notifySide(tx, row, otherSide(side), `addendum_${as}`, '', reason ? { reason: truncated(reason, 200) } : {});
    await audit(tx, `addendum.${as}`, `addendum:${row.id}`, { side });
    return row.contract_id;
  });
  return addendaFor(ctx, { contractId });
}

/** The other side does not want it, and says why. Throws addendum.own_proposal, state.already_decided. */
export const decline = (ctx: OrgContext, input: z.output<typeof declineAddendumInput>): Promise<AddendaDto> =>
  end(ctx, input, { as: 'declined', refusal: declineRefusal, reason: input.reason });

/** The proposing side takes it back. Throws addendum.not_own_proposal, state.already_decided. */
export const withdraw = (ctx: OrgContext, input: z.output<typeof withdrawAddendumInput>): Promise<AddendaDto> =>
  end(ctx, input, { as: 'withdrawn', refusal: withdrawRefusal, reason: '' });
