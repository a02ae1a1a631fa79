import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { isNiche, type NicheKey } from '../niches/rules.ts';
import { locationOf } from '../places/gazetteer.ts';
import { adOfOrg, type AdRow } from './queries/ads.ts';
import { isOwnPhoto } from './queries/upkeep.ts';
import type { AdContent } from './problems/rules.ts';
import type { AdDays } from './rules.ts';
import type { AdDraft, AdInput } from './schema.ts';

export async function ownAd(tx: OrgContext, adId: string, lock = false): Promise<AdRow> {
  const row = await adOfOrg(tx.db, { adId, orgId: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

export const photoUrl = (photoId: string | null): string | null => (photoId ? `/files/ads/${photoId}` : null);

/** What the form wrote, as columns; the place of the city comes with it. */
export function columnsOf(ad: AdInput) {
  const city = ad.remote ? null : ad.city || null;
  return {
    title: ad.title,
    body: ad.body,
    niches: ad.niches,
    platform: ad.platform,
    format: ad.format,
    remote: ad.remote,
    city,
    country: ad.country,
    ...locationOf(city, ad.country),
    currency: ad.currency,
    pay_min: ad.payMin,
    pay_max: ad.payMax,
    goods: ad.goods,
    goods_value: ad.goodsValue,
    due_at: ad.dueAt,
    days: ad.days,
    photo_id: ad.photoId,
  };
}

/** Throws input.invalid for a photo of another org. */
export async function requireOwnPhoto(tx: OrgContext, photoId: string | null): Promise<void> {
  if (photoId && !(await isOwnPhoto(tx.db, { photoId, orgId: tx.actor.orgId })))
    throw new AppError('input.invalid', { field: 'photoId', problem: 'unknown' });
}

/** A row as the rules read it. */
export const contentOf = (row: AdRow): AdContent => ({
  title: row.title,
  body: row.body,
  remote: row.remote,
  city: row.city,
  platform: row.platform,
  format: row.format,
  currency: row.currency,
  payMin: row.pay_min,
  payMax: row.pay_max,
  goods: row.goods,
  goodsValue: row.goods_value,
  dueAt: row.due_at,
});

export interface HeldText {
  title: string;
  body: string;
  goods: string;
}
export const heldOf = (row: Pick<AdRow, 'held'>): HeldText | null => (row.held as HeldText | null) ?? null;

export const factsOf = (row: AdRow) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  title: row.title,
  niches: row.niches.filter((niche): niche is NicheKey => isNiche(niche)),
  platform: row.platform,
  format: row.format,
  remote: row.remote,
  city: row.city,
  country: row.country,
  currency: row.currency,
  payMin: row.pay_min,
  payMax: row.pay_max,
  goods: row.goods,
  goodsValue: row.goods_value,
  dueAt: row.due_at,
  endsAt: row.ends_at,
  postedAt: row.posted_at,
  photoUrl: photoUrl(row.photo_id),
});

/** A held text is what its owner goes on writing. */
export function draftOf(row: AdRow): AdDraft {
  const held = heldOf(row);
  return {
    ...factsOf(row),
    ...(held ? { title: held.title, goods: held.goods } : {}),
    body: held?.body ?? row.body,
    version: row.version,
    photoId: row.photo_id,
    days: row.days as AdDays,
    held: held ? { title: held.title, body: held.body } : null,
    staffReason: row.staff_reason,
    updatedAt: row.updated_at,
  };
}
