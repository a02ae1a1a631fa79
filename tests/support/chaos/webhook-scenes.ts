import type { SteppedClock } from '../../../server/core/clock.ts';
import { cancel } from '../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../server/features/escrow/refund/refund.ts';
import { confirmFunding } from '../../../server/features/payments/confirm/confirm.ts';
import { pay } from '../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../server/features/payments/checkout/quote.ts';
import { sweepWebhooks } from '../../../server/features/payments/webhooks/sweep.ts';
import { advancePayout } from '../../../server/features/payouts/delivery.ts';
import { payOut } from '../../../server/features/payouts/service.ts';
import { openDeal, payAtProvider, type MoneyWorld, type TestDeal } from '../../server/features/escrow/deal-kit.ts';
import { providerDeals } from './provider-deals.ts';

export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'checkout.session.expired',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'transfer.reversed',
  'payout.paid',
] as const;
export type SceneType = (typeof EVENT_TYPES)[number];

/** Something that happened at the provider, of which an event reports. */
export interface Scene {
  /** What the worker does by itself: reads events that wait, and looks at what is open. */
  work(): Promise<unknown>;
  /** How often what is reported has taken effect. */
  effects(): Promise<number>;
  /** The account whose event it is; null: the platform's. */
  account: string | null;
}

const HOUR = 3_600_000;

/** Each kind of event that moves a deal or a payout, brought about at the provider. */
export function scenesOf(
  world: MoneyWorld,
  clock: SteppedClock,
  advance: (ms: number) => Promise<void>,
): Record<SceneType, () => Promise<Scene>> {
  const { system, versionOf, funded, released, chargeOf, eventsOf } = providerDeals(world, clock);
  const sweep = async () => {
    // Events that young are still on their way.
    await advance(10_000);
    await sweepWebhooks(system());
  };
  const events = (deal: TestDeal, type: string) => () => eventsOf(deal, type);
  const scene = (work: Scene['work'], effects: Scene['effects'], account: string | null = null): Scene => ({
    work,
    effects,
    account,
  });

  return {
    async 'payment_intent.succeeded'() {
      const deal = await openDeal(world, { clock });
      await payAtProvider(world, deal, { clock });
      return scene(() => confirmFunding(system(), deal), events(deal, 'funded'));
    },
    async 'checkout.session.expired'() {
      const deal = await openDeal(world, { clock });
      const { id: quoteId } = await quote(world.as(deal.brand, { clock }), deal);
      const { paymentId } = await pay(world.as(deal.brand, { clock }), { milestoneId: deal.milestoneId, quoteId });
      const { session_id: session } = await world.owner
        .selectFrom('payments')
        .select('session_id')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow();
      await world.integrations.payments.expireCheckout(session!);
      return scene(
        async () => {
          await confirmFunding(system(), deal);
          await sweep();
        },
        events(deal, 'payment_expired'),
      );
    },
    async 'refund.failed'() {
      const deal = await funded();
      await cancel(world.as(deal.creator, { clock }), { ...(await versionOf(deal)), reason: '' });
      await refund(system(), deal);
      const { provider_id: id } = await world.owner
        .selectFrom('refunds')
        .select('provider_id')
        .where('milestone_id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow();
      await world.command(`refunds/${id}`, { outcome: 'failed' });
      return scene(
        async () => {
          await sweep();
          await refund(system(), deal);
        },
        events(deal, 'refund_came_back'),
      );
    },
    async 'charge.dispute.created'() {
      const deal = await funded();
      await world.command('disputes', { charge: await chargeOf(deal) });
      return scene(sweep, events(deal, 'payment_disputed'));
    },
    async 'charge.dispute.closed'() {
      const deal = await funded();
      const { id } = await world.command<{ id: string }>('disputes', { charge: await chargeOf(deal) });
      await world.command(`disputes/${id}`, { outcome: 'won' });
      return scene(sweep, async () => {
        const { state } = (await world.owner
          .selectFrom('card_disputes')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirst()) ?? { state: 'unknown' };
        return state === 'won' ? 1 : 0;
      });
    },
    async 'radar.early_fraud_warning.created'() {
      const deal = await funded();
      await world.command(`warnings/${await chargeOf(deal)}`, {});
      return scene(sweep, events(deal, 'payment_on_hold'));
    },
    async 'transfer.reversed'() {
      const deal = await released();
      const { provider_id: id } = await world.owner
        .selectFrom('transfers')
        .select('provider_id')
        .where('milestone_id', '=', deal.milestoneId)
        .executeTakeFirstOrThrow();
      await world.command(`reversals/${id}`, { amount: 1_000 });
      return scene(sweep, events(deal, 'transfer_reversed'));
    },
    async 'payout.paid'() {
      const deal = await released();
      const { id: payoutId } = await payOut(world.as(deal.creator, { clock }), { currency: 'EUR' });
      await advancePayout(system(), { payoutId });
      const row = await world.owner
        .selectFrom('payouts as p')
        .innerJoin('payout_accounts as a', 'a.org_id', 'p.org_id')
        .select(['p.provider_id', 'a.provider_account_id'])
        .where('p.id', '=', payoutId)
        .executeTakeFirstOrThrow();
      await world.command(`payouts/${row.provider_id}`, { outcome: 'arrived' });
      return scene(
        async () => {
          await sweep();
          await advancePayout(system(), { payoutId });
        },
        async () => {
          const { n } = await world.owner
            .selectFrom('documents')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .where('payout_id', '=', payoutId)
            .executeTakeFirstOrThrow();
          return Number(n);
        },
        row.provider_account_id,
      );
    },
  };
}

/** An event in the provider's format. */
export interface RawEvent {
  id: string;
  type: string;
  account?: string;
  created: number;
  data: { object: { id: string; metadata?: Record<string, string> } };
}

interface Delivery {
  /** Everything that the provider reported, oldest first, and the event that it is about. */
  events: readonly RawEvent[];
  event: RawEvent;
  send(event: RawEvent, options?: { secret?: string; ageS?: number; altered?: boolean }): Promise<boolean>;
  scene: Scene;
  /** Moves the clocks of both. */
  advance(ms: number): Promise<void>;
  shuffle<T>(list: readonly T[]): T[];
  newId(): string;
}

const refused = async (sent: Promise<boolean>): Promise<void> => {
  if (await sent) throw new Error('it was taken');
};

/** Ways in which an event arrives. After each, the worker does its work once more. */
export const MANNERS = {
  async twice({ event, send }) {
    await send(event);
    await send(event);
  },
  async fiftyAtOnce({ event, send }) {
    await Promise.all(Array.from({ length: 50 }, () => send(event)));
  },
  async reversed({ events, send }) {
    for (const one of events.toReversed()) await send(one);
  },
  async shuffled({ events, send, shuffle }) {
    for (const one of shuffle(events)) await send(one);
  },
  async threeDaysLate({ event, send, scene, advance }) {
    await scene.work();
    await advance(72 * HOUR);
    await send(event);
  },
  async lostAtFirst({ event, send, scene, advance }) {
    await scene.work();
    await advance(HOUR);
    await scene.work();
    // The provider repeats what was not taken.
    await send(event);
  },
  async early({ event, send, scene }) {
    await Promise.all([send(event), scene.work()]);
  },
  async afterOneOfAnUnknownObject({ event, send, newId }) {
    const metadata = Object.fromEntries(Object.keys(event.data.object.metadata ?? {}).map((key) => [key, newId()]));
    const [prefix] = event.data.object.id.split('_');
    await send({
      ...event,
      id: `evt_${newId()}`,
      data: { object: { ...event.data.object, id: `${prefix}_${newId()}`, metadata } },
    });
    await send(event);
  },
  async afterOneOfAForeignAccount({ event, send, newId }) {
    await send({ ...event, id: `evt_${newId()}`, account: 'acct_thief' });
    await send(event);
  },
  async afterAWrongSignature({ event, send }) {
    await refused(send(event, { secret: 'whsec_other' }));
    await send(event);
  },
  async afterAnOldSignature({ event, send }) {
    await refused(send(event, { ageS: 301 }));
    await send(event);
  },
  async afterAnAlteredByte({ event, send }) {
    await refused(send(event, { altered: true }));
    await send(event);
  },
} as const satisfies Record<string, (delivery: Delivery) => Promise<void>>;
export type Manner = keyof typeof MANNERS;
