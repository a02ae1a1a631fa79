import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { truncated } from '../../core/text.ts';
import { requireStaffAct } from '../../guards.ts';
import type { HeldTextEffects } from '../../registration.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { heldOf } from './content.ts';
import { adLocked, updateAd, type AdRow } from './queries/ads.ts';
import { AD_MACHINE, adEndsAt, type AdDays } from './rules.ts';
import { adOfCase } from './queries/found.ts';
import type { removeAdInput, ReportedAd, reportedAdInput } from './schema.ts';

async function reviewed(tx: StaffContext, adId: string): Promise<AdRow> {
  const row = await adLocked(tx.db, adId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** What follows when staff have decided about the texts of an ad. An ad that was closed meanwhile stays as it is. */
export const HELD_AD: HeldTextEffects = {
  /** Shows a held ad from now on, or the held texts of one that is shown. */
  async release(tx, { subjectId }) {
    const row = await reviewed(tx, subjectId);
    const now = tx.clock.now();
    const held = heldOf(row);
    if (row.state === 'in_review') {
      await updateAd(
        tx.db,
        { adId: row.id, at: now },
        { state: AD_MACHINE.release.to, posted_at: now, ends_at: adEndsAt(now, row.days as AdDays) },
      );
      const side = row.kind === 'wanted' ? { BrandOrg: row.org_id } : { CreatorOrg: row.org_id };
      await startWorkflow(tx, 'adLifecycle', row.id, { attributes: { SponsioState: 'live', ...side } });
    } else if (held) {
      await updateAd(tx.db, { adId: row.id, at: now }, { ...held, held: null });
    }
  },
  /** The ad goes back to its owner, or the shown texts stay as they are. */
  async remove(tx, { subjectId }) {
    const row = await reviewed(tx, subjectId);
    await updateAd(
      tx.db,
      { adId: row.id, at: tx.clock.now() },
      { held: null, ...(row.state === 'in_review' ? { state: AD_MACHINE.reject.to } : {}) },
    );
  },
};

/** The ad of a report, as it is now. Throws not_found. */
export async function reportedAd(ctx: StaffContext, { caseId }: z.output<typeof reportedAdInput>): Promise<ReportedAd> {
  return withTx(ctx, async (tx) => {
    const row = await adOfCase(tx.db, caseId);
    if (!row) throw new AppError('not_found');
    return { ...row, removable: (AD_MACHINE.remove.from as readonly string[]).includes(row.state) };
  });
}

/** Takes a shown ad down, after a report. Throws not_found, state.wrong. */
export async function removeAd(ctx: StaffContext, input: z.output<typeof removeAdInput>): Promise<{ removed: true }> {
  requireStaffAct(ctx, 'ads.remove');
  return withTx(ctx, async (tx) => {
    const row = await reviewed(tx, input.adId);
    if (row.state === 'removed') return { removed: true };
    if (!(AD_MACHINE.remove.from as readonly string[]).includes(row.state))
      throw new AppError('state.wrong', { state: row.state });
    await updateAd(
      tx.db,
      { adId: row.id, at: tx.clock.now() },
      { state: AD_MACHINE.remove.to, held: null, staff_reason: input.reason },
    );
    if (row.posted_at) await signalWorkflow(tx, 'adLifecycle', row.id, 'removed', `v${row.version + 1}`);
    await notify(tx, {
      orgId: row.org_id,
      kind: 'ad_removed',
      data: { title: row.title, reason: truncated(input.reason, 200) },
      link: ADDRESSES.ownAd(row.id),
      key: `ad_removed:${row.id}`,
    });
    await audit(tx, 'ad.removed', `ad:${row.id}`);
    return { removed: true };
  });
}
