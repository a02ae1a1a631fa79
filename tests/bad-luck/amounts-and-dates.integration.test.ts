import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { isAppError } from '../../server/core/errors.ts';
import type { Currency } from '../../server/core/money.ts';
import { parseAmount } from '../../server/core/typed-amounts.ts';
import type { CampaignPatch } from '../../server/features/campaigns/schema.ts';
import type { DealTerms } from '../../server/features/terms/schema.ts';
import { dealFor } from '../../server/features/escrow/deals/deal.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { ensureFloat } from '../../server/features/payments/float.ts';
import { startOffer } from '../../server/features/offers/start.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { createConnectionLimiter } from '../../server/features/live/connection-limiter.ts';
import { appRouter } from '../../server/router.ts';
import { createCallerFactory } from '../../server/trpc.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
} from '../server/features/escrow/deal-kit.ts';
import { apply, brief, draftCampaign, inDays, liveCampaign, offerTo, PITCH } from '../support/negotiation.ts';
import { createOrg } from '../support/people.ts';

let world: MoneyWorld;
let brand: OrgActor;
let creator: OrgActor;
beforeAll(async () => {
  world = await createMoneyWorld('bad_amounts');
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
});
afterAll(() => world?.close());

const callerOf = createCallerFactory(appRouter);
/** The API as this person meets it: inputs are checked as they come over the wire. */
const api = (actor: OrgActor) => {
  const { db, integrations, clock } = world.as(actor);
  return callerOf({
    service: { db, integrations, clock, requestId: newId(), requestKey: newId() },
    resolveActor: async () => actor,
    resolveActorAgain: async () => actor,
    userAgent: null,
    ip: '127.0.0.1',
    browser: { id: 'browser-of-the-tests-0001', keep: () => 'browser-of-the-tests-0001' },
    live: {
      subscribe: () => () => {},
      close: async () => {},
      connections: createConnectionLimiter({ total: 9, perUser: 9 }),
    },
  });
};

/** Code and field of a refusal, as the screen gets them. */
async function answer(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'ok';
  } catch (error) {
    const { cause, code } = error as { cause?: unknown; code?: string };
    const refused = isAppError(error) ? error : isAppError(cause) ? cause : null;
    if (refused) return refused.code;
    if (code === 'BAD_REQUEST') return 'input.invalid';
    throw error;
  }
}

/** An amount, its currency, and the refusal that it deserves as a price. */
const AMOUNTS: [string, number, Currency, string][] = [
  ['three decimals of a euro', 400.005, 'EUR', 'input.invalid'],
  ['zero', 0, 'EUR', 'money.not_positive'],
  ['a negative amount', -40_000, 'EUR', 'money.not_positive'],
  ['10^15', 1e15, 'EUR', 'money.too_large'],
  ['more than a number holds exactly', 2 ** 53 + 2, 'EUR', 'input.invalid'],
  ['no number at all', Number.NaN, 'EUR', 'input.invalid'],
  ['infinity', Number.POSITIVE_INFINITY, 'EUR', 'input.invalid'],
  ['half a yen', 45_000.5, 'JPY', 'input.invalid'],
  ['fewer yen than a charge may have', 99, 'JPY', 'money.too_small'],
  ['10^15 yen', 1e15, 'JPY', 'money.too_large'],
  ['dinars that no card can be charged', 123_455, 'KWD', 'money.off_step'],
  ['a negative dinar', -10, 'KWD', 'money.not_positive'],
];

const CAMPAIGN = { applicationDeadline: inDays(5) };
const priced = (amount: number, currency: Currency): CampaignPatch => ({
  ...CAMPAIGN,
  currency,
  pay: { kind: 'fixed', min: amount, max: amount },
  milestones: [{ title: 'Reel', amount, dueAt: inDays(12), deliverableIds: ['reel'] }],
});

describe.each(AMOUNTS)('%s', (_what, amount, currency, code) => {
  test('cannot be what a campaign pays; the draft keeps what was right', async () => {
    const draft = await draftCampaign(world, brand, { currency });
    const saved = await answer(
      api(brand).campaigns.saveDraft({
        campaignId: draft.campaignId,
        step: 6,
        version: draft.version,
        patch: priced(amount, currency),
      }),
    );
    const { version, title, missing } = await api(brand).campaigns.draft({ campaignId: draft.campaignId });
    expect(title).toBe(brief().title);
    if (code === 'input.invalid') return expect([saved, version]).toEqual([code, draft.version]);
    expect(saved).toBe('ok');
    expect(missing.map((m) => m.code)).toContain(code);
    expect(await answer(api(brand).campaigns.publish({ campaignId: draft.campaignId, version }))).toBe(code);
  });

  test('cannot be requested in an application', async () => {
    const sound = currency === 'EUR' ? 40_000 : currency === 'JPY' ? 45_000 : 123_450;
    const campaignId = await liveCampaign(world, brand, {
      ...priced(sound, currency),
      pay: { kind: 'range', min: sound, max: sound * 2 },
    });
    const who = await createOrg(world, 'creator', 'Applicant');
    expect(await answer(api(who).campaigns.sendApplication({ campaignId, pitch: PITCH, price: amount }))).toBe(code);
    expect((await api(who).campaigns.open({ campaignId })).myApplication).toBeNull();
    expect(await answer(api(who).campaigns.sendApplication({ campaignId, pitch: PITCH, price: sound }))).toBe('ok');
  });

  test('cannot be offered, nor be the answer to an offer', async () => {
    const sound = currency === 'EUR' ? 40_000 : currency === 'JPY' ? 45_000 : 123_450;
    const who = await createOrg(world, 'creator', 'Picky');
    const applicationId = await apply(world, who, await liveCampaign(world, brand, priced(sound, currency)), sound);
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    const wrong: DealTerms = { ...terms, milestones: [{ ...terms.milestones[0]!, amount }] };
    expect(await answer(api(brand).offers.send({ applicationId, title, terms: wrong }))).toBe(code);
    const offer = await offerTo(world, brand, applicationId);
    expect(await answer(api(who).offers.counter({ offerId: offer.id, n: 1, terms: wrong }))).toBe(code);
    expect(await api(who).offers.get({ offerId: offer.id })).toMatchObject({
      state: 'sent',
      turn: 'creator',
      total: sound,
    });
  });
});

describe('a date', () => {
  const DATES: [string, Date | string, string][] = [
    ['in the past', inDays(-1), 'terms.due_in_past'],
    ['now', new Date(), 'terms.due_in_past'],
    ['inside the review window', inDays(4.9), 'terms.due_before_review'],
    ['that is none', 'soon', 'input.invalid'],
    ['after the end of time', new Date(8.64e15), 'input.invalid'],
    ['in the year 2101', new Date('2101-01-01T00:00:00Z'), 'input.invalid'],
  ];

  test.each(DATES)('%s is no due date of a campaign, an offer or a counter-offer', async (_what, dueAt, code) => {
    const draft = await draftCampaign(world, brand, CAMPAIGN);
    const milestones = [{ title: 'Reel', amount: 40_000, dueAt: dueAt as Date, deliverableIds: ['reel'] }];
    const saved = await answer(
      api(brand).campaigns.saveDraft({
        campaignId: draft.campaignId,
        step: 6,
        version: draft.version,
        patch: { milestones },
      }),
    );
    if (code === 'input.invalid') expect(saved).toBe(code);
    else
      expect(
        await answer(api(brand).campaigns.publish({ campaignId: draft.campaignId, version: draft.version + 1 })),
      ).toMatch(new RegExp(`${code}|terms.deadline_after_due`));
    const who = await createOrg(world, 'creator', 'Punctual');
    const applicationId = await apply(world, who, await liveCampaign(world, brand));
    const { title, terms } = await startOffer(world.as(brand), { applicationId });
    const wrong = { ...terms, milestones: terms.milestones.map((m) => ({ ...m, dueAt: dueAt as Date })) };
    expect(await answer(api(brand).offers.send({ applicationId, title, terms: wrong }))).toBe(code);
    const offer = await offerTo(world, brand, applicationId);
    expect(await answer(api(who).offers.counter({ offerId: offer.id, n: 1, terms: wrong }))).toBe(code);
  });
});

describe('what a person types', () => {
  test.each([
    ['400.005', 'EUR', 'too_many_decimals'],
    ['1,234', 'EUR', 'too_many_decimals'],
    ['0', 'EUR', 'not_positive'],
    ['-5', 'EUR', 'not_positive'],
    ['1000000000000000', 'EUR', 'too_large'],
    ['45000.5', 'JPY', 'too_many_decimals'],
    ['123.4567', 'KWD', 'too_many_decimals'],
    ['123.455', 'KWD', 'off_step'],
    ['four hundred', 'EUR', 'not_a_number'],
    ['1e3', 'EUR', 'not_a_number'],
    ['', 'EUR', 'not_a_number'],
  ] as const)('%j in %s is refused before it is sent', (text, currency, problem) => {
    expect(parseAmount(text, currency)).toEqual({ ok: false, problem });
  });
});

describe('yen without decimals and dinars with three', () => {
  test.each([
    ['JPY', 45_001],
    ['KWD', 123_450],
  ] as const)('%s: paid, earned and refunded to the last unit', async (currency, amount) => {
    await ensureFloat(world.system(), currency, 1_000_000);
    const paid = await openDeal(world, { currency, amounts: [amount], killFeeBps: 1_500 });
    await payAtProvider(world, paid);
    expect(await confirmFunding(world.system(), paid)).toBe('funded');
    await deliver(world, paid);
    await approve(world.as(paid.brand), {
      milestoneId: paid.milestoneId,
      version: (await milestone(world, paid.milestoneId)).version,
    });
    expect(await release(world.system(), paid)).toBe('released');
    expect((await dealFor(world.as(paid.creator), paid)).balances).toEqual({
      funded: amount,
      held: 0,
      released: amount,
      refunded: 0,
      disputed: 0,
    });

    const ended = await openDeal(world, { currency, amounts: [amount], killFeeBps: 1_500 });
    await payAtProvider(world, ended);
    await confirmFunding(world.system(), ended);
    await cancel(world.as(ended.brand), {
      milestoneId: ended.milestoneId,
      version: (await milestone(world, ended.milestoneId)).version,
      reason: '',
    });
    expect(await refund(world.system(), ended)).toBe('refunded');
    const { balances } = await dealFor(world.as(ended.brand), ended);
    expect(balances.released + balances.refunded).toBe(amount);
    expect(balances.released % (currency === 'KWD' ? 10 : 1)).toBe(0);
    await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
    expect(
      await checkMoney(world.worker, {
        booksUrl: `${world.sandbox.url}/_sandbox/books`,
        provider: world.integrations.payments,
      }),
    ).toEqual([]);
  });
});

test('a second application is refused as such, and the first is unchanged', async () => {
  const campaignId = await liveCampaign(world, brand);
  expect(await answer(api(creator).campaigns.sendApplication({ campaignId, pitch: PITCH, price: 40_000 }))).toBe('ok');
  const again = await Promise.all(
    Array.from({ length: 5 }, () =>
      answer(api(creator).campaigns.sendApplication({ campaignId, pitch: `${PITCH} Again.`, price: 40_000 })),
    ),
  );
  expect(new Set(again)).toEqual(new Set(['application.duplicate']));
  expect((await api(creator).campaigns.open({ campaignId })).application).toMatchObject({
    pitch: PITCH,
    price: 40_000,
  });
});

test('an offer that changed meanwhile is not accepted by its old terms: the answer names the newer version', async () => {
  const who = await createOrg(world, 'creator', 'Slow');
  const offer = await offerTo(world, brand, await apply(world, who, await liveCampaign(world, brand)));
  const [first] = offer.versions;
  const countered = await api(who).offers.counter({
    offerId: offer.id,
    n: 1,
    terms: { ...first!.terms, revisions: 1 },
  });
  await api(brand).offers.counter({ offerId: offer.id, n: 2, terms: { ...first!.terms, revisions: 3 } });
  await expect(api(who).offers.accept({ offerId: offer.id, n: 1, termsHash: first!.termsHash })).rejects.toMatchObject({
    cause: { code: 'offer.terms_changed', data: { n: 3 } },
  });
  await expect(
    api(brand).offers.accept({ offerId: offer.id, n: 2, termsHash: countered.versions[1]!.termsHash }),
  ).rejects.toMatchObject({ cause: { code: 'offer.terms_changed' } });
  const now = await api(who).offers.get({ offerId: offer.id });
  expect(now).toMatchObject({ state: 'countered', contractId: null });
  expect(await answer(api(who).offers.accept({ offerId: offer.id, n: 3, termsHash: now.versions[2]!.termsHash }))).toBe(
    'ok',
  );
});
