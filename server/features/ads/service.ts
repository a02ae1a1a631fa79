import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { notifyAll } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { checkText } from '../moderation/rules.ts';
import { holdText } from '../moderation/service.ts';
import { columnsOf, contentOf, ownAd, requireOwnPhoto } from './content.ts';
import { kindOfOrg, storeDraft } from './drafts.ts';
import { myAdDetailOf } from './mine.ts';
import { adByRequestKey, countLive, lockAdsOf, updateAd, type AdRow } from './queries/ads.ts';
import { moveReply, unansweredReplies } from './queries/replies.ts';
import { adProblems, textOfAd } from './problems/rules.ts';
import {
  AD_MACHINE,
  AD_REPLY_MACHINE,
  adEndsAt,
  adRefusal,
  MAX_LIVE_ADS,
  type AdAction,
  type AdDays,
} from './rules.ts';
import type { AdInput, changedAdInput, MyAdDetail, postAdInput, renewInput } from './schema.ts';

function assertMay(tx: OrgContext, action: AdAction, row: AdRow): void {
  const refused = adRefusal(action, { state: row.state, endsAt: row.ends_at }, tx.clock.now());
  if (refused) throw new AppError(refused, { state: row.state });
}

/** Throws ad.too_many_live when the org has as many shown as it may have, this one aside. */
async function requireRoom(tx: OrgContext, adId: string): Promise<void> {
  await lockAdsOf(tx.db, tx.actor.orgId);
  const live = await countLive(tx.db, { orgId: tx.actor.orgId, now: tx.clock.now(), without: adId });
  if (live >= MAX_LIVE_ADS) throw new AppError('ad.too_many_live', { max: MAX_LIVE_ADS });
}

/** Throws the first problem, at its field. */
function assertComplete(row: AdRow, now: Date): void {
  const [first] = adProblems(contentOf(row), now);
  if (first) throw new AppError(first.code, first.data);
}

type AdTexts = Pick<AdInput, 'title' | 'body' | 'goods'>;

/** Puts the texts on the staff's list where the rules hold them, in place of earlier ones; false where they pass. */
const holdTexts = (tx: OrgContext, adId: string, texts: AdTexts): Promise<boolean> => {
  const text = textOfAd(texts);
  return holdText(tx, { kind: 'ad', subjectId: adId, text, link: ADDRESSES.ownAd(adId) }, checkText(text, 'ad'));
};
/** Takes texts that wait off the staff's list. */
const unholdTexts = (tx: OrgContext, adId: string): Promise<boolean> =>
  holdText(
    tx,
    { kind: 'ad', subjectId: adId, text: '', link: ADDRESSES.ownAd(adId) },
    { verdict: 'pass', findings: [] },
  );

/** Starts the workflow that follows the ad, or signals the running one. */
async function follow(tx: OrgContext, row: AdRow, event: string): Promise<void> {
  if (!row.posted_at) {
    const side = row.kind === 'wanted' ? { BrandOrg: row.org_id } : { CreatorOrg: row.org_id };
    await startWorkflow(tx, 'adLifecycle', row.id, { attributes: { SponsioState: 'live', ...side } });
  }
  await signalWorkflow(tx, 'adLifecycle', row.id, event, `v${row.version + 1}`);
}

/** Shows an ad from now on, for its days. */
async function show(tx: OrgContext, row: AdRow, state: 'live'): Promise<void> {
  const now = tx.clock.now();
  await updateAd(
    tx.db,
    { adId: row.id, at: now },
    { state, posted_at: now, ends_at: adEndsAt(now, row.days as AdDays), staff_reason: null },
  );
  await follow(tx, row, 'posted');
}

/**
 * Shows an ad for its 7, 14 or 30 days: a draft, or one that is stored by this call. Throws the first problem of its content
 * at its field (ad.contact_data, ad.pay_missing, …), ad.too_many_live, and state.changed when another page saved meanwhile.
 * A text that the rules hold waits in review.
 */
export async function postAd(ctx: OrgContext, input: z.output<typeof postAdInput>): Promise<MyAdDetail> {
  requireRight(ctx, 'ad.edit');
  requireVerifiedMailbox(ctx);
  kindOfOrg(ctx);
  return withTx(ctx, async (tx) => {
    if ((await bindRequestKey(tx, 'ads.post', input)) === 'repeated') {
      const earlier =
        input.adId ?? (await adByRequestKey(tx.db, { orgId: tx.actor.orgId, requestKey: tx.requestKey! }));
      if (earlier) return myAdDetailOf(tx, await ownAd(tx, earlier));
    }
    const now = tx.clock.now();
    const adId = input.adId ?? (await storeDraft(tx, input.ad));
    const before = await ownAd(tx, adId, true);
    assertMay(tx, 'post', before);
    if (input.adId) {
      if (before.version !== input.version) throw new AppError('state.changed', { version: before.version });
      await requireOwnPhoto(tx, input.ad.photoId);
      await updateAd(tx.db, { adId, at: now }, columnsOf(input.ad));
    }
    const row = await ownAd(tx, adId);
    assertComplete(row, now);
    await requireRoom(tx, adId);
    if (await holdTexts(tx, adId, row)) {
      await updateAd(tx.db, { adId, at: now }, { state: AD_MACHINE.hold.to, staff_reason: null });
    } else await show(tx, row, AD_MACHINE.post.to);
    await audit(tx, 'ad.posted', `ad:${adId}`);
    return myAdDetailOf(tx, await ownAd(tx, adId));
  });
}

/**
 * Changes an ad that was posted; its end stays as it is. Texts that the rules hold wait for staff while the shown ones stay;
 * in review, a text that passes is shown at once. Throws what {@link postAd} throws.
 */
export async function editAd(ctx: OrgContext, input: z.output<typeof changedAdInput>): Promise<MyAdDetail> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownAd(tx, input.adId, true);
    assertMay(tx, 'edit', row);
    if (row.version !== input.version) throw new AppError('state.changed', { version: row.version });
    await requireOwnPhoto(tx, input.ad.photoId);
    const now = tx.clock.now();
    const columns = columnsOf(input.ad);
    const [first] = adProblems({ ...input.ad, city: columns.city }, now);
    if (first) throw new AppError(first.code, first.data);
    const { title, body, goods } = input.ad;
    const isHeld = await holdTexts(tx, row.id, input.ad);
    if (row.state === 'in_review') {
      await updateAd(tx.db, { adId: row.id, at: now }, columns);
      if (!isHeld) await show(tx, { ...row, days: input.ad.days, version: row.version + 1 }, AD_MACHINE.release.to);
    } else {
      const shown = isHeld ? { title: row.title, body: row.body, goods: row.goods } : {};
      const held = isHeld ? JSON.stringify({ title, body, goods }) : null;
      await updateAd(tx.db, { adId: row.id, at: now }, { ...columns, ...shown, held });
    }
    await audit(tx, 'ad.edited', `ad:${row.id}`);
    return myAdDetailOf(tx, await ownAd(tx, row.id));
  });
}

async function act(
  ctx: OrgContext,
  input: { adId: string },
  action: 'pause' | 'resume' | 'close' | 'fill',
  within: (tx: OrgContext, row: AdRow) => Promise<void> = async () => {},
): Promise<MyAdDetail> {
  requireRight(ctx, 'ad.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownAd(tx, input.adId, true);
    const { to } = AD_MACHINE[action];
    // The second click of a double click finds the effect of the first.
    if (row.state === to && !(to === 'live' && row.ends_at && row.ends_at <= tx.clock.now()))
      return myAdDetailOf(tx, row);
    assertMay(tx, action, row);
    await within(tx, row);
    const over = action === 'close' || action === 'fill';
    if (over) await unholdTexts(tx, row.id);
    await updateAd(tx.db, { adId: row.id, at: tx.clock.now() }, { state: to, ...(over ? { held: null } : {}) });
    if (row.posted_at) await signalWorkflow(tx, 'adLifecycle', row.id, to, `v${row.version + 1}`);
    await audit(tx, `ad.${to}`, `ad:${row.id}`);
    return myAdDetailOf(tx, await ownAd(tx, row.id));
  });
}

/** Takes an ad out of the lists; its end comes as planned. */
export const pauseAd = (ctx: OrgContext, input: { adId: string }): Promise<MyAdDetail> => act(ctx, input, 'pause');

/** Throws ad.too_many_live. */
export const resumeAd = (ctx: OrgContext, input: { adId: string }): Promise<MyAdDetail> =>
  act(ctx, input, 'resume', (tx, row) => requireRoom(tx, row.id));

/** Every reply that no offer has answered is declined, with a notice to its sender. */
async function declineOpenReplies(tx: OrgContext, row: AdRow): Promise<void> {
  const open = await unansweredReplies(tx.db, row.id);
  if (open.length === 0) return;
  const { from, to } = AD_REPLY_MACHINE.decline;
  for (const { id } of open) await moveReply(tx.db, { replyId: id, from, to, at: tx.clock.now() });
  const { name } = partyIn(await partiesOf(tx, [row.org_id]), row.org_id);
  await notifyAll(
    tx,
    open.map(({ id, replier_org }) => ({
      orgId: replier_org,
      kind: 'ad_reply_declined' as const,
      data: { name, title: row.title },
      link: ADDRESSES.openAd(row.id),
      key: `ad_reply_declined:${id}`,
    })),
  );
}

export const closeAd = (ctx: OrgContext, input: { adId: string }): Promise<MyAdDetail> =>
  act(ctx, input, 'close', declineOpenReplies);

export const fillAd = (ctx: OrgContext, input: { adId: string }): Promise<MyAdDetail> =>
  act(ctx, input, 'fill', declineOpenReplies);

/**
 * Shows an ad for so many more days: from its end while it is shown, from now once that has passed. Replies stay. Throws
 * state.wrong for one that was closed or removed, ad.too_many_live.
 */
export async function renewAd(ctx: OrgContext, input: z.output<typeof renewInput>): Promise<MyAdDetail> {
  requireRight(ctx, 'ad.edit');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const repeated = (await bindRequestKey(tx, 'ads.renew', input)) === 'repeated';
    const row = await ownAd(tx, input.adId, true);
    if (repeated) return myAdDetailOf(tx, row);
    assertMay(tx, 'renew', row);
    const now = tx.clock.now();
    // A date that has passed would be refused when the ad is posted.
    const due = row.due_at && row.due_at <= now ? { due_at: null } : {};
    await requireRoom(tx, row.id);
    await updateAd(
      tx.db,
      { adId: row.id, at: now },
      { state: AD_MACHINE.renew.to, days: input.days, ends_at: adEndsAt(now, input.days, row.ends_at), ...due },
    );
    await follow(tx, row, 'renewed');
    await audit(tx, 'ad.renewed', `ad:${row.id}`, { days: input.days });
    return myAdDetailOf(tx, await ownAd(tx, row.id));
  });
}
