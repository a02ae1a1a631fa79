import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { isAppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { deleteDraft, ownCampaign } from './drafts.ts';
import { RIGHTS } from './listing.ts';
import { CAMPAIGN_MACHINE } from './rules.ts';
import type { BulkAct, bulkInput, CampaignBulkRow } from './schema.ts';
import { cancelCampaign, closeCampaign, pauseCampaign, publishCampaign, resumeCampaign } from './service.ts';

const RUN: Record<BulkAct, (ctx: OrgContext, input: { campaignId: string; version: number }) => Promise<unknown>> = {
  publish: (ctx, input) => publishCampaign(ctx, { ...input, publishAt: null }),
  pause: pauseCampaign,
  resume: resumeCampaign,
  close: closeCampaign,
  cancel: cancelCampaign,
  deleteDraft,
};

/**
 * The same act on several campaigns, one after another, each in a transaction of its own: a refused row changes nothing,
 * returns its reason and does not affect the others.
 */
export async function actOnCampaigns(ctx: OrgContext, input: z.output<typeof bulkInput>): Promise<CampaignBulkRow[]> {
  requireRight(ctx, RIGHTS[input.act]);
  const { to } = CAMPAIGN_MACHINE[input.act];
  const rows: CampaignBulkRow[] = [];
  for (const campaignId of new Set(input.campaignIds)) {
    try {
      const { state, version } = await withTx(ctx, (tx) => ownCampaign(tx, campaignId));
      // A repeated click finds the effect of the first.
      const already = state === to ? to : null;
      if (!already) await RUN[input.act](ctx, { campaignId, version });
      rows.push({ id: campaignId, ok: true, already, code: null });
    } catch (error) {
      if (!isAppError(error)) throw error;
      rows.push({ id: campaignId, ok: false, already: null, code: error.code });
    }
  }
  return rows;
}
