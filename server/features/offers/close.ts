import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { truncated } from '../../core/text.ts';
import { noteOfferEnded } from '../ads/hiring.ts';
import { audit } from '../audit/audit.ts';
import { moveApplication } from '../campaigns/application-moves.ts';
import { reactToContact } from '../contacts/reactions.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { updateOffer, type OfferRow } from './queries.ts';
import type { closeOfferInput, OfferDetail } from './schema.ts';
import { sideOf, other, notifyParty } from './notify.ts';
import { assertMay, ownOffer, detailOf } from './service.ts';

/** The application is open again, and its time to expire starts anew; a reply to an ad is over. */
export async function freeApplication(tx: ServiceContext, row: OfferRow): Promise<void> {
  if (row.application_id)
    await moveApplication(tx, {
      applicationId: row.application_id,
      from: ['offered'],
      to: 'shortlisted',
    });
  await noteOfferEnded(tx, { offerId: row.id, accepted: false });
  if (row.campaign_id) await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'offer_ended', row.id);
}

async function closeOffer(
  ctx: OrgContext,
  input: z.output<typeof closeOfferInput>,
  action: 'decline' | 'withdraw',
): Promise<OfferDetail> {
  const [to, kind] =
    action === 'decline' ? (['declined', 'offer_declined'] as const) : (['withdrawn', 'offer_withdrawn'] as const);
  return withTx(ctx, async (tx) => {
    const row = await ownOffer(tx, input.offerId, true);
    const side = sideOf(row, ctx.actor.orgId);
    if (row.state === to && (row.turn === side) === (action === 'decline')) return detailOf(tx, row);
    const now = tx.clock.now();
    await assertMay(tx, action, row, now);
    await updateOffer(tx.db, row.id, { state: to, closed_reason: input.reason || null, updated_at: now });
    await freeApplication(tx, row);
    await signalWorkflow(tx, 'offerExpiry', row.id, to, `v${row.version + 1}`);
    await notifyParty(tx, row, other(side), kind, `${kind}:${row.id}`, {
      reason: truncated(input.reason, 200) || null,
    });
    if (action === 'decline')
      await reactToContact(tx, {
        kind: 'decline',
        by: side === 'brand' ? row.brand_org : row.creator_org,
        to: side === 'brand' ? row.creator_org : row.brand_org,
      });
    await audit(tx, `offer.${to}`, `offer:${row.id}`);
    return detailOf(tx, await ownOffer(tx, row.id));
  });
}

/** By the side that acts next; the application can get another offer. */
export const declineOffer = (ctx: OrgContext, input: z.output<typeof closeOfferInput>): Promise<OfferDetail> =>
  closeOffer(ctx, input, 'decline');

/** By the side that made the newest version. */
export const withdrawOffer = (ctx: OrgContext, input: z.output<typeof closeOfferInput>): Promise<OfferDetail> =>
  closeOffer(ctx, input, 'withdraw');
