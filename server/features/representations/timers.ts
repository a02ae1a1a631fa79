import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { notifyAll } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { representationById, updateRepresentation } from './queries/representations.ts';
import { withdrawRequests } from './queries/requests.ts';

/** An invitation without an answer expires; a representation ends at its end. */
export async function lapse(ctx: SystemContext, input: { id: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await representationById(tx.db, input.id, true);
    if (!row) throw new AppError('not_found');
    const now = tx.clock.now();
    const at = row.state === 'invited' ? row.answer_until : row.valid_to;
    if (row.state !== 'invited' && row.state !== 'active' && row.state !== 'ending')
      return { done: true, next: null, state: row.state };
    if (!at || at > now) return { done: false, next: at, state: row.state };
    const state = row.state === 'invited' ? 'expired' : 'ended';
    await updateRepresentation(tx.db, row.id, {
      state,
      ended_at: now,
      ...(row.ended_by ? {} : { ended_by: 'platform' as const }),
      updated_at: now,
    });
    if (state === 'expired' || !row.creator_org) return { done: true, next: null, state };
    await withdrawRequests(tx.db, { representationId: row.id, at: now });
    const parties = await partiesOf(tx, [row.agency_org, row.creator_org]);
    await notifyAll(tx, [
      {
        orgId: row.creator_org,
        kind: 'representation_ended',
        data: { name: partyIn(parties, row.agency_org).name },
        link: ADDRESSES.representation,
        key: `representation_ended:${row.id}`,
      },
      {
        orgId: row.agency_org,
        kind: 'representation_ended',
        data: { name: partyIn(parties, row.creator_org).name },
        link: ADDRESSES.agencyHome,
        key: `representation_ended:${row.id}`,
      },
    ]);
    return { done: true, next: null, state };
  });
}
