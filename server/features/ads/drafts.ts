import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { locationOf } from '../places/gazetteer.ts';
import { columnsOf, draftOf, ownAd, requireOwnPhoto } from './content.ts';
import {
  adByRequestKey,
  autosavedDraft,
  clearAutosaved,
  deleteDraftRow,
  insertAd,
  placeOfOrg,
  updateAd,
} from './queries/ads.ts';
import { adRefusal } from './rules.ts';
import type { AdDraft, AdInput, AdKind, AdStart, newAdInput, savedDraftInput } from './schema.ts';

/** A brand looks for creators, a creator offers its work. Throws auth.wrong_account_type for an agency. */
export function kindOfOrg(ctx: OrgContext): AdKind {
  const { orgKind } = ctx.actor;
  if (orgKind === 'agency') throw new AppError('auth.wrong_account_type');
  return orgKind === 'brand' ? 'wanted' : 'available';
}

export async function insertDraft(
  tx: OrgContext,
  columns: ReturnType<typeof columnsOf> & { autosaved?: boolean },
): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  await insertAd(tx.db, {
    id,
    org_id: tx.actor.orgId,
    kind: kindOfOrg(tx),
    state: 'draft',
    request_key: tx.requestKey,
    created_by: tx.actor.userId,
    created_at: now,
    updated_at: now,
    ...columns,
  });
  return id;
}

export async function storeDraft(tx: OrgContext, ad: AdInput, autosaved = false): Promise<string> {
  await requireOwnPhoto(tx, ad.photoId);
  const id = await insertDraft(tx, { ...columnsOf(ad), autosaved });
  await audit(tx, 'ad.created', `ad:${id}`);
  return id;
}

/** Stores a new draft, whatever is filled in so far. */
export async function createAd(ctx: OrgContext, input: z.output<typeof newAdInput>): Promise<AdDraft> {
  requireRight(ctx, 'ad.edit');
  kindOfOrg(ctx);
  const earlier = async (tx: OrgContext, requestKey: string): Promise<AdDraft | null> => {
    const id = await adByRequestKey(tx.db, { orgId: tx.actor.orgId, requestKey });
    return id ? draftOf(await ownAd(tx, id)) : null;
  };
  return onceByKey(ctx, { act: 'ads.create', input }, earlier, async (tx) =>
    draftOf(await ownAd(tx, await storeDraft(tx, input.ad, input.auto))),
  );
}

/** Replaces what a draft holds. Throws state.changed when another page saved meanwhile, state.wrong once it is posted. */
export async function saveAdDraft(ctx: OrgContext, input: z.output<typeof savedDraftInput>): Promise<AdDraft> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownAd(tx, input.adId, true);
    if (row.state !== 'draft' && row.state !== 'rejected') throw new AppError('state.wrong', { state: row.state });
    if (row.version !== input.version) throw new AppError('state.changed', { version: row.version });
    await requireOwnPhoto(tx, input.ad.photoId);
    // A click makes it a draft of the list; what the form saves by itself stays what it is.
    await updateAd(
      tx.db,
      { adId: row.id, at: tx.clock.now() },
      { ...columnsOf(input.ad), ...(input.auto ? {} : { autosaved: false }) },
    );
    return draftOf(await ownAd(tx, row.id));
  });
}

/** An own ad as its form reads it, in any state. */
export const adDraft = (ctx: OrgContext, input: { adId: string }): Promise<AdDraft> =>
  withTx(ctx, async (tx) => draftOf(await ownAd(tx, input.adId)));

/** Leaves what the form saved by itself among the drafts: the form begins empty again. */
export async function putDraftAside(ctx: OrgContext, input: { adId: string }): Promise<{ done: true }> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownAd(tx, input.adId, true);
    await clearAutosaved(tx.db, row.id);
    return { done: true };
  });
}

export async function deleteAdDraft(ctx: OrgContext, input: { adId: string }): Promise<{ deleted: true }> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownAd(tx, input.adId, true);
    const refused = adRefusal('deleteDraft', { state: row.state, endsAt: row.ends_at }, tx.clock.now());
    if (refused) throw new AppError(refused, { state: row.state });
    await deleteDraftRow(tx.db, row.id);
    await audit(tx, 'ad.deleted', `ad:${row.id}`);
    return { deleted: true };
  });
}

/** A new draft with the same content; a date that has passed is left out. */
export async function duplicateAd(ctx: OrgContext, input: { adId: string }): Promise<AdDraft> {
  requireRight(ctx, 'ad.edit');
  const earlier = async (tx: OrgContext, requestKey: string): Promise<AdDraft | null> => {
    const id = await adByRequestKey(tx.db, { orgId: tx.actor.orgId, requestKey });
    return id ? draftOf(await ownAd(tx, id)) : null;
  };
  return onceByKey(ctx, { act: 'ads.duplicate', input }, earlier, async (tx) => {
    const row = await ownAd(tx, input.adId);
    const { title, body, niches, platform, format, remote, city, country, currency } = row;
    const due = row.due_at && row.due_at > tx.clock.now() ? row.due_at : null;
    const id = await insertDraft(tx, {
      title,
      body,
      niches: niches as AdInput['niches'],
      platform,
      format,
      remote,
      city,
      country,
      ...locationOf(city, country),
      currency,
      pay_min: row.pay_min,
      pay_max: row.pay_max,
      goods: row.goods,
      goods_value: row.goods_value,
      due_at: due,
      days: row.days as AdInput['days'],
      photo_id: row.photo_id,
    });
    await audit(tx, 'ad.duplicated', `ad:${id}`, { from: row.id });
    return draftOf(await ownAd(tx, id));
  });
}

const CURRENCY_OF: Readonly<Record<string, Currency>> = {
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  JP: 'JPY',
  KW: 'KWD',
};

/** What an empty form begins with: the org's place and the currency of its country. */
export async function startAd(ctx: OrgContext): Promise<AdStart> {
  return withTx(ctx, async (tx) => {
    const own = await placeOfOrg(tx.db, tx.actor.orgId);
    return {
      kind: kindOfOrg(tx),
      city: own?.city ?? null,
      country: own?.country ?? null,
      currency: CURRENCY_OF[own?.country ?? ''] ?? 'EUR',
      formDraft: (await autosavedDraft(tx.db, { orgId: tx.actor.orgId, userId: tx.actor.userId })) ?? null,
    };
  });
}
