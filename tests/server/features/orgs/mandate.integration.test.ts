import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { addComment } from '../../../../server/features/content/comments.ts';
import { reviewOf, startSubmission, submit } from '../../../../server/features/content/service.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { sendMessage, threadStatus } from '../../../../server/features/messages/service.ts';
import { counterOffer } from '../../../../server/features/offers/answer.ts';
import { declineOffer } from '../../../../server/features/offers/close.ts';
import { getOffer } from '../../../../server/features/offers/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import {
  createMoneyWorld,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import type { Scope } from '../../../../server/features/representations/rules.ts';

const DAY = 24 * 3_600_000;
let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('mandates');
});
afterAll(() => world.close());

type Mandate = { scopes: Scope[]; from?: number; to?: number };
/** A funded deal of a represented creator. */
async function represented(mandate: Mandate | null): Promise<TestDeal> {
  const deal = await openDeal(world, { commissionBps: 1_500, represented: mandate === null });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  if (mandate) await grant(deal, mandate);
  return deal;
}
const at = (days: number) => new Date(Date.now() + days * DAY);
const grant = async (deal: TestDeal, { scopes, from = -30, to }: Mandate) => {
  await world.owner
    .insertInto('representations')
    .values({
      id: newId(),
      agency_org: deal.agency!.orgId,
      creator_org: deal.creator.orgId,
      scopes,
      commission_bps: 1_500,
      valid_from: at(from),
      valid_to: to === undefined ? null : at(to),
    })
    .execute();
};
const asAgency = (deal: TestDeal) => world.as(deal.agency!);
const stateOf = async (deal: TestDeal) => (await milestone(world, deal.milestoneId)).state;

const WITHOUT: [string, Mandate | null][] = [
  ['none', null],
  ['one that ended yesterday', { scopes: ['negotiate', 'submit'], to: -1 }],
  ['one that begins tomorrow', { scopes: ['negotiate', 'submit'], from: 1 }],
  ['one without the scope', { scopes: [] }],
];

describe.each(WITHOUT)('an agency with no mandate in force: %s', (_name, mandate) => {
  test('submits, prepares, comments, negotiates and writes nothing', async () => {
    const deal = await represented(mandate);
    const { creator, milestoneId } = deal;
    await expect(startSubmission(asAgency(deal), { milestoneId })).rejects.toMatchObject({
      code: 'auth.no_mandate',
      status: 403,
    });
    const draft = await startSubmission(world.as(creator), { milestoneId });
    await expect(
      submit(asAgency(deal), { submissionId: draft.id, version: (await milestone(world, milestoneId)).version }),
    ).rejects.toThrow('auth.no_mandate');
    await expect(
      addComment(asAgency(deal), {
        submissionId: draft.id,
        fileId: null,
        atMs: null,
        x: null,
        y: null,
        body: 'A note',
        briefItem: null,
      }),
    ).rejects.toThrow();
    if (!mandate || mandate.scopes.length === 0 || mandate.to || mandate.from)
      await expect(
        sendMessage(asAgency(deal), { thread: { contractId: deal.contractId }, body: 'Hello' }),
      ).rejects.toThrow('auth.no_mandate');
    expect((await dealFor(asAgency(deal), deal)).milestones[0]?.can, 'and its buttons say so').toMatchObject({
      submit: 'auth.no_mandate',
      cancel: 'auth.creator_only',
    });
    expect(
      await threadStatus(asAgency(deal), { contractId: deal.contractId }),
      'and so do its boxes, before something is typed',
    ).toEqual({ write: 'auth.no_mandate' });
    expect((await reviewOf(asAgency(deal), { milestoneId })).can).toEqual({ comment: 'auth.no_mandate' });
    expect(await stateOf(deal)).toBe('funded');
  });

  test('takes no step in an offer', async () => {
    const deal = await represented(mandate);
    const { offer_id: offerId } = await world.owner
      .selectFrom('contracts')
      .select('offer_id')
      .where('id', '=', deal.contractId)
      .executeTakeFirstOrThrow();
    const { terms } = await world.owner
      .selectFrom('contracts')
      .select('terms')
      .where('id', '=', deal.contractId)
      .executeTakeFirstOrThrow();
    await world.owner
      .updateTable('offers')
      .set({ state: 'sent', turn: 'creator', deadline_at: at(3) })
      .where('id', '=', offerId!)
      .execute();
    await world.owner
      .insertInto('offer_versions')
      .values({
        id: newId(),
        offer_id: offerId!,
        brand_org: deal.brand.orgId,
        creator_org: deal.creator.orgId,
        agency_org: deal.agency!.orgId,
        n: 1,
        proposed_by_org: deal.brand.orgId,
        proposed_by_user: deal.brand.userId,
        terms: JSON.stringify(terms),
        terms_hash: 'c'.repeat(64),
        note: '',
      })
      .execute();
    await expect(declineOffer(asAgency(deal), { offerId: offerId!, reason: '' })).rejects.toThrow('auth.no_mandate');
    await expect(
      counterOffer(asAgency(deal), { offerId: offerId!, n: 1, terms: terms as never, note: '' }),
    ).rejects.toThrow('auth.no_mandate');
    expect((await getOffer(asAgency(deal), { offerId: offerId! })).can).toMatchObject({
      counter: 'auth.no_mandate',
      decline: 'auth.no_mandate',
    });
  });
});

test('under a mandate in force an agency prepares and writes, at the moment of the act and not of the deal', async () => {
  const deal = await represented({ scopes: ['negotiate', 'submit'], to: 2 });
  await startSubmission(asAgency(deal), { milestoneId: deal.milestoneId });
  await sendMessage(asAgency(deal), { thread: { contractId: deal.contractId }, body: 'Hello' });
  expect((await dealFor(asAgency(deal), deal)).milestones[0]?.can.submit).toBe(true);
  expect(await threadStatus(asAgency(deal), { contractId: deal.contractId })).toEqual({ write: true });
  expect((await reviewOf(asAgency(deal), { milestoneId: deal.milestoneId })).can).toEqual({ comment: true });
  const clock = steppedClock(at(2));
  await expect(startSubmission(world.as(deal.agency!, { clock }), { milestoneId: deal.milestoneId })).rejects.toThrow(
    'auth.no_mandate',
  );
  expect((await dealFor(world.as(deal.agency!, { clock }), deal)).milestones[0]?.can.submit).toBe('auth.no_mandate');
});

test('cancelling needs the creator, whatever the agency may do', async () => {
  const deal = await represented({ scopes: ['negotiate', 'submit'] });
  const { version } = await milestone(world, deal.milestoneId);
  await expect(cancel(asAgency(deal), { milestoneId: deal.milestoneId, version, reason: '' })).rejects.toMatchObject({
    code: 'auth.creator_only',
    status: 403,
  });
  expect(await stateOf(deal)).toBe('funded');
  await cancel(world.as(deal.creator), { milestoneId: deal.milestoneId, version, reason: '' });
  expect(await stateOf(deal)).toBe('refunding');
});
