import { withTx, type SystemContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { expireOlderThan, oldestOpenApplication } from './queries/applications.ts';
import { campaignById, campaignLocked, type CampaignRow } from './queries/campaigns.ts';
import { APPLICATION_LIFE } from './rules.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { move } from './service.ts';
import { notifyApplicant } from './applicant-notices.ts';

async function locked(tx: SystemContext, campaignId: string): Promise<CampaignRow> {
  const row = await campaignLocked(tx.db, campaignId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The scheduled moment has come. */
export async function publishScheduled(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.campaignId);
    const now = tx.clock.now();
    if (row.state !== 'scheduled') return { done: row.state === 'live', next: row.deadline_at, state: row.state };
    if (row.deadline_at && row.deadline_at.getTime() > now.getTime())
      return { done: false, next: row.deadline_at, state: row.state };
    await move(tx, row, 'live', { deadline_at: row.application_deadline, published_at: now });
    await startWorkflow(tx, 'matchBatch', row.id, { attributes: { CampaignId: row.id } });
    return { done: true, next: row.application_deadline, state: 'live' };
  });
}

/** The application deadline has passed: the campaign is closed to applications; those that came are still to be answered. */
export async function closeApplications(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.campaignId);
    if (row.state !== 'live' && row.state !== 'paused')
      return { done: row.state === 'closed', next: null, state: row.state };
    if (!row.application_deadline || row.application_deadline.getTime() > tx.clock.now().getTime())
      return { done: false, next: row.application_deadline, state: row.state };
    await move(tx, row, 'closed', { deadline_at: null });
    return { done: true, next: null, state: 'closed' };
  });
}

/**
 * Expires applications without a change for fourteen days, an ended offer counting as one; `next` is when the oldest
 * remaining one expires.
 */
export async function expireApplications(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    // Without a lock on the campaign: it would be taken before the applications, and others take it after them.
    const row = await campaignById(tx.db, input.campaignId);
    if (!row) throw new AppError('not_found');
    const now = tx.clock.now();
    const before = new Date(now.getTime() - (plus(now, APPLICATION_LIFE).getTime() - now.getTime()));
    const expired = await expireOlderThan(tx.db, { campaignId: row.id, before, at: now });
    for (const application of expired) await notifyApplicant(tx, row, application, 'application_expired');
    const oldest = await oldestOpenApplication(tx.db, row.id);
    return { done: expired.length > 0, next: oldest ? plus(oldest, APPLICATION_LIFE) : null, state: row.state };
  });
}
