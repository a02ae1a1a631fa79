import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, withTxAs, type OrgActor, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { myApplications } from '../campaigns/applying.ts';
import { listDeals } from '../escrow/deals/list.ts';
import { listOffers } from '../offers/service.ts';
import { payoutOverview } from '../payouts/service.ts';
import { actingActor } from '../representations/acting.ts';
import { openRepresentations } from '../representations/service.ts';
import type { RepresentationDto } from '../representations/schema.ts';
import type { AgencyHome, PipelineItem, PipelineRow, RosterEntry } from './schema.ts';

const SHOWN = 50;
const RUNNING: readonly string[] = ['active', 'ending'];

function requireAgency({ actor }: OrgContext): void {
  if (actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
}

/**
 * What a creator's work consists of, read as the creator: the agency's own rows end with the representation, these do as
 * well.
 */
async function workOf(tx: OrgContext, creator: OrgActor): Promise<PipelineItem[]> {
  return withTxAs(tx, creator, async (as) => {
    const applications = await myApplications(as, { box: 'applied', limit: SHOWN });
    const offers = await listOffers(as, { box: 'open', limit: SHOWN });
    const deals = await listDeals(as, { limit: SHOWN });
    const none = { held: 0, released: 0, turn: null, deadlineAt: null };
    return [
      ...applications.items
        .filter(({ state, offerId }) => (state === 'submitted' || state === 'shortlisted') && !offerId)
        .map((a): PipelineItem => ({
          ...none,
          id: a.id,
          stage: 'applied',
          title: a.campaign.title,
          brand: a.campaign.brand,
          amount: a.price,
          currency: a.currency,
          turn: 'brand',
          link: ADDRESSES.openCampaign(a.campaign.id),
        })),
      ...offers.items.map((o): PipelineItem => ({
        ...none,
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
      ...deals.items.map((d): PipelineItem => ({
        id: d.contractId,
        stage: d.stage,
        title: d.title,
        brand: d.brand,
        amount: d.total,
        currency: d.currency,
        held: d.balances.held,
        released: d.balances.released,
        turn: d.turn,
        deadlineAt: d.deadlineAt,
        link: ADDRESSES.deal(d.contractId),
      })),
    ];
  });
}

const represented = (list: readonly RepresentationDto[], now: Date): RepresentationDto[] =>
  list.filter(({ state, from, to }) => RUNNING.includes(state) && from <= now && (!to || to > now));

/** The work of every creator that the agency represents now. */
async function boards(tx: OrgContext, list: readonly RepresentationDto[]): Promise<Map<string, PipelineItem[]>> {
  const found = new Map<string, PipelineItem[]>();
  for (const { id, creator } of represented(list, tx.clock.now()))
    if (creator) found.set(id, await workOf(tx, await actingActor(tx, tx.actor, creator.orgId)));
  return found;
}

/** Every creator of the roster with each application, offer and deal. */
export async function pipeline(ctx: OrgContext): Promise<PipelineRow[]> {
  requireAgency(ctx);
  return withTx(ctx, async (tx) => {
    const list = await openRepresentations(tx);
    const work = await boards(tx, list);
    return list.flatMap(({ id, creator }) => (creator && work.has(id) ? [{ creator, items: work.get(id) ?? [] }] : []));
  });
}

function figuresOf(items: readonly PipelineItem[]): NonNullable<RosterEntry['figures']> {
  const held = new Map<PipelineItem['currency'], number>();
  for (const item of items) if (item.held > 0) held.set(item.currency, (held.get(item.currency) ?? 0) + item.held);
  const time = ({ deadlineAt }: PipelineItem) => deadlineAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return {
    active: items.filter(({ stage }) => stage !== 'applied' && stage !== 'offer' && stage !== 'done').length,
    offers: items.filter(({ stage }) => stage === 'offer').length,
    due: items
      .filter(({ turn, stage }) => turn === 'creator' && stage !== 'done')
      .toSorted((a, b) => time(a) - time(b)),
    held: [...held].map(([currency, amount]) => ({ amount, currency })),
  };
}

/** The roster with what is due, and the agency's commission. */
export async function home(ctx: OrgContext): Promise<AgencyHome> {
  requireAgency(ctx);
  return withTx(ctx, async (tx) => {
    const list = await openRepresentations(tx);
    const work = await boards(tx, list);
    const { perCurrency } = await payoutOverview(tx);
    return {
      roster: list.map((representation) => {
        const items = work.get(representation.id);
        return { representation, figures: items ? figuresOf(items) : null };
      }),
      commission: perCurrency.map(({ currency, held, inReview, clearing, onHold, available, inTransit, paid }) => ({
        currency,
        held: held + inReview + clearing + onHold,
        earned: available + inTransit,
        paid,
      })),
      serverNow: tx.clock.now(),
    };
  });
}
