import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddendaDto } from '../../../../server/features/addenda/schema.ts';
import type { OrgActor } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { actingActor } from '../../../../server/features/representations/acting.ts';
import { lapse } from '../../../../server/features/representations/timers.ts';
import type {
  ActDto,
  RepresentationDraft,
  RepresentationDto,
  RequestDto,
} from '../../../../server/features/representations/schema.ts';
import type { Page } from '../../../../server/core/pagination.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import type { DealDto } from '../../../../server/features/escrow/schema.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import type { OfferDetail } from '../../../../server/features/offers/schema.ts';
import { eventLog } from '../../../../server/features/escrow/timeline/log.ts';
import { apply, liveCampaign, offerTo } from '../../../support/negotiation.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { callProcedure } from '../../../support/procedures.ts';

const DAY = 24 * 3_600_000;
let world: TestWorld;
let brand: OrgActor;
beforeAll(async () => {
  world = await createTestWorld('representations');
  brand = await createOrg(world, 'brand', 'Bask');
});
afterAll(() => world?.close());

const call = <T>(path: string, as: OrgActor | (() => Promise<OrgActor>), input?: unknown): Promise<T> =>
  callProcedure(world, path, as, input) as Promise<T>;
const bind = ({ id, versions }: OfferDetail) => ({
  offerId: id,
  n: versions.at(-1)!.n,
  termsHash: versions.at(-1)!.termsHash,
});
/** The code of the refusal, or "ok". */
const outcome = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (error: { cause?: unknown }) => {
      if (isAppError(error)) return error.code;
      if (isAppError(error.cause)) return error.cause.code;
      throw error;
    },
  );

interface Pair {
  agency: OrgActor;
  creator: OrgActor;
  representation: RepresentationDto;
  /** The agency's owner as the server looks it up at each call. */
  elena: () => Promise<OrgActor>;
}
const terms = (creator: string, more: object = {}) => ({
  creator,
  scopes: ['apply', 'negotiate', 'message'],
  commissionBps: 1_500,
  from: new Date(),
  to: null,
  noticeDays: 30,
  language: 'en',
  ...more,
});
async function publishedCreator(name: string): Promise<{ creator: OrgActor; handle: string }> {
  const creator = await createOrg(world, 'creator', name);
  const { handle } = await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .returning('handle')
    .executeTakeFirstOrThrow();
  return { creator, handle };
}
async function invited(agency: OrgActor, to: string, more: object = {}): Promise<RepresentationDto> {
  const input = terms(to, more);
  const { documentHash } = await call<RepresentationDraft>('representations.draft', agency, input);
  return call('representations.invite', agency, { ...input, documentHash, typedName: agency.name });
}
const accepted = (who: OrgActor, { id, documentHash, scopes }: RepresentationDto, more: object = {}) =>
  call<RepresentationDto>('representations.accept', who, {
    representationId: id,
    documentHash,
    typedName: who.name,
    scopes,
    ...more,
  });
async function represented(more: object = {}): Promise<Pair> {
  const agency = await createOrg(world, 'agency', 'Elena Vidal');
  const { creator, handle } = await publishedCreator('Leo Duarte');
  const representation = await accepted(creator, await invited(agency, handle, more));
  return {
    agency,
    creator,
    representation,
    elena: () => actingActor(world.as({ kind: 'anonymous' }), agency, creator.orgId),
  };
}
const actsOf = async (who: OrgActor) => (await call<Page<ActDto>>('representations.acts', who, {})).items;
const requestsOf = async (who: OrgActor) =>
  (await call<Page<RequestDto>>('representations.requests', who, { state: 'open' })).items;

test('a creator signs the text that the agency signed, narrows what it may do, and is named by it only on request', async () => {
  const agency = await createOrg(world, 'agency', 'Elena Vidal');
  const { creator, handle } = await publishedCreator('Aïcha Diallo');
  const invitation = await invited(agency, `@${handle}`);
  expect(invitation).toMatchObject({ state: 'invited', commissionBps: 1_500, signatures: [{ side: 'agency' }] });
  expect(invitation.document?.wordings[0]?.paragraphs.length).toBeGreaterThan(5);
  expect(await outcome(accepted(creator, invitation, { documentHash: 'f'.repeat(64) }))).toBe(
    'representation.text_changed',
  );
  expect(await outcome(accepted(creator, invitation, { typedName: 'Somebody Else' }))).toBe('contract.name_mismatch');
  const running = await accepted(creator, invitation, { scopes: ['negotiate', 'sign'] });
  expect(running, 'never more than was offered').toMatchObject({
    state: 'active',
    scopes: ['negotiate'],
    listed: false,
  });
  expect(running.signatures.map(({ side }) => side)).toEqual(['agency', 'creator']);
  expect(await outcome(accepted(creator, invitation))).toBe('representation.used');
  await expect(
    world.owner
      .updateTable('representations')
      .set({ scopes: ['negotiate', 'sign'] })
      .where('id', '=', running.id)
      .execute(),
    'nothing widens it',
  ).rejects.toThrow('only shrink');
});

test('an invitation by mail is for the creator who proved that mailbox, and says nothing of accounts', async () => {
  const agency = await createOrg(world, 'agency', 'Elena Vidal');
  const { creator } = await publishedCreator('Ana Ribeiro');
  const other = await createOrg(world, 'creator', 'Another');
  const invitation = await invited(agency, creator.email);
  expect([invitation.creator, invitation.invited]).toEqual([null, creator.email]);
  expect(await outcome(accepted(other, invitation))).toBe('not_found');
  expect((await accepted(creator, invitation)).creator?.orgId).toBe(creator.orgId);
});

test('is refused: oneself, a creator who has an agency, one person on both sides, too much commission, dates that passed', async () => {
  const { creator } = await represented();
  const { handle } = await world.owner
    .selectFrom('creator_profiles')
    .select('handle')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow();
  const agency = await createOrg(world, 'agency', 'Another Agency');
  const draft = (to: string, more: object = {}) => outcome(call('representations.draft', agency, terms(to, more)));
  expect(await draft(handle)).toBe('representation.taken');
  expect(await draft(agency.email)).toBe('representation.self');
  expect(await draft('no.such.handle')).toBe('representation.unknown_creator');
  expect(await draft('x@y.example', { commissionBps: 3_001 })).toBe('representation.commission');
  expect(await draft('x@y.example', { commissionBps: 3_000 })).toBe('ok');
  const unread = { documentHash: 'f'.repeat(64), typedName: agency.name };
  const invite = (more: object) =>
    outcome(call('representations.invite', agency, { ...terms('x@y.example', more), ...unread }));
  expect(await invite({ commissionBps: 3_001 }), 'without a draft').toBe('representation.commission');
  expect(await invite({ commissionBps: 3_000 })).toBe('representation.text_changed');
  expect(await draft('x@y.example', { to: new Date(Date.now() - DAY) })).toBe('representation.dates');
  const both = await publishedCreator('Both Sides');
  await world.owner
    .insertInto('org_members')
    .values({ org_id: agency.orgId, user_id: both.creator.userId, role: 'agent' })
    .execute();
  expect(await draft(both.handle)).toBe('representation.self');
  const byMail = await invited(agency, both.creator.email);
  expect(await outcome(accepted(both.creator, byMail))).toBe('representation.same_person');
  const twice = await publishedCreator('Invited Twice');
  await invited(agency, twice.handle);
  expect(await outcome(invited(agency, twice.handle))).toBe('representation.invited');
  const kept = await world.owner
    .selectFrom('representations')
    .select('state')
    .where('agency_org', '=', agency.orgId)
    .execute();
  expect(kept, 'the two invitations that were made, unanswered').toEqual([{ state: 'invited' }, { state: 'invited' }]);
});

test('an invitation expires, and a representation ends at its end; what is over is never taken up again', async () => {
  const agency = await createOrg(world, 'agency', 'Elena Vidal');
  const { creator, handle } = await publishedCreator('Too Late');
  const invitation = await invited(agency, handle);
  const later = world.system(steppedClock(new Date(Date.now() + 15 * DAY)));
  expect(await lapse(world.system(), { id: invitation.id })).toMatchObject({ done: false });
  expect(await lapse(later, { id: invitation.id })).toMatchObject({ done: true, state: 'expired' });
  expect(await outcome(accepted(creator, invitation))).toBe('representation.expired');
  const { representation, elena } = await represented({ to: new Date(Date.now() + 10 * DAY) });
  expect(await lapse(later, { id: representation.id })).toMatchObject({ done: true, state: 'ended' });
  expect(await outcome(elena())).toBe('acting.ended');
});

test('an acceptance without the scope becomes a request that the creator confirms on exactly that version', async () => {
  const { creator, agency, elena } = await represented();
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  // One person on both sides through the agency.
  const hers = { org_id: brand.orgId, user_id: agency.userId };
  await world.owner
    .insertInto('org_members')
    .values({ ...hers, role: 'viewer' })
    .execute();
  expect(await outcome(call('offers.accept', elena, bind(offer)))).toBe('contract.same_person');
  await world.owner
    .deleteFrom('org_members')
    .where('org_id', '=', hers.org_id)
    .where('user_id', '=', hers.user_id)
    .execute();
  const asked = await call<OfferDetail>('offers.accept', elena, bind(offer));
  expect(asked.state, 'nothing is agreed yet').toBe('sent');
  expect(await outcome(call('offers.accept', elena, bind(offer)))).toBe('ok');
  const [request, ...more] = await requestsOf(creator);
  expect([request?.act, request?.agentName, more]).toEqual(['offer_accept', 'Elena Vidal', []]);
  expect(await outcome(call('agencies.confirm', elena, { requestId: request!.id }))).toBe('auth.creator_only');

  // A new version: the confirmation of the old one changes nothing.
  const counter = (n: number, amount: number) => ({
    offerId: offer.id,
    n,
    note: '',
    terms: {
      ...offer.versions[0]!.terms,
      milestones: offer.versions[0]!.terms.milestones.map((m, i) =>
        i === 0 ? { ...m, amount: m.amount + amount } : m,
      ),
    },
  });
  await call('offers.counter', elena, counter(1, 1_000));
  expect(await outcome(call('agencies.confirm', creator, { requestId: request!.id }))).toBe('offer.terms_changed');
  await call('offers.counter', brand, counter(2, 2_000));
  const newest = await call<OfferDetail>('offers.get', elena, { offerId: offer.id });
  await call('offers.accept', elena, bind(newest));
  const [now] = await requestsOf(creator);
  expect(await requestsOf(agency), 'the agency sees what waits').toHaveLength(1);
  const { contractId } = await call<{ contractId: string }>('agencies.confirm', creator, { requestId: now!.id });
  expect(contractId).not.toBeNull();
  expect(await outcome(call('agencies.confirm', creator, { requestId: now!.id }))).toBe('acting.request_closed');
  const contract = await world.owner
    .selectFrom('contracts')
    .select(['agency_org', 'commission_bps'])
    .where('id', '=', contractId)
    .executeTakeFirst();
  expect(contract).toEqual({ agency_org: agency.orgId, commission_bps: 1_500 });
});

test('what waits for the creator ends with its record, also where the brand ends it', async () => {
  const { agency, creator, elena } = await represented({ scopes: ['negotiate'] });
  const waiting = async () => (await requestsOf(creator)).map(({ act }) => act);
  const offered = async () => offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const offer = await offered();
  await call('offers.accept', elena, bind(offer));
  expect(await waiting()).toEqual(['offer_accept']);
  await call('offers.withdraw', brand, { offerId: offer.id, reason: '' });
  expect(await waiting()).toEqual([]);

  const { contractId } = await call<{ contractId: string }>('offers.accept', creator, bind(await offered()));
  const { documentHash } = await call<{ documentHash: string }>('contracts.get', creator, { contractId });
  await call('contracts.sign', elena, { contractId, documentHash, typedName: 'Elena Vidal' });
  expect(await waiting()).toEqual(['contract_sign']);
  await call('offers.declineContract', brand, { contractId, reason: 'The budget is gone' });
  expect(await waiting()).toEqual([]);

  const deal = await insertDealRows(world, brand, creator, 'funded', {}, { agency, commissionBps: 1_500 });
  const { addenda } = await call<AddendaDto>('addenda.propose', brand, {
    contractId: deal.contractId,
    reason: 'It went well',
    currency: 'EUR',
    changes: [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }],
  });
  const { id: addendumId, documentHash: hash } = addenda[0]!;
  await call('addenda.sign', elena, { addendumId, documentHash: hash, typedName: 'Elena Vidal' });
  expect(await waiting()).toEqual(['addendum_sign']);
  await call('addenda.withdraw', brand, { addendumId });
  expect(await waiting()).toEqual([]);

  const { milestoneId } = deal;
  const later = new Date(Date.now() + 20 * DAY);
  await world.owner
    .updateTable('milestones')
    .set({ deadline_at: later, hold_expires_at: new Date(later.getTime() + 40 * DAY) })
    .where('id', '=', milestoneId)
    .execute();
  await call('escrow.proposeCancel', elena, { milestoneId, version: 1, reason: 'The season is over', keeps: 0 });
  await call('disputes.open', elena, { milestoneId, version: 1, reason: 'no_answer', text: 'Nobody answers' });
  expect((await waiting()).toSorted()).toEqual(['dispute_open', 'milestone_cancel']);
  await call('escrow.cancel', brand, { milestoneId, version: 1, reason: '' });
  expect(await waiting()).toEqual([]);
});

test('what waits for the creator names the price, the commission and what the creator receives, and takes no impossible sum', async () => {
  const { agency, creator, elena } = await represented({ scopes: ['negotiate'] });
  const sums = async (act: RequestDto['act']) => {
    const request = (await requestsOf(creator)).find((r) => r.act === act);
    return [request?.amount, request?.agencyShare, request?.creatorShare];
  };
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const { price, creatorShare } = (await call<OfferDetail>('offers.get', creator, { offerId: offer.id })).charge;
  await call('offers.accept', elena, bind(offer));
  expect(await sums('offer_accept'), 'as the page of the offer').toEqual([price, price - creatorShare, creatorShare]);
  const { contractId } = await call<{ contractId: string }>('offers.accept', creator, bind(offer));
  const { documentHash } = await call<{ documentHash: string }>('contracts.get', creator, { contractId });
  await call('contracts.sign', elena, { contractId, documentHash, typedName: 'Elena Vidal' });
  expect(await sums('contract_sign')).toEqual([price, price - creatorShare, creatorShare]);

  const deal = await insertDealRows(world, brand, creator, 'funded', {}, { agency, commissionBps: 1_500 });
  const { addenda } = await call<AddendaDto>('addenda.propose', brand, {
    contractId: deal.contractId,
    reason: 'It went well',
    currency: 'EUR',
    changes: [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }],
  });
  const { id: addendumId, documentHash: hash } = addenda[0]!;
  await call('addenda.sign', elena, { addendumId, documentHash: hash, typedName: 'Elena Vidal' });
  expect(await sums('addendum_sign')).toEqual([45_000, 6_750, 38_250]);

  const { milestoneId } = deal;
  const later = new Date(Date.now() + 20 * DAY);
  await world.owner
    .updateTable('milestones')
    .set({ deadline_at: later, hold_expires_at: new Date(later.getTime() + 40 * DAY) })
    .where('id', '=', milestoneId)
    .execute();
  const proposal = { milestoneId, version: 1, reason: 'The season is over' };
  expect(await outcome(call('escrow.proposeCancel', elena, { ...proposal, keeps: 40_001 }))).toBe('input.invalid');
  await call('escrow.proposeCancel', elena, { ...proposal, keeps: 10_000 });
  expect(await sums('milestone_cancel'), 'the brand gets 300.00 back').toEqual([40_000, 1_500, 8_500]);
  const dispute = { milestoneId, version: 1, reason: 'no_answer', text: 'Nobody answers' };
  await call('disputes.open', elena, { ...dispute, amount: 20_000 });
  expect(await sums('dispute_open'), 'the other 200.00 are given back').toEqual([40_000, 3_000, 17_000]);
  await call('escrow.cancel', elena, { milestoneId, version: 1, reason: '' });
  expect(await sums('milestone_cancel'), 'all goes back').toEqual([40_000, 0, 0]);
});

test('a request that its creator confirms while the brand ends its record waits for the brand, and is refused', async () => {
  const { creator, elena } = await represented({ scopes: ['negotiate'] });
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  await call('offers.accept', elena, bind(offer));
  const [request] = await requestsOf(creator);
  // The brand's act has locked the offer, and comes to the request that ends with it.
  const withdrawn = await world.owner.startTransaction().execute();
  await withdrawn.selectFrom('offers').select('id').where('id', '=', offer.id).forUpdate().execute();
  const confirmed = outcome(call('agencies.confirm', creator, { requestId: request!.id }));
  await waitingForLock(world);
  await withdrawn
    .updateTable('offers')
    .set({ state: 'withdrawn', updated_at: new Date() })
    .where('id', '=', offer.id)
    .execute();
  await withdrawn.commit().execute();
  expect(await confirmed).toBe('offer.closed');
  expect(await requestsOf(creator)).toEqual([]);
});

test('an agent proposes an addendum, and without the scope to sign it waits for the creator’s signature', async () => {
  const { creator, elena } = await represented({ scopes: ['negotiate'] });
  const { contractId } = await insertDealRows(world, brand, creator);
  const changes = [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }];
  const { addenda } = await call<AddendaDto>('addenda.propose', elena, {
    contractId,
    reason: 'It went well',
    currency: 'EUR',
    changes,
  });
  const { id: addendumId, documentHash } = addenda[0]!;
  const signed = await call<AddendaDto>('addenda.sign', elena, { addendumId, documentHash, typedName: 'Elena Vidal' });
  expect(signed.addenda[0]).toMatchObject({ state: 'proposed', signatures: [], creatorConfirms: true });
  const seenByBrand = await call<AddendaDto>('addenda.ofDeal', brand, { contractId });
  expect(seenByBrand.addenda[0]).toMatchObject({ creatorConfirms: false });
  const [request] = await requestsOf(creator);
  expect(request).toMatchObject({ act: 'addendum_sign' });
  expect(await outcome(call('agencies.confirm', creator, { requestId: request!.id }))).toBe('input.invalid');
  await call('agencies.confirm', creator, { requestId: request!.id, typedName: creator.name });
  const own = await call<AddendaDto>('addenda.ofDeal', creator, { contractId });
  expect(own.addenda[0]).toMatchObject({
    state: 'partially_signed',
    signatures: [{ side: 'creator', name: creator.name }],
  });
});

test('an agent’s proposal to cancel waits for the creator, who makes it on the version that the agent saw', async () => {
  const { creator, elena } = await represented({ scopes: ['sign'] });
  const { contractId, milestoneId } = await insertDealRows(world, brand, creator);
  const propose = (version: number) =>
    call<DealDto>('escrow.proposeCancel', elena, { milestoneId, version, reason: 'The season is over', keeps: 0 });
  expect(await propose(1)).toMatchObject({
    creatorConfirms: true,
    milestones: [{ state: 'funded', cancelRequest: null }],
  });
  await world.owner.updateTable('milestones').set({ version: 2 }).where('id', '=', milestoneId).execute();
  const [old] = await requestsOf(creator);
  expect(await outcome(call('agencies.confirm', creator, { requestId: old!.id }))).toBe('state.changed');
  await propose(2);
  const [request] = await requestsOf(creator);
  await call('agencies.confirm', creator, { requestId: request!.id });
  const own = await call<DealDto>('escrow.deal', creator, { contractId });
  expect(own).toMatchObject({
    creatorConfirms: false,
    milestones: [{ state: 'cancel_requested', cancelRequest: { by: 'creator' } }],
  });
  expect(await outcome(call('escrow.withdrawCancel', elena, { milestoneId, version: 3 }))).toBe('auth.creator_only');
});

test('power ends with the row, at once; commission of signed contracts stays', async () => {
  const { creator, agency, elena, representation } = await represented({ scopes: ['negotiate', 'accept', 'message'] });
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const done = await call<OfferDetail>('offers.accept', elena, bind(offer));
  expect(done.state).toBe('accepted');
  const second = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  await call('representations.narrow', creator, { representationId: representation.id, scopes: ['message'] });
  expect(await outcome(call('offers.counter', elena, { offerId: second.id, n: 1, terms: {}, note: '' }))).toBe(
    'auth.no_mandate',
  );
  await call('representations.end', creator, { representationId: representation.id });
  expect(await outcome(call('offers.accept', elena, bind(second)))).toBe('acting.ended');
  expect(await outcome(call('offers.get', elena, { offerId: second.id }))).toBe('acting.ended');
  expect((await call<OfferDetail>('offers.get', creator, { offerId: second.id })).state).toBe('sent');
  const { commission_bps } = await world.owner
    .selectFrom('contracts')
    .select('commission_bps')
    .where('id', '=', done.contractId)
    .executeTakeFirstOrThrow();
  expect(commission_bps).toBe(1_500);
  expect(await outcome(call('offers.decline', agency, { offerId: second.id, reason: '' }))).toBe('acting.required');
});

test('an offer that named an agency whose power has ended pays no commission: to it by no rate, to its successor nothing', async () => {
  const { creator, representation } = await represented({ scopes: ['negotiate'] });
  const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  await call('representations.end', creator, { representationId: representation.id });
  const { handle } = await world.owner
    .selectFrom('creator_profiles')
    .select('handle')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow();
  const successor = await createOrg(world, 'agency', 'Noa Stern');
  await accepted(creator, await invited(successor, handle, { commissionBps: 2_000 }));
  const { contractId } = await call<OfferDetail>('offers.accept', creator, bind(offer));
  expect(
    await world.owner
      .selectFrom('contracts')
      .select(['agency_org', 'commission_bps'])
      .where('id', '=', contractId)
      .executeTakeFirst(),
  ).toEqual({ agency_org: null, commission_bps: 0 });
});

test('of old deals the agency reads its commission only', async () => {
  const { creator, agency, representation } = await represented({ scopes: ['negotiate', 'message'] });
  const { id: offerId } = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const { contractId, milestoneId } = await insertDealRows(
    world,
    brand,
    creator,
    'funded',
    {},
    {
      agency,
      commissionBps: 1_500,
    },
  );
  const reads = async () => ({
    deal: await outcome(call('escrow.deal', agency, { contractId })),
    postings: await outcome(call('escrow.postings', agency, { milestoneId })),
    contract: await outcome(call('contracts.get', agency, { contractId })),
    offer: await outcome(call('offers.get', agency, { offerId })),
    log: await outcome(eventLog(world.as(agency), { contractId })),
    deals: (await call<Page<unknown>>('escrow.list', agency, {})).items.length,
    contracts: (await call<Page<unknown>>('contracts.list', agency, {})).items.length,
    commission: (await call<Page<{ amount: number }>>('payouts.earnings', agency, {})).items.map((e) => e.amount),
  });
  expect(await reads()).toMatchObject({ deal: 'ok', contract: 'ok', offer: 'ok', deals: 1, commission: [6_000] });
  await call('representations.end', creator, { representationId: representation.id });
  const none = 'not_found';
  expect(await reads()).toEqual({
    deal: none,
    postings: none,
    contract: none,
    offer: none,
    log: none,
    deals: 0,
    contracts: 0,
    commission: [6_000],
  });
});

test('the agency gives notice: nothing changes until it is over', async () => {
  const { agency, elena, representation } = await represented();
  const ending = await call<RepresentationDto>('representations.end', agency, { representationId: representation.id });
  expect(ending).toMatchObject({ state: 'ending', endedBy: 'agency' });
  expect(Math.round((ending.to!.getTime() - Date.now()) / DAY)).toBe(30);
  expect((await elena()).acting?.scopes).toEqual(['apply', 'negotiate', 'message']);
});

test('the creator sees every act in its name, also what was refused, and the timeline names both', async () => {
  const { creator, agency, elena } = await represented({ scopes: ['apply', 'negotiate', 'accept', 'sign'] });
  const campaignId = await liveCampaign(world, brand);
  await call('campaigns.sendApplication', elena, {
    campaignId,
    pitch: 'Leo films breakfast places every week.',
    price: 40_000,
    links: [],
  });
  expect(await outcome(call('creators.publish', elena))).toBe('auth.no_mandate');
  expect(await outcome(call('payouts.payOut', elena, {}))).toBe('auth.creator_only');
  expect((await actsOf(creator)).map(({ act, outcome: how, agentName }) => [act, how, agentName])).toEqual([
    ['payouts.payOut', 'refused', 'Elena Vidal'],
    ['creators.publish', 'refused', 'Elena Vidal'],
    ['campaigns.sendApplication', 'done', 'Elena Vidal'],
  ]);
  expect(await actsOf(agency)).toHaveLength(3);
  const { id: applicationId } = await world.owner
    .selectFrom('applications')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const offer = await offerTo(world, brand, applicationId);
  const { contractId } = await call<OfferDetail>('offers.accept', elena, bind(offer));
  const event = await world.owner
    .selectFrom('escrow_events')
    .select(['actor_kind', 'actor_name', 'data'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst();
  expect(event).toMatchObject({ actor_kind: 'creator', actor_name: 'Elena Vidal', data: { actingFor: 'Leo Duarte' } });
});

test('a member of the agency without a role to act prepares or looks', async () => {
  const { agency, creator } = await represented({ scopes: ['message', 'submit'] });
  const assistant = await member(world, agency, 'assistant', 'Sami');
  const finance = await member(world, agency, 'finance', 'Fin');
  const as = (who: OrgActor) => () => actingActor(world.as({ kind: 'anonymous' }), who, creator.orgId);
  const message = { thread: { offerId: creator.orgId }, body: 'Hello' };
  expect(await outcome(call('messages.send', as(assistant), message))).toBe('acting.drafts_only');
  expect(await outcome(call('messages.send', as(finance), message))).toBe('acting.view_only');
  expect(await outcome(as(brand)())).toBe('acting.ended');
});
