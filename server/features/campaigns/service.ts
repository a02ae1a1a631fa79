import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { roleMay } from '../orgs/rules.ts';
import { signalWorkflow, signalWorkflows, startWorkflow } from '../outbox/commands.ts';
import { campaignWorkflows, missingOf, ownCampaign } from './drafts.ts';
import { openApplicationsLocked, setApplicationState } from './queries/applications.ts';
import { setReopening, updateCampaign, type CampaignRow } from './queries/campaigns.ts';
import { CAMPAIGN_MACHINE } from './rules.ts';
import type { CampaignDetail, CampaignState, publishInput } from './schema.ts';
import { type BrandAction, RIGHTS, refusalFor, detailOf } from './listing.ts';
import { notifyApplicant } from './applicant-notices.ts';

async function assertMay(tx: OrgContext, action: BrandAction, row: CampaignRow): Promise<void> {
  const code = await refusalFor(tx, action, row);
  if (code) throw new AppError(code, code === 'auth.not_allowed' ? { action: RIGHTS[action] } : { state: row.state });
}

export async function move(
  tx: ServiceContext,
  row: CampaignRow,
  state: CampaignState,
  set: { deadline_at?: Date | null; published_at?: Date } = {},
): Promise<void> {
  await updateCampaign(tx.db, { campaignId: row.id, at: tx.clock.now(), newVersion: true }, { state, ...set });
}

/**
 * Publishes now, or at `publishAt` when that is in the future. Missing fields are checked for that time; the first
 * problem is thrown with its field. Throws state.changed when another page saved meanwhile.
 */
export async function publishCampaign(ctx: OrgContext, input: z.output<typeof publishInput>): Promise<CampaignDetail> {
  requireRight(ctx, 'campaign.publish');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    const now = tx.clock.now();
    const later = input.publishAt && input.publishAt.getTime() > now.getTime() ? input.publishAt : null;
    const state: CampaignState = later ? 'scheduled' : 'live';
    // The second click of a double click finds the effect of the first.
    if (row.state === state && row.version === input.version + 1) return detailOf(tx, row);
    await assertMay(tx, later ? 'schedule' : 'publish', row);
    if (row.version !== input.version) throw new AppError('state.changed', { version: row.version });
    const [first] = await missingOf(tx, row, later ?? now);
    if (first) throw new AppError(first.code, { ...first.data, step: first.step });
    await move(
      tx,
      row,
      state,
      later ? { deadline_at: later } : { deadline_at: row.application_deadline, published_at: now },
    );
    await startWorkflow(tx, 'campaignLifecycle', row.id, {
      attributes: { SponsioState: state, CampaignId: row.id, BrandOrg: row.brand_org },
    });
    if (row.state === 'scheduled') await signalWorkflow(tx, 'campaignLifecycle', row.id, state, `v${row.version + 1}`);
    if (state === 'live') await startWorkflow(tx, 'matchBatch', row.id, { attributes: { CampaignId: row.id } });
    await audit(tx, later ? 'campaign.scheduled' : 'campaign.published', `campaign:${row.id}`);
    return detailOf(tx, await ownCampaign(tx, row.id));
  });
}

async function act(
  ctx: OrgContext,
  input: { campaignId: string },
  action: 'pause' | 'resume' | 'close' | 'cancel' | 'reopen',
  within: (tx: OrgContext, row: CampaignRow) => Promise<void> = async () => {},
): Promise<CampaignDetail> {
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    const { to } = CAMPAIGN_MACHINE[action];
    if (row.state === to && roleMay(ctx.actor.role, RIGHTS[action])) return detailOf(tx, row);
    await assertMay(tx, action, row);
    await within(tx, row);
    await move(tx, row, to, action === 'close' || action === 'cancel' ? { deadline_at: null } : {});
    await signalWorkflows(tx, campaignWorkflows(row.id), to, `v${row.version + 1}`);
    await audit(tx, `campaign.${to}`, `campaign:${row.id}`);
    return detailOf(tx, await ownCampaign(tx, row.id));
  });
}

export const pauseCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'pause');

/** Takes applications again, unless the application deadline has passed: campaign.not_open. */
export const resumeCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'resume', async (tx, row) => {
    if (row.application_deadline && row.application_deadline.getTime() <= tx.clock.now().getTime())
      throw new AppError('campaign.not_open');
  });

/**
 * Opens a campaign with a free place to applications again; a last day for applications that has passed is removed.
 * Throws campaign.full.
 */
export const reopenCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'reopen', async (tx, row) => {
    const passed = row.application_deadline !== null && row.application_deadline.getTime() <= tx.clock.now().getTime();
    await setReopening(tx.db, {
      campaignId: row.id,
      reopens: true,
      deadline: passed ? null : row.application_deadline,
    });
  });

/** Ends applications; contracts and offers continue. */
export const closeCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'close');

/**
 * For a campaign without contracts; open applications end with it and their creators are notified of the reason. Throws
 * campaign.has_contracts, offer.exists. Lock order: applications before their campaign, as sending and accepting an
 * offer take them.
 */
export const cancelCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  withTx(ctx, async (outer) => {
    const open = await openApplicationsLocked(outer.db, { campaignId: input.campaignId, brandOrg: ctx.actor.orgId });
    return act(outer, input, 'cancel', async (tx, row) => {
      if (open.some((a) => a.state === 'offered')) throw new AppError('offer.exists');
      for (const a of open) {
        await setApplicationState(tx.db, { id: a.id, state: 'declined', reason: '', at: tx.clock.now() });
        await notifyApplicant(tx, row, a, 'campaign_cancelled');
      }
    });
  });
