import { accept, activate, apply, offer, sign } from './acts.ts';
import { HOUR, type Stage } from './stage.ts';
import type { TermsSeed } from './terms.ts';

export interface Deal {
  contractId: string;
  brand: string;
  creator: string;
}

export interface DealSeed {
  title: string;
  /** Who of the brand negotiates and signs. */
  brand: string;
  creator: string;
  terms: TermsSeed;
  offeredAt: Date;
  note?: string;
  /** The reply to an ad that is hired. */
  adReplyId?: () => string;
  /** Applied to this campaign a day before; absent: the offer goes straight to the creator. */
  application?: { campaignId: () => string; pitch: string; price: number };
}

export const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR);

/** From the application or the request to two signatures, within a day; the milestones then wait for their money. */
export async function* agree(stage: Stage, seed: DealSeed): AsyncGenerator<Date, Deal, void> {
  const { brand, creator, offeredAt } = seed;
  let applicationId: string | undefined;
  if (seed.application) {
    yield later(offeredAt, -26);
    applicationId = await apply(
      stage,
      creator,
      seed.application.campaignId(),
      seed.application.pitch,
      seed.application.price,
    );
  }
  yield offeredAt;
  const offerId = await offer(stage, {
    by: brand,
    to: creator,
    title: seed.title,
    terms: seed.terms,
    ...(seed.note ? { note: seed.note } : {}),
    ...(applicationId ? { applicationId } : {}),
    ...(seed.adReplyId ? { adReplyId: seed.adReplyId() } : {}),
  });
  yield later(offeredAt, 5);
  const contractId = await accept(stage, creator, offerId);
  yield later(offeredAt, 6);
  await sign(stage, brand, contractId);
  yield later(offeredAt, 9);
  await sign(stage, creator, contractId);
  await activate(stage, contractId);
  return { contractId, brand, creator };
}
