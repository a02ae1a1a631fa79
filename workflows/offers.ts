import { proxyActivities } from '@temporalio/workflow';
import type { OfferActivities } from './activities/offers.ts';
import type { WorkflowInput } from './contracts.ts';
import { DATABASE_STEP } from './lib/activity-options.ts';
import { followRow } from './lib/follow-row.ts';

const { offerSnapshot } = proxyActivities<OfferActivities>({ ...DATABASE_STEP, summary: 'read the offer' });
const { remindOffer } = proxyActivities<OfferActivities>({ ...DATABASE_STEP, summary: 'remind whose turn it is' });
const { expireOffer } = proxyActivities<OfferActivities>({ ...DATABASE_STEP, summary: 'expire the offer' });

/** The timers of an offer: reminders, and its expiry at the deadline. An extension or an answer signals it. */
export async function offerExpiry({ id }: WorkflowInput): Promise<string> {
  return followRow({
    title: 'Offer',
    read: () => offerSnapshot({ id }),
    on: {
      async remind({ hours = 0 }) {
        await remindOffer({ offerId: id, hoursLeft: hours });
        return `reminded: ${hours} h left`;
      },
      async expire() {
        const { done, state } = await expireOffer({ offerId: id });
        return done ? 'expired without an answer' : `kept: ${state}`;
      },
    },
  });
}
