import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { applyToCampaign } from '../../server/features/campaigns/applying.ts';
import { publishCampaign } from '../../server/features/campaigns/service.ts';
import { publishCreatorProfile } from '../../server/features/creators/service.ts';
import { sendMessage } from '../../server/features/messages/service.ts';
import { startOffer } from '../../server/features/offers/start.ts';
import { sendOffer } from '../../server/features/offers/send.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { startOnboarding } from '../../server/features/payouts/account.ts';
import { payOut } from '../../server/features/payouts/service.ts';
import { apply, draftCampaign, liveCampaign, PITCH } from '../support/negotiation.ts';
import { createOrg } from '../support/people.ts';
import { codeOf } from '../support/refused.ts';
import { createMoneyWorld, openDeal, type MoneyWorld, type TestDeal } from './features/escrow/deal-kit.ts';

let world: MoneyWorld;
let deal: TestDeal;
let applicant: OrgActor;
beforeAll(async () => {
  world = await createMoneyWorld('mailbox_gate');
  deal = await openDeal(world);
  applicant = await createOrg(world, 'creator', 'Applicant');
}, 120_000);
afterAll(() => world?.close());

/** Each act with everything it needs but the proven mailbox. */
interface Gated {
  who(): OrgActor;
  prepare?(): Promise<unknown>;
  act(as: OrgActor, prepared: never): Promise<unknown>;
}
const GATED: Record<string, Gated> = {
  'publishing a campaign': {
    who: () => deal.brand,
    prepare: () => draftCampaign(world, deal.brand),
    act: (as, draft: { campaignId: string; version: number }) =>
      publishCampaign(world.as(as), { ...draft, publishAt: null }),
  },
  'publishing a profile': { who: () => applicant, act: (as) => publishCreatorProfile(world.as(as)) },
  applying: {
    who: () => applicant,
    prepare: () => liveCampaign(world, deal.brand),
    act: (as, campaignId: string) =>
      applyToCampaign(world.as(as), { campaignId, pitch: PITCH, price: 40_000, links: [] }),
  },
  'sending an offer': {
    who: () => deal.brand,
    prepare: async () => {
      const applicationId = await apply(
        world,
        await createOrg(world, 'creator', 'Offered'),
        await liveCampaign(world, deal.brand),
      );
      return { applicationId, start: await startOffer(world.as(deal.brand), { applicationId }) };
    },
    act: (as, { applicationId, start }: { applicationId: string; start: Awaited<ReturnType<typeof startOffer>> }) =>
      sendOffer(world.as(as), { applicationId, title: start.title, terms: start.terms, note: '' }),
  },
  'messaging as a brand': {
    who: () => deal.brand,
    act: (as) => sendMessage(world.as(as), { thread: { contractId: deal.contractId }, body: 'When do you start?' }),
  },
  'messaging as a creator': {
    who: () => deal.creator,
    act: (as) => sendMessage(world.as(as), { thread: { contractId: deal.contractId }, body: 'On Tuesday.' }),
  },
  paying: {
    who: () => deal.brand,
    prepare: () => quote(world.as(deal.brand), deal),
    act: (as, { id }: { id: string }) => pay(world.as(as), { milestoneId: deal.milestoneId, quoteId: id }),
  },
  'connecting a bank account': { who: () => applicant, act: (as) => startOnboarding(world.as(as), { country: 'FR' }) },
  'being paid out': { who: () => deal.creator, act: (as) => payOut(world.as(as), { currency: 'EUR' }) },
};

/** Rows that any of these acts would write. */
const WRITTEN = [
  'campaigns',
  'applications',
  'offers',
  'messages',
  'payments',
  'payout_accounts',
  'payouts',
  'operations',
  'workflow_outbox',
  'notices',
] as const;
const written = () =>
  Promise.all(WRITTEN.map(async (table) => [table, await world.owner.selectFrom(table).selectAll().execute()]));

describe.each(Object.entries(GATED))('%s', (_name, { who, prepare, act }) => {
  test('requires the proven mailbox, writes nothing without it, and goes past the gate with it', async () => {
    const prepared = (await prepare?.()) as never;
    const before = await written();
    expect(await codeOf(act({ ...who(), emailVerified: false }, prepared))).toBe('auth.mailbox_unverified');
    expect(await written()).toEqual(before);
    expect(await codeOf(act(who(), prepared))).not.toBe('auth.mailbox_unverified');
  });
});
