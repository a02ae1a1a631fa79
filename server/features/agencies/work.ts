import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, withTxAs, type OrgActor, type OrgContext } from '../../context.ts';
import { everyPage, type Page } from '../../core/pagination.ts';
import { myApplications } from '../campaigns/applying.ts';
import { disputeTurns } from '../disputes/tasks.ts';
import { listDeals } from '../escrow/deals/list.ts';
import { shownState } from '../escrow/milestone/shown/rules.ts';
import type { DealListItem } from '../escrow/schema.ts';
import { listOffers } from '../offers/service.ts';
import { actingActor } from '../representations/acting.ts';
import type { PipelineItem, workInput } from './schema.ts';

const NONE = { held: 0, released: 0, turn: null, deadlineAt: null, dispute: null };

interface Place {
  after?: string;
  limit: number;
}

async function applied(as: OrgContext, place: Place): Promise<Page<PipelineItem>> {
  const { items, next } = await myApplications(as, { box: 'applied', ...place });
  return {
    items: items
      .filter(({ state, offerId }) => (state === 'submitted' || state === 'shortlisted') && !offerId)
      .map((a) => ({
        ...NONE,
        id: a.id,
        stage: 'applied',
        title: a.campaign.title,
        brand: a.campaign.brand,
        amount: a.price,
        currency: a.currency,
        turn: 'brand',
        link: ADDRESSES.openCampaign(a.campaign.id),
      })),
    next,
  };
}

async function offered(as: OrgContext, place: Place): Promise<Page<PipelineItem>> {
  const { items, next } = await listOffers(as, { box: 'open', ...place });
  return {
    items: items.map((o) => ({
      ...NONE,
      id: o.id,
      stage: 'offer',
      title: o.title,
      brand: o.brand,
      amount: o.total,
      currency: o.currency,
      turn: o.turn,
      deadlineAt: o.deadlineAt,
      link: ADDRESSES.offer(o.id),
    })),
    next,
  };
}

const ofDeal = (d: DealListItem): PipelineItem => ({
  id: d.contractId,
  stage: d.stage,
  title: d.title,
  brand: d.brand,
  amount: d.total,
  currency: d.currency,
  held: d.balances.held,
  released: d.balances.released,
  turn: d.turn ?? d.toSign,
  deadlineAt: d.deadlineAt,
  dispute: null,
  link: ADDRESSES.deal(d.contractId),
});
const deals =
  (box: 'all' | 'active') =>
  async (as: OrgContext, place: Place): Promise<Page<PipelineItem>> => {
    const { items, next } = await listDeals(as, { box, ...place });
    const disputed = items.flatMap(({ milestone }) => (milestone?.state === 'disputed' ? milestone.id : []));
    const disputes = await disputeTurns(as, disputed);
    return {
      items: items.map((d): PipelineItem => {
        const dispute = d.milestone && disputes.get(d.milestone.id);
        if (!d.milestone || !dispute) return ofDeal(d);
        const { turns, phaseEndsAt } = dispute;
        return { ...ofDeal(d), deadlineAt: phaseEndsAt, dispute: { state: shownState(d.milestone), turns } };
      }),
      next,
    };
  };

/** The list of a creator's work has three parts, one after the other. */
const PARTS = [
  ['applied', applied],
  ['offer', offered],
  ['deal', deals('all')],
] as const;

/** A page of a creator's applications, offers and deals; its cursor names the part and the place in it. */
async function pageOfWork(as: OrgContext, { after, limit }: Place): Promise<Page<PipelineItem>> {
  const [, begun, cursor] = /^(applied|offer|deal)~(.*)$/.exec(after ?? '') ?? [];
  const first = Math.max(
    PARTS.findIndex(([part]) => part === begun),
    0,
  );
  const items: PipelineItem[] = [];
  for (const [part, read] of PARTS.slice(first)) {
    if (items.length >= limit) return { items, next: `${part}~` };
    const page = await read(as, {
      limit: limit - items.length,
      ...(part === begun && cursor ? { after: cursor } : {}),
    });
    items.push(...page.items);
    if (page.next !== null) return { items, next: `${part}~${page.next}` };
  }
  return { items, next: null };
}

/**
 * The work of one creator of the agency, read as the creator: the agency's own rows end with the representation, these do
 * as well. Throws acting.ended.
 */
export async function work(
  ctx: OrgContext,
  { creatorOrg, ...place }: z.output<typeof workInput>,
): Promise<Page<PipelineItem>> {
  return withTx(ctx, async (tx) => {
    const creator = await actingActor(tx, tx.actor, creatorOrg);
    return withTxAs(tx, creator, (as) => pageOfWork(as, place));
  });
}

/** All open offers and running deals of a creator, read as the creator; in the caller's transaction. */
export const runningWork = (tx: OrgContext, creator: OrgActor): Promise<PipelineItem[]> =>
  withTxAs(tx, creator, async (as) => [
    ...(await everyPage((place) => offered(as, place))),
    ...(await everyPage((place) => deals('active')(as, place))),
  ]);
