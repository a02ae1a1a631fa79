import type * as z from 'zod';
import { withTx, withTxAs, type OrgActor, type OrgContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { applyToCampaign, hasApplied } from '../campaigns/applying.ts';
import { actingActor, runAct } from '../representations/acting.ts';
import { openRepresentations } from '../representations/service.ts';
import type { PitchableCreator, pitchableInput, PitchedRow, pitchInput } from './schema.ts';

const RUNNING: readonly string[] = ['active', 'ending'];

/** Creators of the agency for whom it may apply to a campaign, and who of them has applied already. */
export async function pitchable(
  ctx: OrgContext,
  { campaignId }: z.output<typeof pitchableInput>,
): Promise<PitchableCreator[]> {
  if (ctx.actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const list = (await openRepresentations(tx)).filter(
      ({ state, scopes, from, to }) =>
        RUNNING.includes(state) && scopes.includes('apply') && from <= now && (!to || to > now),
    );
    const found: PitchableCreator[] = [];
    for (const { creator } of list) {
      if (!creator) continue;
      const actor = await actingActor(tx, tx.actor, creator.orgId);
      found.push({ creator, applied: await withTxAs(tx, actor, (as) => hasApplied(as, campaignId)) });
    }
    return found;
  });
}

/**
 * Applies to a campaign for several creators of the agency: one application each, with its own price, as if the agency
 * had acted for each of them. What is refused for one changes nothing for the others; the answer has a row for each.
 */
export async function pitch(ctx: OrgContext, input: z.output<typeof pitchInput>): Promise<PitchedRow[]> {
  if (ctx.actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
  const rows: PitchedRow[] = [];
  for (const { creatorOrg, price } of input.creators) {
    const application = { campaignId: input.campaignId, pitch: input.pitch, price, links: [] };
    rows.push({ creatorOrg, refusal: await refusalOf(ctx, creatorOrg, application) });
  }
  return rows;
}

async function refusalOf(
  ctx: OrgContext,
  creatorOrg: string,
  application: Parameters<typeof applyToCampaign>[1],
): Promise<PitchedRow['refusal']> {
  try {
    const actor: OrgActor = await actingActor(ctx, ctx.actor, creatorOrg);
    // One key for each creator, so that a repeated call applies once for each.
    const requestKey = ctx.requestKey && `${ctx.requestKey}:${creatorOrg}`;
    const as = { ...ctx, actor, requestKey };
    await runAct(as, { act: 'campaigns.sendApplication', input: application }, async () => {
      if (actor.suspended) throw new AppError('org.suspended');
      await applyToCampaign(as, application);
    });
    return null;
  } catch (error) {
    if (isAppError(error)) return { code: error.code, data: error.data };
    throw error;
  }
}
