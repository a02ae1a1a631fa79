import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { myApplications } from '../../../../server/features/campaigns/applying.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import type { OfferDetail } from '../../../../server/features/offers/schema.ts';
import { acceptOffer, counterOffer, extendOffer } from '../../../../server/features/offers/answer.ts';
import { declineOffer, withdrawOffer } from '../../../../server/features/offers/close.ts';
import { expireOffer, remindOffer } from '../../../../server/features/offers/deadline.ts';
import { getOffer, listOffers } from '../../../../server/features/offers/service.ts';
import { sendOffer } from '../../../../server/features/offers/send.ts';
import { startOffer } from '../../../../server/features/offers/start.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { accept, apply, inDays, liveCampaign, offerTo } from '../../../support/negotiation.ts';

let world: TestWorld;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('offers', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen');
});
afterAll(() => world.close());

const refused = (code: string, data: Record<string, unknown> = {}) =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });
const newest = (offer: OfferDetail) => offer.versions.at(-1)!;
const bind = (offer: OfferDetail) => ({ offerId: offer.id, n: newest(offer).n, termsHash: newest(offer).termsHash });
const dearer = (terms: DealTerms, by = 5000): DealTerms => ({
  ...terms,
  milestones: terms.milestones.map((m, i) => (i === 0 ? { ...m, amount: m.amount + by } : m)),
});

async function open(price = 40_000): Promise<{ creator: OrgActor; applicationId: string; offer: OfferDetail }> {
  const creator = await createOrg(world, 'creator', 'Maya Laurent');
  const campaignId = await liveCampaign(
    world,
    brand,
    price === 40_000 ? {} : { pay: { kind: 'range', min: 20_000, max: 90_000 } },
  );
  const applicationId = await apply(world, creator, campaignId, price);
  return { creator, applicationId, offer: await offerTo(world, brand, applicationId) };
}
const stateOfApplication = async (creator: OrgActor) => (await myApplications(world.as(creator))).items[0]?.state;

describe('starting and sending', () => {
  it('refuses an offer to a creator in a country that cannot be paid, and changes nothing', async () => {
    const creator = await createOrg(world, 'creator', 'Hana Far');
    const applicationId = await apply(world, creator, await liveCampaign(world, brand, {}), 40_000);
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    await world.owner.updateTable('orgs').set({ country: 'JP' }).where('id', '=', creator.orgId).execute();
    await expect(sendOffer(world.as(brand), { applicationId, title, terms, note: '' })).rejects.toEqual(
      refused('offer.country_unpaid'),
    );
    // The form is refused before anything is typed.
    await expect(startOffer(world.as(brand), { applicationId })).rejects.toEqual(refused('offer.country_unpaid'));
    await expect(startOffer(world.as(brand), { creatorOrg: creator.orgId })).rejects.toEqual(
      refused('offer.country_unpaid'),
    );
    expect(await stateOfApplication(creator)).toBe('submitted');
  });

  it('says on the offer that another one cannot be paid, before the form of a counter-offer is opened', async () => {
    const creator = await createOrg(world, 'creator', 'Kenji Far');
    const sent = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand, {}), 40_000));
    const counter = async () => (await getOffer(world.as(creator), { offerId: sent.id })).can['counter'];
    expect(await counter()).toBe(true);
    await world.owner.updateTable('orgs').set({ country: 'JP' }).where('id', '=', creator.orgId).execute();
    expect(await counter(), 'the creator reads of the own country').toBe('offer.own_country_unpaid');
    const before = await getOffer(world.as(brand), { offerId: sent.id });
    expect(before.can['counter'], 'whose turn it is comes first').toBe('offer.not_your_turn');
    await expect(
      counterOffer(world.as(creator), { offerId: sent.id, n: 1, terms: sent.versions[0]!.terms, note: '' }),
    ).rejects.toEqual(refused('offer.own_country_unpaid'));
  });

  it('refuses to accept, to either side, once the creator’s country cannot be paid any more, and says so on the offer', async () => {
    for (const side of ['creator', 'brand'] as const) {
      const creator = await createOrg(world, 'creator', `Moved ${side}`);
      const sent = await offerTo(
        world,
        brand,
        await apply(world, creator, await liveCampaign(world, brand, {}), 40_000),
      );
      if (side === 'brand')
        await counterOffer(world.as(creator), { offerId: sent.id, n: 1, terms: dearer(newest(sent).terms), note: '' });
      const who = world.as(side === 'brand' ? brand : creator);
      const read = await getOffer(who, { offerId: sent.id });
      expect(read.can['accept']).toBe(true);
      await world.owner.updateTable('orgs').set({ country: 'JP' }).where('id', '=', creator.orgId).execute();
      const unpaid = side === 'brand' ? 'offer.country_unpaid' : 'offer.own_country_unpaid';
      expect((await getOffer(who, { offerId: sent.id })).can['accept']).toBe(unpaid);
      await expect(acceptOffer(who, bind(read))).rejects.toEqual(refused(unpaid));
      const after = await getOffer(who, { offerId: sent.id });
      expect([after.state, after.contractId], 'nothing has changed').toEqual([read.state, null]);
      await world.owner.updateTable('orgs').set({ country: 'FR' }).where('id', '=', creator.orgId).execute();
      expect((await acceptOffer(who, bind(read))).state).toBe('accepted');
    }
  });

  it("starts from the campaign with the milestones scaled to the applicant's price, nothing lost", async () => {
    const creator = await createOrg(world, 'creator', 'Odd Price');
    // Its money waits for the post, and its days are working days: so do those of every offer.
    const release = { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 };
    const live = { posting: 'P7D', postGrace: 'PT72H', retention: 'P14D', workingDaysIn: 'Europe/Paris' };
    const patch = { pay: { kind: 'range', min: 20_000, max: 90_000 }, releaseTrigger: 'split', release } as const;
    await expect(liveCampaign(world, brand, { ...patch, clocks: { ...live, workingDaysIn: '' } })).rejects.toEqual(
      refused('terms.working_days_zone', { field: 'clocks.workingDaysIn' }),
    );
    await expect(liveCampaign(world, brand, { ...patch, clocks: {} })).rejects.toEqual(refused('input.invalid'));
    const campaignId = await liveCampaign(world, brand, { ...patch, clocks: live });
    const applicationId = await apply(world, creator, campaignId, 33_334);
    const start = await startOffer(world.as(brand), { applicationId });
    expect(start.terms.milestones.map((m) => m.amount)).toEqual([25_001, 8333]);
    expect(start).toMatchObject({
      title: 'Autumn menu in Croix-Rousse',
      campaignId,
      creator: { kind: 'creator', name: 'Odd Price' },
      terms: { clocks: { review: 'P5D', funding: 'PT72H', ...live }, releaseTrigger: 'split', release },
    });
  });

  it('starts the expiry workflow and moves the application, in one transaction', async () => {
    const before = inDays(3);
    const { creator, offer } = await open();
    expect(offer).toMatchObject({
      state: 'sent',
      turn: 'creator',
      mySide: 'brand',
      total: 40_000,
      charge: { price: 40_000, fee: 2000, tax: 400, total: 42_400 },
      can: { accept: 'offer.not_your_turn', withdraw: true, extend: true },
    });
    expect(offer.deadlineAt >= before && offer.deadlineAt <= inDays(3)).toBe(true);
    await expect(stateOfApplication(creator)).resolves.toBe('offered');
    const commands = await world.owner
      .selectFrom('workflow_outbox')
      .select(['kind', 'workflow_type'])
      .where('workflow_id', '=', `offer/${offer.id}`)
      .execute();
    expect(commands).toEqual([{ kind: 'start', workflow_type: 'offerExpiry' }]);
    await expect(getOffer(world.as(creator), { offerId: offer.id })).resolves.toMatchObject({
      mySide: 'creator',
      charge: { total: 42_400, taxBps: 2000 },
      can: { accept: true, counter: true, withdraw: 'offer.not_your_turn' },
    });
  });

  it('is one offer for twenty clicks, and one answer for two members', async () => {
    const creator = await createOrg(world, 'creator', 'Clicked');
    const campaignId = await liveCampaign(world, brand);
    const applicationId = await apply(world, creator, campaignId);
    const start = await startOffer(world.as(brand), { applicationId });
    const input = { applicationId, title: start.title, terms: start.terms, note: '' };
    const requestKey = newId();
    const sent = await Promise.all(Array.from({ length: 20 }, () => sendOffer(world.as(brand, { requestKey }), input)));
    expect(new Set(sent.map((o) => o.id)).size).toBe(1);
    const karim = await member(world, brand, 'manager', 'Karim');
    await expect(sendOffer(world.as(karim), input)).rejects.toEqual(refused('offer.exists'));
    const direct = { creatorOrg: creator.orgId, title: 'Straight to you', terms: start.terms, note: '' };
    const directKey = newId();
    const twice = await Promise.all([1, 2].map(() => sendOffer(world.as(brand, { requestKey: directKey }), direct)));
    expect(twice[0]?.id).toBe(twice[1]?.id);
  });

  it('refuses terms that cannot be agreed on, other currencies, and who may not', async () => {
    const creator = await createOrg(world, 'creator', 'Picky');
    const applicationId = await apply(world, creator, await liveCampaign(world, brand));
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    const send = (change: Partial<DealTerms>, who = brand) =>
      sendOffer(world.as(who), { applicationId, title, terms: { ...terms, ...change }, note: '' });
    const [first] = terms.milestones;
    await expect(send({ milestones: [{ ...first!, amount: 0 }] })).rejects.toEqual(
      refused('money.not_positive', { field: 'terms.milestones.0.amount' }),
    );
    await expect(send({ milestones: [{ ...first!, dueAt: inDays(2) }] })).rejects.toEqual(
      refused('terms.due_before_review', { field: 'terms.milestones.0.dueAt', review: 'P5D' }),
    );
    await expect(send({ clocks: { ...terms.clocks, review: 'P90D' } })).rejects.toEqual(
      refused('terms.clock_out_of_range', { clock: 'review' }),
    );
    await expect(send({ currency: 'USD' })).rejects.toEqual(refused('terms.currency_frozen'));
    await expect(send({}, await member(world, brand, 'reviewer', 'Inès'))).rejects.toEqual(
      refused('auth.not_allowed', { action: 'offer.negotiate' }),
    );
    await expect(send({}, await createOrg(world, 'brand', 'Stranger'))).rejects.toEqual(refused('not_found'));
    await expect(
      sendOffer(world.as(brand), { applicationId, title, terms, note: '', answerWithin: 'PT1H' }),
    ).rejects.toEqual(refused('terms.clock_out_of_range', { field: 'answerWithin' }));
    await expect(sendOffer(world.as(brand), { creatorOrg: brand.orgId, title, terms, note: '' })).rejects.toEqual(
      refused('not_found'),
    );
  });

  it('refuses a holdback above 20 %, working days without a zone and a price finer than its currency, sent or countered, and writes nothing', async () => {
    const creator = await createOrg(world, 'creator', 'Careful');
    const applicationId = await apply(world, creator, await liveCampaign(world, brand));
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    const [first] = terms.milestones;
    const split = (release: DealTerms['release']): Partial<DealTerms> => ({
      releaseTrigger: 'split',
      release,
      clocks: { ...terms.clocks, posting: 'P7D', postGrace: 'PT72H', retention: 'P10D' },
    });
    const zone = (workingDaysIn: string) => ({ clocks: { ...terms.clocks, workingDaysIn } });
    const wrong: [Partial<DealTerms>, string, string][] = [
      [
        split({ approvalBps: 5_000, liveBps: 2_999, holdbackBps: 2_001 }),
        'terms.holdback_too_high',
        'terms.release.holdbackBps',
      ],
      [zone(''), 'terms.working_days_zone', 'terms.clocks.workingDaysIn'],
      [zone('Europe/Atlantis'), 'terms.working_days_zone', 'terms.clocks.workingDaysIn'],
      [{ milestones: [{ ...first!, amount: 30_000.5 }] }, 'money.not_integer', 'terms.milestones.0.amount'],
    ];
    const send = (change: Partial<DealTerms>) =>
      sendOffer(world.as(brand), { applicationId, title, terms: { ...terms, ...change }, note: '' });
    for (const [change, code, field] of wrong) await expect(send(change)).rejects.toEqual(refused(code, { field }));
    expect((await listOffers(world.as(creator), { limit: 10 })).items).toEqual([]);
    await expect(stateOfApplication(creator)).resolves.toBe('submitted');

    const sent = await send(split({ approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 }));
    for (const [change, code, field] of wrong)
      await expect(
        counterOffer(world.as(creator), {
          offerId: sent.id,
          n: 1,
          terms: { ...newest(sent).terms, ...change },
          note: '',
        }),
      ).rejects.toEqual(refused(code, { field }));
    const after = await getOffer(world.as(brand), { offerId: sent.id });
    expect([after.state, after.versions.length, after.turn]).toEqual(['sent', 1, 'creator']);
  });
});

describe('negotiating', () => {
  it('counters with a diff of fields; the turn and the clock go to the other side', async () => {
    const { creator, offer } = await open();
    const countered = await counterOffer(world.as(creator), {
      offerId: offer.id,
      n: 1,
      terms: { ...dearer(newest(offer).terms), revisions: 1 },
      note: 'Two locations.',
    });
    expect(countered).toMatchObject({
      state: 'countered',
      turn: 'brand',
      mySide: 'creator',
      total: 45_000,
      can: { counter: 'offer.not_your_turn' },
    });
    expect(countered.changes).toEqual([
      { path: 'milestones.0.amount', before: 30_000, after: 35_000 },
      { path: 'revisions', before: 2, after: 1 },
    ]);
    expect(countered.versions.map((v) => [v.n, v.by, v.note])).toEqual([
      [1, 'brand', ''],
      [2, 'creator', 'Two locations.'],
    ]);
    await expect(
      counterOffer(world.as(brand), { offerId: offer.id, n: 1, terms: newest(offer).terms, note: '' }),
    ).rejects.toEqual(refused('offer.terms_changed', { n: 2 }));
    await expect(
      counterOffer(world.as(brand), { offerId: offer.id, n: 2, terms: newest(countered).terms, note: '' }),
    ).rejects.toEqual(refused('input.invalid', { problem: 'unchanged' }));
  });

  it('counts one counter-offer for a double click', async () => {
    const { creator, offer } = await open();
    const requestKey = newId();
    const input = { offerId: offer.id, n: 1, terms: dearer(newest(offer).terms), note: '' };
    const twice = await Promise.all([1, 2].map(() => counterOffer(world.as(creator, { requestKey }), input)));
    expect(twice.map((o) => o.versions.length)).toEqual([2, 2]);
  });

  it('stops at twenty versions', async () => {
    const { creator, offer } = await open();
    let current = offer;
    for (let n = 1; n < 20; n += 1) {
      current = await counterOffer(world.as(n % 2 === 1 ? creator : brand), {
        offerId: offer.id,
        n,
        terms: dearer(newest(current).terms, 1),
        note: '',
      });
    }
    expect(current.versions).toHaveLength(20);
    await expect(
      counterOffer(world.as(brand), { offerId: offer.id, n: 20, terms: dearer(newest(current).terms), note: '' }),
    ).rejects.toEqual(refused('offer.too_many_versions'));
    await expect(getOffer(world.as(brand), { offerId: offer.id })).resolves.toMatchObject({
      can: { accept: true, counter: 'offer.too_many_versions' },
    });
  });

  it('shows boxes by the side that acts next', async () => {
    const { creator, offer } = await open();
    const boxes = async (who: OrgActor) =>
      Object.fromEntries(
        await Promise.all(
          (['open', 'in', 'out', 'expiring', 'closed'] as const).map(
            async (box) =>
              [
                box,
                (await listOffers(world.as(who), { box, limit: 100 })).items.filter((o) => o.id === offer.id).length,
              ] as const,
          ),
        ),
      );
    await expect(boxes(creator)).resolves.toEqual({ open: 1, in: 1, out: 0, expiring: 0, closed: 0 });
    await expect(boxes(brand)).resolves.toEqual({ open: 1, in: 0, out: 1, expiring: 0, closed: 0 });
    await withdrawOffer(world.as(brand), { offerId: offer.id, reason: '' });
    await expect(boxes(creator)).resolves.toEqual({ open: 0, in: 0, out: 0, expiring: 0, closed: 1 });
  });

  it('is extended once, by the side that made the newest version', async () => {
    const { creator, offer } = await open();
    await expect(extendOffer(world.as(creator), { offerId: offer.id })).rejects.toEqual(refused('offer.not_your_turn'));
    const extended = await extendOffer(world.as(brand), { offerId: offer.id });
    expect(extended.deadlineAt.getTime() - offer.deadlineAt.getTime()).toBe(72 * 3_600_000);
    await expect(extendOffer(world.as(brand), { offerId: offer.id })).rejects.toEqual(
      refused('offer.already_extended'),
    );
  });
});

describe('accepting', () => {
  it('makes the contract with its milestones, workflow and event in the same transaction', async () => {
    const { creator, offer } = await open();
    const contractId = await accept(world, creator, offer);
    await expect(stateOfApplication(creator)).resolves.toBe('accepted');
    await expect(getOffer(world.as(brand), { offerId: offer.id })).resolves.toMatchObject({
      state: 'accepted',
      contractId,
      can: { accept: 'offer.closed' },
    });
    const milestones = await world.owner
      .selectFrom('milestones')
      .select(['seq', 'amount', 'state', 'rounds_max'])
      .where('contract_id', '=', contractId)
      .orderBy('seq')
      .execute();
    expect(milestones).toEqual([
      { seq: 1, amount: 30_000, state: 'proposed', rounds_max: 2 },
      { seq: 2, amount: 10_000, state: 'proposed', rounds_max: 2 },
    ]);
    const events = await world.owner
      .selectFrom('escrow_events')
      .select(['type', 'seq'])
      .where('contract_id', '=', contractId)
      .execute();
    expect(events).toEqual([{ type: 'contract_created', seq: 1 }]);
    const commands = await world.owner
      .selectFrom('workflow_outbox')
      .select('kind')
      .where('workflow_id', '=', `contract/${contractId}`)
      .execute();
    expect(commands).toEqual([{ kind: 'start' }]);
    const notices = await world.owner
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', brand.orgId)
      .where('link', 'in', [`/smart-contracts/${contractId}`, `/collaboration-request/${offer.id}`])
      .orderBy('id')
      .execute();
    expect(notices.map((n) => n.kind)).toEqual(['contract_to_sign', 'offer_accepted']);
  });

  it('binds to the version and the hash that were read', async () => {
    const { creator, offer } = await open();
    await expect(acceptOffer(world.as(creator), { ...bind(offer), termsHash: 'f'.repeat(64) })).rejects.toEqual(
      refused('offer.terms_changed'),
    );
    await expect(acceptOffer(world.as(brand), bind(offer))).rejects.toEqual(refused('offer.not_your_turn'));
    await counterOffer(world.as(creator), { offerId: offer.id, n: 1, terms: dearer(newest(offer).terms), note: '' });
    await expect(acceptOffer(world.as(creator), bind(offer))).rejects.toEqual(refused('offer.terms_changed', { n: 2 }));
  });

  it('is one contract for twenty clicks', async () => {
    const { creator, offer } = await open();
    const accepted = await Promise.all(Array.from({ length: 20 }, () => acceptOffer(world.as(creator), bind(offer))));
    expect(new Set(accepted.map((o) => o.contractId)).size).toBe(1);
  });

  it('races: accept against counter, withdraw and extend leaves one outcome', async () => {
    for (let i = 0; i < 8; i += 1) {
      const { creator, offer } = await open();
      const counter = { offerId: offer.id, n: 1, terms: dearer(newest(offer).terms), note: '' };
      const acts = [
        () => acceptOffer(world.as(creator), bind(offer)),
        () => counterOffer(world.as(creator), counter),
        () => withdrawOffer(world.as(brand), { offerId: offer.id, reason: '' }),
        () => extendOffer(world.as(brand), { offerId: offer.id }),
      ];
      const results = await Promise.allSettled(i % 2 === 0 ? acts.map((a) => a()) : acts.toReversed().map((a) => a()));
      const after = await getOffer(world.as(brand), { offerId: offer.id });
      expect(['accepted', 'countered', 'withdrawn']).toContain(after.state);
      expect(after.contractId !== null).toBe(after.state === 'accepted');
      for (const r of results)
        if (r.status === 'rejected') expect(r.reason.code).toMatch(/^offer\.(terms_changed|closed|not_your_turn)$/);
    }
  });

  it('never agrees on more creators than the campaign has places', async () => {
    const campaignId = await liveCampaign(world, brand, { slots: 1 });
    const people = await Promise.all(['A', 'B', 'C'].map((n) => createOrg(world, 'creator', `Rival ${n}`)));
    const offers: OfferDetail[] = [];
    for (const p of people) offers.push(await offerTo(world, brand, await apply(world, p, campaignId)));
    const results = await Promise.allSettled(people.map((p, i) => acceptOffer(world.as(p), bind(offers[i]!))));
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    for (const r of results) if (r.status === 'rejected') expect(r.reason.code).toBe('campaign.full');
  });

  it('refuses a date that has passed meanwhile, a late answer and roles without the right', async () => {
    const { creator, offer } = await open();
    const scout = await member(world, creator, 'agent', 'Scout');
    await expect(acceptOffer(world.as(scout), bind(offer))).rejects.toEqual(
      refused('auth.not_allowed', { action: 'offer.accept' }),
    );
    await expect(acceptOffer(world.as(creator, { clock: steppedClock(inDays(3.01)) }), bind(offer))).rejects.toEqual(
      refused('offer.expired'),
    );
    await world.owner
      .updateTable('offers')
      .set({ deadline_at: inDays(30) })
      .where('id', '=', offer.id)
      .execute();
    await expect(acceptOffer(world.as(creator, { clock: steppedClock(inDays(13)) }), bind(offer))).rejects.toEqual(
      refused('terms.due_in_past', { field: 'terms.milestones.0.dueAt' }),
    );
  });
});

describe('ending without a deal', () => {
  it('declines or withdraws, and the application can be offered again', async () => {
    const { creator, applicationId, offer } = await open();
    await expect(withdrawOffer(world.as(creator), { offerId: offer.id, reason: '' })).rejects.toEqual(
      refused('offer.not_your_turn'),
    );
    await expect(declineOffer(world.as(creator), { offerId: offer.id, reason: 'No time.' })).resolves.toMatchObject({
      state: 'declined',
    });
    await expect(declineOffer(world.as(creator), { offerId: offer.id, reason: 'No time.' })).resolves.toMatchObject({
      state: 'declined',
    });
    await expect(stateOfApplication(creator)).resolves.toBe('shortlisted');
    const again = await offerTo(world, brand, applicationId);
    await expect(withdrawOffer(world.as(brand), { offerId: again.id, reason: '' })).resolves.toMatchObject({
      state: 'withdrawn',
      can: { accept: 'offer.closed' },
    });
    await expect(acceptOffer(world.as(creator), bind(again))).rejects.toEqual(refused('offer.closed'));
  });

  it('expires at its deadline, not before, and reminds the side that acts next', async () => {
    const { creator, offer } = await open();
    const clock = steppedClock(new Date(offer.deadlineAt.getTime() - 1000));
    await expect(remindOffer(world.system(clock), { offerId: offer.id, hoursLeft: 4 })).resolves.toMatchObject({
      done: true,
    });
    await expect(expireOffer(world.system(clock), { offerId: offer.id })).resolves.toEqual({
      done: false,
      next: offer.deadlineAt,
      state: 'sent',
    });
    clock.set(offer.deadlineAt);
    await expect(expireOffer(world.system(clock), { offerId: offer.id })).resolves.toEqual({
      done: true,
      next: null,
      state: 'expired',
    });
    await expect(expireOffer(world.system(clock), { offerId: offer.id })).resolves.toMatchObject({
      done: true,
      state: 'expired',
    });
    await expect(stateOfApplication(creator)).resolves.toBe('shortlisted');
    await expect(acceptOffer(world.as(creator), bind(offer))).rejects.toEqual(refused('offer.expired'));
    const notices = await world.owner
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', creator.orgId)
      .where('link', '=', `/collaboration-request/${offer.id}`)
      .orderBy('id')
      .execute();
    expect(notices.map((n) => n.kind)).toEqual(['offer_received', 'offer_expiring', 'offer_expired']);
  });

  it('is unknown to others', async () => {
    const { offer } = await open();
    for (const stranger of [await createOrg(world, 'creator', 'Other'), await createOrg(world, 'brand', 'Other')]) {
      await expect(getOffer(world.as(stranger), { offerId: offer.id })).rejects.toEqual(refused('not_found'));
      await expect(acceptOffer(world.as(stranger), bind(offer))).rejects.toEqual(refused('not_found'));
      await expect(declineOffer(world.as(stranger), { offerId: newId(), reason: '' })).rejects.toEqual(
        refused('not_found'),
      );
    }
  });

  it('carries the agency of a represented creator into the contract', async () => {
    const agency = await createOrg(world, 'agency', 'Vidal Talent');
    const creator = await createOrg(world, 'creator', 'Leo Duarte');
    await world.owner
      .insertInto('representations')
      .values({
        id: newId(),
        agency_org: agency.orgId,
        creator_org: creator.orgId,
        scopes: ['negotiate'],
        commission_bps: 1500,
        valid_from: inDays(-1),
      })
      .execute();
    const offer = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
    await expect(acceptOffer(world.as(agency), bind(offer))).rejects.toEqual(refused('auth.not_allowed'));
    const countered = await counterOffer(world.as(agency), {
      offerId: offer.id,
      n: 1,
      terms: dearer(newest(offer).terms),
      note: '',
    });
    expect(countered).toMatchObject({
      mySide: 'creator',
      turn: 'brand',
      versions: [{ by: 'brand' }, { by: 'creator', byName: 'Vidal Talent' }],
    });
    const charge = async (reader: OrgActor) => (await getOffer(world.as(reader), { offerId: offer.id })).charge;
    expect(await charge(creator)).toMatchObject({ price: 45_000, commissionBps: 1_500, creatorShare: 38_250 });
    expect(await charge(brand)).toMatchObject({ commissionBps: 0, creatorShare: 45_000 });
    expect(await charge(agency), 'its agency reads how it is shared').toMatchObject({
      price: 45_000,
      commissionBps: 1_500,
      creatorShare: 38_250,
    });
    const asAgency = async (reader: OrgActor) => (await getOffer(world.as(reader), { offerId: offer.id })).asAgency;
    expect([await asAgency(agency), await asAgency(creator), await asAgency(brand)]).toEqual([true, false, false]);
    const contractId = await accept(world, brand, await getOffer(world.as(brand), { offerId: offer.id }));
    const row = await world.owner
      .selectFrom('contracts')
      .select(['agency_org', 'commission_bps'])
      .where('id', '=', contractId)
      .executeTakeFirst();
    expect(row).toEqual({ agency_org: agency.orgId, commission_bps: 1500 });
    await world.owner.deleteFrom('representations').where('creator_org', '=', creator.orgId).execute();
    expect(await charge(creator), 'as it was agreed').toMatchObject({ commissionBps: 1_500, creatorShare: 38_250 });
  });
});
