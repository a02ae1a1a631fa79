import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { StepOutcome } from '../../core/step.ts';
import { notify } from '../notifications/notify.ts';
import { adLocked, setWarned, updateAd, type AdRow } from './queries/ads.ts';
import { AD_MACHINE, adWarnsAt } from './rules.ts';

async function locked(tx: SystemContext, adId: string): Promise<AdRow> {
  const row = await adLocked(tx.db, adId);
  if (!row) throw new AppError('not_found');
  return row;
}
const isShown = (row: AdRow): boolean => (AD_MACHINE.expire.from as readonly string[]).includes(row.state);

/** Notifies the org that its ad ends in two days; once for each end. */
export async function warnOfAdEnd(ctx: SystemContext, input: { adId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.adId);
    if (!isShown(row) || !row.ends_at) return { done: false, next: null, state: row.state };
    const now = tx.clock.now();
    // Renewed meanwhile: the warning belongs to a later day.
    if (adWarnsAt(row.ends_at) > now || row.ends_at <= now) return { done: false, next: row.ends_at, state: row.state };
    await setWarned(tx.db, { adId: row.id, end: row.ends_at });
    await notify(tx, {
      orgId: row.org_id,
      kind: 'ad_expiring',
      data: { title: row.title, deadlineAt: row.ends_at.toISOString() },
      link: ADDRESSES.ownAd(row.id),
      key: `ad_expiring:${row.id}:${row.ends_at.toISOString()}`,
    });
    return { done: true, next: row.ends_at, state: row.state };
  });
}

/** The end has come: the ad is shown no longer and its replies stay, for a renewal. */
export async function expireAd(ctx: SystemContext, input: { adId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.adId);
    if (!isShown(row) || !row.ends_at) return { done: row.state === 'expired', next: null, state: row.state };
    const now = tx.clock.now();
    // Renewed in its last second: the new end counts.
    if (row.ends_at > now) return { done: false, next: row.ends_at, state: row.state };
    await updateAd(tx.db, { adId: row.id, at: now }, { state: AD_MACHINE.expire.to });
    await notify(tx, {
      orgId: row.org_id,
      kind: 'ad_expired',
      data: { title: row.title },
      link: ADDRESSES.ownAd(row.id),
      key: `ad_expired:${row.id}:${row.ends_at.toISOString()}`,
    });
    return { done: true, next: null, state: 'expired' };
  });
}
