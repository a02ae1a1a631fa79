import { payHostedPage } from '../../../scripts/lib/hosted-pages.ts';
import { deliver as deliverInPerson, persist } from '../deal-player.ts';
import { PIXEL_PNG } from '../picture.ts';
import { milestone, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { endByAddendum } from './end-by-addendum.ts';
import { eventsOf, inState, type Chaos, type Person } from './kit.ts';

/** Of each step, where a process is ended. */
export const POINTS = ['before', 'claimed', 'called', 'stored'] as const;
export type Point = (typeof POINTS)[number];

/** How far a deal has come; a step takes it from one of these to another. */
export type Stage =
  | 'half_signed'
  | 'awaiting_funding'
  | 'paying'
  | 'funded'
  | 'contested'
  | 'delivered'
  | 'changes_requested'
  | 'released'
  | 'over';

export interface Played extends TestDeal {
  stage: Stage;
  creatorPerson: Person;
  brandPerson: Person;
  /** Times that its brand may still request changes. */
  rounds: number;
  /** The hosted page, while it is open. */
  url?: string;
  cardDispute?: string;
}

export interface Step {
  /** Its failpoints are `<name>.<point>`. */
  name: string;
  /** What else passes the same failpoints. */
  variant?: 'part' | 'end of grace' | 'lost';
  from: readonly Stage[];
  to: Stage;
  /** Brings the deal to where the act is possible. */
  prepare?(chaos: Chaos, deal: Played): Promise<unknown>;
  /** Resolves once the act was acknowledged. */
  act(chaos: Chaos, deal: Played): Promise<unknown>;
  /** What the act adds once: an event of the timeline, or what is counted. */
  event: string;
  count?(chaos: Chaos, deal: Played): Promise<number>;
  settled(chaos: Chaos, deal: Played): Promise<boolean>;
  /** Takes a deal of a creator of its own, who is paid out. */
  paidOut?: true;
}

const isIn =
  (...states: string[]) =>
  async ({ world }: Chaos, deal: Played): Promise<boolean> =>
    states.includes((await milestone(world, deal.milestoneId)).state);
const versionOf = async ({ world }: Chaos, deal: Played): Promise<{ milestoneId: string; version: number }> => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
});

const payoutsOf = async ({ world }: Chaos, { creatorPerson }: Played): Promise<{ state: string }[]> =>
  world.owner.selectFrom('payouts').select('state').where('org_id', '=', creatorPerson.actor.orgId).execute();

export async function approve(chaos: Chaos, deal: Played): Promise<void> {
  const input = await versionOf(chaos, deal);
  await persist('approve', (o) => deal.brandPerson.client.api.escrow.approve.mutate(input, o));
}

/** The provider's object of the deal. */
async function providerIds({ world }: Chaos, deal: Played): Promise<{ payment: string; transfer: string }> {
  const payment = await world.owner
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('milestone_id', '=', deal.milestoneId)
    .where('payment_intent_id', 'is not', null)
    .executeTakeFirst();
  const transfer = await world.owner
    .selectFrom('transfers')
    .select('provider_id')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirst();
  return { payment: payment?.payment_intent_id ?? '', transfer: transfer?.provider_id ?? '' };
}

async function cancel(chaos: Chaos, deal: Played): Promise<void> {
  const input = { ...(await versionOf(chaos, deal)), reason: '' };
  await persist('cancel', (o) => deal.brandPerson.client.api.escrow.cancel.mutate(input, o));
}

export const STEPS: readonly Step[] = [
  {
    name: 'signed',
    from: ['half_signed'],
    to: 'awaiting_funding',
    async act(_chaos, deal) {
      const { api, name } = deal.creatorPerson.client;
      const { contractId } = deal;
      const { documentHash } = (await persist('contract', () => api.contracts.get.query({ contractId })))!;
      await persist('sign', (o) => api.contracts.sign.mutate({ contractId, documentHash, typedName: name }, o));
    },
    event: 'contract_active',
    settled: isIn('awaiting_funding'),
  },
  {
    name: 'checkout',
    from: ['awaiting_funding'],
    to: 'paying',
    async act(_chaos, deal) {
      const { api } = deal.brandPerson.client;
      const { milestoneId } = deal;
      const quote = (await persist('quote', () => api.payments.quote.query({ milestoneId })))!;
      deal.url = (await persist('pay', (o) => api.payments.pay.mutate({ milestoneId, quoteId: quote.id }, o)))!.url;
    },
    event: 'payment_started',
    settled: async (chaos, deal) => deal.url !== undefined && (await isIn('funding')(chaos, deal)),
  },
  {
    name: 'payment_intent.succeeded',
    from: ['paying'],
    to: 'funded',
    act: (_chaos, deal) => payHostedPage(deal.url!),
    event: 'funded',
    settled: isIn('funded'),
  },
  {
    name: 'submitted',
    from: ['funded', 'changes_requested'],
    to: 'delivered',
    act: (_chaos, deal) => deliverInPerson(deal.creatorPerson.client, deal, 'work.png', 'image/png', PIXEL_PNG),
    event: 'submitted',
    settled: isIn('delivered'),
  },
  {
    name: 'changes_requested',
    from: ['delivered'],
    to: 'changes_requested',
    async act(chaos, deal) {
      const input = { ...(await versionOf(chaos, deal)), reason: 'the logo', briefItems: ['All three drinks shown'] };
      await persist('request changes', (o) => deal.brandPerson.client.api.escrow.requestChanges.mutate(input, o));
    },
    event: 'changes_requested',
    settled: isIn('changes_requested'),
  },
  {
    name: 'approved',
    from: ['delivered'],
    to: 'released',
    act: approve,
    event: 'approved',
    settled: isIn('released'),
  },
  { name: 'release', from: ['delivered'], to: 'released', act: approve, event: 'released', settled: isIn('released') },
  {
    name: 'transfer.reversed',
    from: ['released'],
    to: 'over',
    act: async (chaos, deal) => chaos.world.command(`reversals/${(await providerIds(chaos, deal)).transfer}`, {}),
    event: 'transfer_reversed',
    settled: async (chaos, deal) => (await eventsOf(chaos, deal, 'transfer_reversed')) > 0,
  },
  {
    name: 'payout',
    from: ['released'],
    to: 'over',
    paidOut: true,
    act: async (_chaos, deal) =>
      persist('pay out', (o) => deal.creatorPerson.client.api.payouts.payOut.mutate({ currency: 'EUR' }, o)),
    event: 'payout',
    count: async (chaos, deal) => (await payoutsOf(chaos, deal)).length,
    async settled(chaos, deal) {
      const rows = await payoutsOf(chaos, deal);
      return rows.length > 0 && rows.every(({ state }) => state === 'in_transit' || state === 'paid');
    },
  },
  {
    name: 'refund',
    from: ['funded'],
    to: 'over',
    act: cancel,
    event: 'refunded',
    settled: isIn('refunded'),
  },
  {
    name: 'charge.dispute.created',
    from: ['funded'],
    to: 'contested',
    async act(chaos, deal) {
      const { payment } = await providerIds(chaos, deal);
      deal.cardDispute = (await chaos.world.command<{ id: string }>('disputes', { payment_intent: payment })).id;
    },
    event: 'payment_disputed',
    settled: async (chaos, deal) => (await disputeState(chaos, deal)) === 'open',
  },
  {
    name: 'charge.dispute.closed',
    from: ['contested'],
    to: 'funded',
    act: (chaos, deal) => chaos.world.command(`disputes/${deal.cardDispute}`, { outcome: 'won' }),
    event: 'dispute_won',
    settled: async (chaos, deal) => (await disputeState(chaos, deal)) === 'won',
  },
  {
    name: 'auto_approved',
    from: ['delivered'],
    to: 'released',
    act: endByAddendum,
    event: 'auto_approved',
    settled: isIn('released'),
  },
];

/** Other acts and clocks that come through the failpoints of a step. */
export const VARIANTS: readonly Step[] = [
  {
    name: 'refund',
    variant: 'part',
    from: ['funded'],
    to: 'over',
    async prepare(chaos, deal) {
      const input = { ...(await versionOf(chaos, deal)), amount: 10_000 };
      await persist('release a part', (o) => deal.brandPerson.client.api.escrow.releasePart.mutate(input, o));
    },
    act: cancel,
    event: 'refunded',
    settled: isIn('refunded'),
  },
  {
    name: 'refund',
    variant: 'end of grace',
    from: ['funded'],
    to: 'over',
    async prepare(chaos, deal) {
      await endByAddendum(chaos, deal);
      await inState(chaos, deal, ['overdue']);
    },
    act: endByAddendum,
    event: 'refunded',
    settled: isIn('refunded'),
  },
  {
    name: 'charge.dispute.closed',
    variant: 'lost',
    from: ['contested'],
    to: 'over',
    act: (chaos, deal) => chaos.world.command(`disputes/${deal.cardDispute}`, { outcome: 'lost' }),
    event: 'dispute_lost',
    settled: async (chaos, deal) =>
      (await disputeState(chaos, deal)) === 'lost' && (await isIn('refunded')(chaos, deal)),
  },
];

async function disputeState({ world }: Chaos, deal: Played): Promise<string | null> {
  const row = await world.owner
    .selectFrom('card_disputes')
    .select('state')
    .where('id', '=', deal.cardDispute ?? '')
    .executeTakeFirst();
  return row?.state ?? null;
}
