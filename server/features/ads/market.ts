import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { uuid } from '../../core/inputs.ts';
import { toPage } from '../../core/pagination.ts';
import { requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { paymentFacts } from '../campaigns/market.ts';
import { openCase } from '../cases/service.ts';
import { isNiche, nicheWithChildren } from '../niches/rules.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { placeById, placeName, resolvePlace } from '../places/gazetteer.ts';
import { factsOf } from './content.ts';
import { placeOfOrg } from './queries/ads.ts';
import {
  hideAd,
  insertView,
  isMemberOf,
  liveAds,
  saveAd,
  shownAd,
  unhideAd,
  unsaveAd,
  type ShownAdRow,
} from './queries/market.ts';
import { replyTo } from './queries/replies.ts';
import { replyDto } from './reply-dto.ts';
import { FIRST_RADIUS_KM, replyRefusal, takesReplies } from './rules.ts';
import type {
  AdCenter,
  AdDetail,
  AdItem,
  AdKind,
  AdPage,
  browseAdsInput,
  hideInput,
  openAdInput,
  reportAdInput,
} from './schema.ts';

const SIMILAR_SHOWN = 4;

/** Ads of the other side: a brand's are for creators, a creator's are for brands. */
export const foundKind = (orgKind: string): AdKind => (orgKind === 'brand' ? 'available' : 'wanted');

export const nichesOf = (niche: string | undefined): readonly string[] | undefined =>
  niche === undefined ? undefined : isNiche(niche) ? nicheWithChildren(niche) : [];

/** The place of a typed city, else that of the actor's org; null when it is no place that is known. */
export async function centerOf(
  tx: OrgContext,
  { city, country }: { city?: string | undefined; country?: string | undefined },
): Promise<AdCenter | null> {
  if (city) {
    const place = resolvePlace(city, { country: country ?? null });
    return place && { name: city, country: place.country, lat: place.lat, lon: place.lon };
  }
  const own = await placeOfOrg(tx.db, tx.actor.orgId);
  if (!own || own.lat === null || own.lon === null) return null;
  const place = own.place_id === null ? null : placeById(own.place_id);
  return {
    name: own.city ?? (place ? placeName(place.id, 'en') : ''),
    country: own.country ?? place?.country ?? '',
    lat: own.lat,
    lon: own.lon,
  };
}

async function toItems(tx: OrgContext, rows: readonly ShownAdRow[]): Promise<AdItem[]> {
  const parties = await partiesOf(
    tx,
    rows.map((row) => row.org_id),
  );
  const facts = await paymentFacts(
    tx,
    rows.filter((row) => row.kind === 'wanted').map((row) => row.org_id),
  );
  return rows.map((row) => ({
    ...factsOf(row),
    owner: partyIn(parties, row.org_id),
    facts: facts.get(row.org_id) ?? null,
    lat: row.lat,
    lon: row.lon,
    distanceKm: row.distance,
    saved: row.saved,
    myReply: row.my_state,
  }));
}

const CURSOR = /^(-?\d{1,20}(?:\.\d{1,10})?)~(.+)$/;
const cursorOf = (row: ShownAdRow): string => `${row.sort_key}~${row.id}`;

/** A cursor made by {@link cursorOf}; anything else starts from the beginning. */
function readCursor(after: string | undefined): { key: string; id: string } | null {
  const [, key, id] = CURSOR.exec(after ?? '') ?? [];
  const read = uuid.safeParse(id);
  return key && read.success ? { key, id: read.data } : null;
}

/** Ads of the other side that take replies now, the nearest first unless asked otherwise. */
export async function browseAds(ctx: OrgContext, input: z.output<typeof browseAdsInput>): Promise<AdPage> {
  return withTx(ctx, async (tx) => {
    const { city, country, niche, after, limit, ...filter } = input;
    const center = await centerOf(tx, { city, country });
    const rows = await liveAds(tx.db, {
      ...filter,
      orgId: tx.actor.orgId,
      kind: foundKind(tx.actor.orgKind),
      now: tx.clock.now(),
      center,
      niches: nichesOf(niche),
      after: readCursor(after),
      limit,
    });
    const items = new Map((await toItems(tx, rows)).map((item) => [item.id, item]));
    return { ...toPage(rows, limit, cursorOf, (row) => items.get(row.id)!), center };
  });
}

/** An ad as the actor may see it. Throws not_found. */
export async function foundAd(tx: OrgContext, adId: string, center: AdCenter | null = null): Promise<ShownAdRow> {
  const row = await shownAd(tx.db, { adId, orgId: tx.actor.orgId, center });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why the actor cannot reply now, or null. The button shows it, the service of replies throws it. */
export async function mayNotReply(tx: OrgContext, row: ShownAdRow): Promise<ErrorCode | null> {
  const { orgId, orgKind, userId, role } = tx.actor;
  const last = await replyTo(tx.db, { adId: row.id, replierOrg: orgId });
  const refused = replyRefusal(
    {
      ad: { state: row.state, endsAt: row.ends_at, kind: row.kind },
      orgKind,
      isOwner: row.org_id === orgId || (await isMemberOf(tx.db, row.org_id, userId)),
      hasOpenReply: last !== undefined && ['sent', 'seen', 'invited'].includes(last.state),
    },
    tx.clock.now(),
  );
  if (refused) return refused;
  if (!roleMay(role, 'ad.reply')) return 'auth.not_allowed';
  return tx.actor.emailVerified ? null : 'auth.mailbox_unverified';
}

/** Ads like one that takes no replies any more: of its niches first where there are some, the nearest first. */
async function similarTo(tx: OrgContext, row: ShownAdRow): Promise<AdItem[]> {
  const where = row.lat === null || row.lon === null ? await centerOf(tx, {}) : { lat: row.lat, lon: row.lon };
  const search = {
    orgId: tx.actor.orgId,
    kind: row.kind,
    now: tx.clock.now(),
    center: where,
    sort: 'distance' as const,
    after: null,
    without: row.id,
    limit: SIMILAR_SHOWN,
  };
  const same = row.niches.length > 0 ? await liveAds(tx.db, { ...search, niches: row.niches }) : [];
  const near = same.length < SIMILAR_SHOWN ? await liveAds(tx.db, { ...search, km: FIRST_RADIUS_KM * 2 }) : [];
  const known = new Set(same.map((ad) => ad.id));
  return toItems(tx, [...same, ...near.filter((ad) => !known.has(ad.id))].slice(0, SIMILAR_SHOWN));
}

export async function adDetailOf(tx: OrgContext, row: ShownAdRow): Promise<AdDetail> {
  const [item] = await toItems(tx, [row]);
  const reply = await replyTo(tx.db, { adId: row.id, replierOrg: tx.actor.orgId });
  const open = takesReplies({ state: row.state, endsAt: row.ends_at }, tx.clock.now());
  return {
    ...item!,
    body: row.state === 'removed' ? '' : row.body,
    own: row.org_id === tx.actor.orgId,
    hidden: row.hidden,
    reply: reply ? await replyDto(tx, reply) : null,
    can: { reply: (await mayNotReply(tx, row)) ?? true },
    similar: open || row.org_id === tx.actor.orgId ? [] : await similarTo(tx, row),
  };
}

/** One ad, and the view of it is counted: once for each org and day, the owner's own are not. */
export async function openAd(ctx: OrgContext, { adId, ...place }: z.output<typeof openAdInput>): Promise<AdDetail> {
  return withTx(ctx, async (tx) => {
    const row = await foundAd(tx, adId, await centerOf(tx, place));
    const { orgId } = tx.actor;
    if (row.org_id !== orgId && row.state === 'live')
      await insertView(tx.db, { adId, orgId, ownerOrg: row.org_id, at: tx.clock.now() });
    return adDetailOf(tx, row);
  });
}

export async function setAdSaved(
  ctx: OrgContext,
  input: { adId: string },
  saved: boolean,
): Promise<{ saved: boolean }> {
  return withTx(ctx, async (tx) => {
    const row = await foundAd(tx, input.adId);
    const key = { adId: row.id, orgId: tx.actor.orgId, ownerOrg: row.org_id };
    await (saved ? saveAd(tx.db, { ...key, at: tx.clock.now() }) : unsaveAd(tx.db, key));
    return { saved };
  });
}

/** Takes an ad out of what the actor's org finds. */
export async function hideAdFor(ctx: OrgContext, input: z.output<typeof hideInput>): Promise<{ hidden: true }> {
  return withTx(ctx, async (tx) => {
    const row = await foundAd(tx, input.adId);
    const key = { adId: row.id, orgId: tx.actor.orgId };
    await hideAd(tx.db, { ...key, reason: input.reason, at: tx.clock.now() });
    await unsaveAd(tx.db, key);
    return { hidden: true };
  });
}

export async function unhideAdFor(ctx: OrgContext, input: { adId: string }): Promise<{ hidden: false }> {
  return withTx(ctx, async (tx) => {
    await unhideAd(tx.db, { adId: input.adId, orgId: tx.actor.orgId });
    return { hidden: false };
  });
}

/** Opens a case for staff, one for each reporting org. */
export async function reportAd(ctx: OrgContext, input: z.output<typeof reportAdInput>): Promise<{ reported: true }> {
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const row = await foundAd(tx, input.adId);
    if (row.org_id === tx.actor.orgId) throw new AppError('ad.own');
    await openCase(tx, {
      kind: 'ad_reported',
      key: `${row.id}:${tx.actor.orgId}`,
      message: input.reason,
      details: { ad: row.id },
    });
    await audit(tx, 'ad.reported', `ad:${row.id}`);
    return { reported: true };
  });
}
