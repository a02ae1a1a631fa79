import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrgActor, StaffActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { createAlert, deleteAlert, sendAlert } from '../../../../server/features/ads/alerts.ts';
import { createAd, duplicateAd, putDraftAside, saveAdDraft, startAd } from '../../../../server/features/ads/drafts.ts';
import { browseAds, hideAdFor, openAd, reportAd, setAdSaved } from '../../../../server/features/ads/market.ts';
import { countMyAds, listMyAds, myAd } from '../../../../server/features/ads/mine.ts';
import { eraseAdsOfPerson } from '../../../../server/features/ads/queries/upkeep.ts';
import { declineReply, inviteReplier, repliesOfAd, replyToAd } from '../../../../server/features/ads/replies.ts';
import { readPhoto, savePhoto } from '../../../../server/features/ads/photos.ts';
import { removeAd, reportedAd } from '../../../../server/features/ads/review.ts';
import { adTile } from '../../../../server/features/ads/tile.ts';
import { findRecords } from '../../../../server/features/find/service.ts';
import { fundedPosting, refundDecided } from '../../../../server/features/ledger/rules.ts';
import { postAll } from '../../../../server/features/ledger/service.ts';
import { AD_PHOTO_MAX_BYTES, MAX_LIVE_ADS } from '../../../../server/features/ads/rules.ts';
import type { AdInput } from '../../../../server/features/ads/schema.ts';
import { browseAdsInput } from '../../../../server/features/ads/schema.ts';
import { closeAd, editAd, pauseAd, postAd, renewAd } from '../../../../server/features/ads/service.ts';
import { expireAd, warnOfAdEnd } from '../../../../server/features/ads/timers.ts';
import { heldTexts, releaseText, removeText } from '../../../../server/features/moderation/decisions.ts';
import { acceptOffer } from '../../../../server/features/offers/answer.ts';
import { declineOffer } from '../../../../server/features/offers/close.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { readAd } from '../../../../workflows/activities/ads.ts';
import { png, webp } from '../content/samples.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let staff: StaffActor;
const DAY = 24 * 3_600_000;

const AD: AdInput = {
  title: 'Reel about our new brunch',
  body: 'One reel of thirty seconds about the new brunch on place Sathonay.',
  niches: ['food'],
  platform: 'instagram',
  format: 'reel',
  remote: false,
  city: 'Lyon',
  country: 'FR',
  currency: 'EUR',
  payMin: 12_000,
  payMax: 18_000,
  goods: 'Brunch for two',
  goodsValue: 5_000,
  dueAt: null,
  days: 14,
  photoId: null,
};
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string; data?: { field?: string } }) => [e.code ?? String(e), e.data?.field].filter(Boolean).join(' '),
  );
const post = async (patch: Partial<AdInput> = {}, who = brand, at?: Date): Promise<string> =>
  (
    await postAd(world.as(who, at ? { clock: steppedClock(at) } : {}), {
      adId: null,
      version: 1,
      ad: { ...AD, ...patch },
    })
  ).id;
const find = async (who: OrgActor, input: Record<string, unknown> = {}) =>
  (await browseAds(world.as(who), browseAdsInput.parse({ limit: 100, ...input }))).items;
const reply = (who: OrgActor, adId: string, patch: { body?: string; price?: number | null } = {}) =>
  replyToAd(world.as(who), {
    adId,
    body: 'I film breakfast places in Lyon every week.',
    price: 15_000,
    dueAt: null,
    links: [],
    ...patch,
  });
const notices = (orgId: string) =>
  world.owner.selectFrom('notices').select('kind').where('org_id', '=', orgId).orderBy('id').execute();

beforeAll(async () => {
  world = await createTestWorld('ads');
  staff = await createStaff(world, 'trust');
});
afterAll(() => world?.close());
beforeEach(async () => {
  brand = await createOrg(world, 'brand', 'Forno');
  creator = await createOrg(world, 'creator', 'Maya');
});

test('an ad is refused at the field that is wrong, contact data with the words', async () => {
  expect(await code(post({ body: 'Call me on +33 6 12 34 56 78, we talk about everything else.' }))).toBe(
    'ad.contact_data body',
  );
  expect(await code(post({ payMin: null, payMax: null, goods: '', goodsValue: null }))).toBe('ad.pay_missing payMin');
  expect(await code(post({ goodsValue: null }))).toBe('ad.value_missing goodsValue');
  expect(await code(post({ payMax: 10_000 }))).toBe('input.invalid payMax');
  expect(await code(post({ city: null }))).toBe('ad.place_missing city');
  expect(await code(post({ dueAt: new Date(Date.now() - DAY) }))).toBe('terms.due_in_past dueAt');
  expect((await listMyAds(world.as(brand), { tab: 'draft', limit: 10 })).items).toEqual([]);
});

test('a draft keeps what is filled in, is posted once and is duplicated as a draft', async () => {
  const draft = await createAd(world.as(brand), { ad: { ...AD, title: '', payMin: null, payMax: null } });
  expect(draft).toMatchObject({ state: 'draft', title: '', goods: 'Brunch for two' });
  const saved = await saveAdDraft(world.as(brand), { adId: draft.id, version: draft.version, ad: AD });
  expect(await code(saveAdDraft(world.as(brand), { adId: draft.id, version: draft.version, ad: AD }))).toBe(
    'state.changed',
  );
  const key = newId();
  const send = () => postAd(world.as(brand, { requestKey: key }), { adId: draft.id, version: saved.version, ad: AD });
  const [first, second] = [await send(), await send()];
  expect(second).toMatchObject({ id: first.id, state: 'live', version: first.version });
  const copy = await duplicateAd(world.as(brand), { adId: first.id });
  expect(copy).toMatchObject({ state: 'draft', title: AD.title, city: 'Lyon' });
});

test('an org shows at most fifty ads; one that has ended leaves room', async () => {
  const ended = await post();
  for (let n = 1; n < MAX_LIVE_ADS; n += 1) await post();
  expect(await code(post())).toBe('ad.too_many_live');
  await closeAd(world.as(brand), { adId: ended });
  expect(await code(post())).toBe('no refusal');
});

test('the nearest ad comes first, within the radius, and work without a place is always within', async () => {
  const title = `Near ${newId()}`.slice(0, 60);
  const [lyon, milan, remote] = [
    await post({ title }),
    await post({ title, city: 'Milano', country: 'IT' }),
    await post({ title, remote: true, city: null }),
  ];
  const ids = async (input: Record<string, unknown>) =>
    (await find(creator, input)).filter((ad) => ad.title === title).map((ad) => ad.id);
  expect(await ids({ city: 'Lyon', country: 'FR' })).toEqual([lyon, milan, remote]);
  expect(await ids({ city: 'Milano', country: 'IT' })).toEqual([milan, lyon, remote]);
  expect(await ids({ city: 'Lyon', country: 'FR', km: 50 })).toEqual([lyon, remote]);
  expect(await ids({ niche: 'food', format: 'story' })).toEqual([]);
  expect(await ids({ currency: 'EUR', payMin: 18_100 })).toEqual([]);
  const [first] = await find(creator, { city: 'Milano', country: 'IT', km: 5 });
  expect(first).toMatchObject({ id: milan, distanceKm: 0, facts: { fundedDeals: 0 }, owner: { name: 'Forno' } });
  // The other side alone finds it.
  expect(await find(brand, {})).toEqual([]);
  await hideAdFor(world.as(creator), { adId: lyon, reason: 'far' });
  await setAdSaved(world.as(creator), { adId: milan }, true);
  expect(await ids({})).not.toContain(lyon);
  expect(await ids({ saved: true })).toEqual([milan]);
  expect(await myAd(world.as(brand), { adId: milan })).toMatchObject({ saves: 1 });
});

test('a page of the board goes on where the last one ended, in each order', async () => {
  for (let n = 0; n < 5; n += 1) await post({ title: `Page ${n} of the board`, payMin: 10_000 + n, payMax: null });
  for (const sort of ['distance', 'newest', 'pay'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await browseAds(
        world.as(creator),
        browseAdsInput.parse({ city: 'Lyon', country: 'FR', sort, limit: 2, ...(after ? { after } : {}) }),
      );
      seen.push(...page.items.map((ad) => ad.id));
      after = page.next ?? undefined;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe((await find(creator, { city: 'Lyon', country: 'FR', sort })).length);
  }
});

test('a view counts once for each org and day; the own one does not', async () => {
  const adId = await post();
  for (let n = 0; n < 3; n += 1) await openAd(world.as(creator), { adId });
  await openAd(world.as(brand), { adId });
  await openAd(world.as(creator, { clock: steppedClock(new Date(Date.now() + DAY)) }), { adId });
  expect(await myAd(world.as(brand), { adId })).toMatchObject({ views: 2 });
});

test('a reply is refused to the owner, to the own side, to a closed ad, twice, and with contact data', async () => {
  const adId = await post({ niches: ['beer'] });
  const other = await createOrg(world, 'brand', 'Other');
  expect(await code(reply(brand, adId))).toBe('ad.own');
  expect(await code(reply(other, adId))).toBe('ad.same_side');
  expect(await code(reply(creator, adId, { body: 'Write to maya@example.com, I film breakfast.' }))).toBe(
    'ad.contact_data body',
  );
  await reply(creator, adId);
  expect(await code(reply(creator, adId))).toBe('ad.reply_duplicate');
  expect(await countMyAds(world.as(brand))).toMatchObject({ live: 1, newReplies: 1 });
  await closeAd(world.as(brand), { adId });
  const late = await createOrg(world, 'creator', 'Late');
  expect(await code(reply(late, adId))).toBe('ad.not_open');
  const elsewhere = await post({ niches: ['beer'] });
  const open = await openAd(world.as(creator), { adId });
  expect(open).toMatchObject({ reply: { state: 'declined' }, can: { reply: 'ad.not_open' } });
  expect(open.similar.map((ad) => ad.id)).toContain(elsewhere);
  expect((await notices(creator.orgId)).map((n) => n.kind)).toContain('ad_reply_declined');
});

test('a reply ends in an offer with the terms of the ad; accepted, it is a hire', async () => {
  const adId = await post();
  await reply(creator, adId);
  const [received] = (await repliesOfAd(world.as(brand), { adId, limit: 10 })).items;
  const start = await startOffer(world.as(brand), { adReplyId: received!.id });
  expect(start).toMatchObject({
    title: AD.title,
    creator: { orgId: creator.orgId },
    terms: { currency: 'EUR', milestones: [{ amount: 15_000 }], deliverables: [{ format: 'reel' }] },
  });
  const offer = await sendOffer(world.as(brand), {
    adReplyId: received!.id,
    title: start.title,
    terms: start.terms,
    note: '',
  });
  expect(
    await code(
      sendOffer(world.as(brand), { adReplyId: received!.id, title: start.title, terms: start.terms, note: '' }),
    ),
  ).toBe('offer.exists');
  expect(await code(declineReply(world.as(brand), { replyId: received!.id, reason: '' }))).toBe('offer.exists');
  // One offer without a campaign is open between two orgs.
  const another = await post({ title: 'Photos of the same brunch' });
  await reply(creator, another);
  const [second] = (await repliesOfAd(world.as(brand), { adId: another, limit: 10 })).items;
  expect(
    await code(sendOffer(world.as(brand), { adReplyId: second!.id, title: start.title, terms: start.terms, note: '' })),
  ).toBe('offer.exists');
  expect(await openAd(world.as(creator), { adId })).toMatchObject({
    reply: { state: 'invited', offerId: offer.id },
    can: { reply: 'ad.reply_duplicate' },
  });
  const { contractId } = await acceptOffer(world.as(creator), {
    offerId: offer.id,
    n: 1,
    termsHash: offer.versions[0]!.termsHash,
  });
  expect(await myAd(world.as(brand), { adId })).toMatchObject({ hires: 1, replies: 1, spend: [{ amount: 0 }] });
  // What the ledger has of the deal is what the ad has led to.
  const milestone = await world.owner
    .selectFrom('milestones')
    .select('id')
    .where('contract_id', '=', contractId!)
    .executeTakeFirstOrThrow();
  const books = { milestoneId: milestone.id, brandOrg: brand.orgId, currency: 'EUR' as const, taxCountry: 'FR' };
  const charge = { price: 15_000, fee: 750, tax: 150, total: 15_900 };
  await postAll(world.system(), [
    { ...fundedPosting(books, charge), opId: newId(), contractId: contractId!, milestoneId: milestone.id },
  ]);
  expect((await myAd(world.as(brand), { adId })).spend).toEqual([{ amount: 15_000, currency: 'EUR' }]);
  await postAll(world.system(), [
    {
      ...refundDecided(books, { price: 5_000, fee: 250, tax: 50, total: 5_300 }, newId()),
      opId: newId(),
      contractId: contractId!,
      milestoneId: milestone.id,
    },
  ]);
  expect((await myAd(world.as(brand), { adId })).spend).toEqual([{ amount: 10_000, currency: 'EUR' }]);
});

test('what the form saves by itself is found again by its person alone, until it is saved, put aside or posted', async () => {
  const formDraft = async (who = brand) => (await startAd(world.as(who))).formDraft?.adId ?? null;
  const typed = await createAd(world.as(brand), { ad: { ...AD, body: '' }, auto: true });
  expect(await formDraft()).toBe(typed.id);
  const colleague = await member(world, brand, 'manager', 'Ines');
  expect(await formDraft(colleague)).toBeNull();
  const next = await saveAdDraft(world.as(brand), { adId: typed.id, version: typed.version, ad: AD, auto: true });
  expect(await formDraft()).toBe(typed.id);
  await saveAdDraft(world.as(brand), { adId: typed.id, version: next.version, ad: AD });
  expect(await formDraft()).toBeNull();
  const other = await createAd(world.as(brand), { ad: AD, auto: true });
  await putDraftAside(world.as(brand), { adId: other.id });
  expect(await formDraft()).toBeNull();
  expect((await listMyAds(world.as(brand), { tab: 'draft', limit: 10 })).items).toHaveLength(2);
  const third = await createAd(world.as(brand), { ad: AD, auto: true });
  await postAd(world.as(brand), { adId: third.id, version: third.version, ad: AD });
  expect(await formDraft()).toBeNull();
});

test('a photo is taken by what it is, shown with the ad, and no other org can use it', async () => {
  expect(await code(savePhoto(world.as(brand), Buffer.alloc(0)))).toBe('file.empty file');
  expect(await code(savePhoto(world.as(brand), png()))).toBe('file.type file');
  expect(await code(savePhoto(world.as(brand), Buffer.alloc(AD_PHOTO_MAX_BYTES + 1)))).toBe('file.too_large file');
  expect(await code(savePhoto(world.as(brand), webp(4_000, 400)))).toBe('file.pixels file');
  const { photoId, photoUrl } = await savePhoto(world.as(brand), webp());
  expect((await readPhoto(world.as(creator), photoId)).mime).toBe('image/webp');
  const adId = await post({ photoId });
  expect((await openAd(world.as(creator), { adId })).photoUrl).toBe(photoUrl);
  const other = await createOrg(world, 'brand', 'Bask');
  expect(await code(post({ photoId }, other))).not.toBe('no refusal');
});

test('the palette finds own ads in any state and, for the other side, those that are live', async () => {
  const word = `Window${Date.now()}`;
  const [live, paused] = [await post({ title: `${word} with lights` }), await post({ title: `${word} at night` })];
  await pauseAd(world.as(brand), { adId: paused });
  const draft = await createAd(world.as(brand), { ad: { ...AD, title: `${word} in spring` } });
  const found = async (who: OrgActor) =>
    Object.fromEntries(
      (await findRecords(world.as(who), { text: word.toLowerCase() })).map(({ kind, records }) => [
        kind,
        records.map(({ id }) => id),
      ]),
    );
  expect(new Set((await found(brand))['ad'])).toEqual(new Set([live, paused, draft.id]));
  expect(await found(creator)).toEqual({ openAd: [live] });
  expect(await found(await createOrg(world, 'brand', 'Bask'))).toEqual({});
  expect(await adTile(world.as(brand))).toMatchObject({ live: 1, newReplies: 0 });
});

test('staff read the reported ad in its case and take it down, its owner reads the reason', async () => {
  const adId = await post();
  await reportAd(world.as(creator), { adId, reason: 'It is not about work.' });
  const { id: caseId } = await world.owner
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', 'ad_reported')
    .where('key', '=', `${adId}:${creator.orgId}`)
    .executeTakeFirstOrThrow();
  expect(await reportedAd(world.as(staff), { caseId })).toMatchObject({ adId, title: AD.title, removable: true });
  await removeAd(world.as(staff), { adId, reason: 'No offer of work.' });
  expect(await reportedAd(world.as(staff), { caseId })).toMatchObject({ state: 'removed', removable: false });
  expect(await myAd(world.as(brand), { adId })).toMatchObject({ state: 'removed', staffReason: 'No offer of work.' });
  expect((await notices(brand.orgId)).at(-1)?.kind).toBe('ad_removed');
  expect(await code(reportedAd(world.as(staff), { caseId: newId() }))).toBe('not_found');
});

test('a creator’s ad is answered by brands, and a declined offer leaves room for another reply', async () => {
  const adId = await post({ title: 'Food reels, free in December' }, creator);
  await reply(brand, adId, { price: null });
  const [received] = (await repliesOfAd(world.as(creator), { adId, limit: 10 })).items;
  expect(received).toMatchObject({ can: { invite: true, offer: false } });
  expect(await code(startOffer(world.as(brand), { adReplyId: received!.id }))).toBe('state.wrong');
  await inviteReplier(world.as(creator), { replyId: received!.id });
  const start = await startOffer(world.as(brand), { adReplyId: received!.id });
  const offer = await sendOffer(world.as(brand), {
    adReplyId: received!.id,
    title: start.title,
    terms: start.terms,
    note: '',
  });
  await declineOffer(world.as(creator), { offerId: offer.id, reason: '' });
  expect(await openAd(world.as(brand), { adId })).toMatchObject({ reply: { state: 'declined' }, can: { reply: true } });
});

test('an ad is warned once before its end, kept by a renewal in its last second, and expired after it', async () => {
  const start = new Date();
  const adId = await post({ days: 7 }, brand, start);
  const at = (ms: number) => ({ clock: steppedClock(new Date(start.getTime() + ms)) });
  const system = (ms: number) => ({ ...world.system(), ...at(ms) });
  expect((await readAd(system(0), { id: adId })).steps.map((s) => s.act)).toEqual(['warn', 'expire']);
  expect(await warnOfAdEnd(system(4 * DAY), { adId })).toMatchObject({ done: false });
  for (let n = 0; n < 2; n += 1) await warnOfAdEnd(system(5 * DAY), { adId });
  expect((await notices(brand.orgId)).filter((n) => n.kind === 'ad_expiring')).toHaveLength(1);

  await renewAd(world.as(brand, at(7 * DAY - 1000)), { adId, days: 7 });
  expect(await expireAd(system(7 * DAY), { adId })).toMatchObject({ done: false, state: 'live' });
  expect(await expireAd(system(14 * DAY), { adId })).toMatchObject({ done: true, state: 'expired' });
  expect((await readAd(system(14 * DAY), { id: adId })).closed).toBe(true);
  expect(await code(reply(creator, adId))).toBe('ad.not_open');
  expect(await renewAd(world.as(brand, at(15 * DAY)), { adId, days: 7 })).toMatchObject({ state: 'live' });
  await closeAd(world.as(brand, at(15 * DAY)), { adId });
  expect(await code(renewAd(world.as(brand, at(15 * DAY)), { adId, days: 7 }))).toBe('state.wrong');
});

const ABUSE = 'Vaffanculo to all who came last year: one reel of thirty seconds about our brunch.';
const waiting = async (title: string) =>
  (await heldTexts(world.as(staff), { limit: 100 })).items.find(({ text }) => text.includes(title));

test('a text that the rules hold waits in review; staff decide about what stands there last', async () => {
  const adId = await post({ body: ABUSE, title: 'Reel one of the brunch' });
  const before = await waiting('Reel one of the brunch');
  expect(await myAd(world.as(brand), { adId })).toMatchObject({ state: 'in_review' });
  expect(await find(creator, { limit: 100 })).not.toContainEqual(expect.objectContaining({ id: adId }));
  expect(await code(pauseAd(world.as(brand), { adId }))).toBe('state.wrong');
  const { version } = await myAd(world.as(brand), { adId });
  await editAd(world.as(brand), { adId, version, ad: { ...AD, body: ABUSE, title: 'Reel two of the brunch' } });
  // Edited while in review: staff do not release what they have not read.
  expect(await code(releaseText(world.as(staff), { heldId: before!.id }))).toBe('state.already_decided');
  await releaseText(world.as(staff), { heldId: (await waiting('Reel two of the brunch'))!.id });
  expect(await myAd(world.as(brand), { adId })).toMatchObject({ state: 'live', title: 'Reel two of the brunch' });
});

test('an edit that is held leaves the shown text until it is released', async () => {
  const adId = await post({ title: 'Reel three of the brunch' });
  const { version } = await myAd(world.as(brand), { adId });
  const ad = { ...AD, title: 'Reel four of the brunch', body: ABUSE };
  const edited = await editAd(world.as(brand), { adId, version, ad });
  expect(edited).toMatchObject({ state: 'live', title: 'Reel three of the brunch', hasHeldText: true });
  await removeText(world.as(staff), {
    heldId: (await waiting('Reel four of the brunch'))!.id,
    reason: 'Insults are not allowed.',
  });
  expect(await myAd(world.as(brand), { adId })).toMatchObject({
    state: 'live',
    title: 'Reel three of the brunch',
    held: null,
  });
});

test('an alert reports once a day how many new ads fit, and not after it was deleted', async () => {
  const [alert] = await createAlert(world.as(creator), { city: 'Lyon', country: 'FR', km: 25 });
  const soon = new Date(Date.now() + DAY + 1000);
  const tomorrow = { ...world.system(), clock: steppedClock(soon) };
  await post({}, brand, new Date(Date.now() + DAY / 2));
  expect(await sendAlert(world.system(), { alertId: alert!.id })).toMatchObject({ done: false });
  for (let n = 0; n < 2; n += 1) await sendAlert(tomorrow, { alertId: alert!.id });
  expect((await notices(creator.orgId)).filter((n) => n.kind === 'ad_alert')).toHaveLength(1);
  await deleteAlert(world.as(creator), { alertId: alert!.id });
  const later = { ...world.system(), clock: steppedClock(new Date(soon.getTime() + 3 * DAY)) };
  expect(await sendAlert(later, { alertId: alert!.id })).toMatchObject({ state: 'ended' });
  expect(await code(createAlert(world.as(creator), { city: 'Nowhereville', km: 25 }))).toBe('ad.place_missing city');
});

test('a reported ad is a case for staff, once for each reporting org', async () => {
  const adId = await post();
  for (let n = 0; n < 2; n += 1) await reportAd(world.as(creator), { adId, reason: 'This is no offer of work.' });
  const cases = await world.owner.selectFrom('cases').select('details').where('kind', '=', 'ad_reported').execute();
  expect(cases.filter(({ details }) => (details as { ad?: string }).ad === adId)).toHaveLength(1);
});

test('erasure empties a person’s ads and replies', async () => {
  const adId = await post();
  await reply(creator, adId);
  await eraseAdsOfPerson(world.worker, creator.userId);
  expect(
    await world.owner.selectFrom('ad_replies').select(['body', 'state']).where('ad_id', '=', adId).execute(),
  ).toEqual([{ body: '', state: 'withdrawn' }]);
  await eraseAdsOfPerson(world.worker, brand.userId);
  expect(
    await world.owner.selectFrom('ads').select(['title', 'body', 'state']).where('id', '=', adId).execute(),
  ).toEqual([{ title: '', body: '', state: 'closed' }]);
});
