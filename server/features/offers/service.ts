import type * as z from 'zod';
import { withTx, type OrgActor, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { feeSums } from '../ledger/charges/rules.ts';
import { chargeOfParts, creatorShareOf, termsTotal } from '../terms/rules.ts';
import type { DealTerms } from '../terms/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { agreedContract } from '../contracts/service.ts';
import { roleMay, type Action } from '../orgs/rules.ts';
import { isActingAgent } from '../representations/rules.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { standardWordings } from '../clauses/wording.ts';
import { lockOrgStatus, orgStatusRefusal } from '../orgs/status.ts';
import { brandFee, clockRanges, currentRepresentation, factsOfOffer, liveClockRanges } from '../policies/service.ts';
import {
  campaignTitle,
  offerFor,
  countOffers,
  offersOf,
  requestedPrice,
  versionsOf,
  type OfferFilter,
  type OfferRow,
  type OfferVersionRow,
} from './queries.ts';
import { EXPIRING_MS, offerRefusal, termsChanges, type OfferAction, type OfferFacts } from './rules.ts';
import type { listOffersInput, OfferCounts, OfferDetail, OfferListItem, OfferVersionDto } from './schema.ts';
import { sideOf } from './notify.ts';
import { payableRefusal } from './payable.ts';
import { asTerms } from './terms.ts';

/** Kept as the reason of an offer whose contract expired unsigned. */
export const CONTRACT_EXPIRED = 'contract_expired';

const RIGHTS: Record<Exclude<OfferAction, 'expire'>, Action> = {
  accept: 'offer.accept',
  counter: 'offer.negotiate',
  decline: 'offer.negotiate',
  withdraw: 'offer.negotiate',
  extend: 'offer.negotiate',
};

const factsOf = (row: OfferRow): OfferFacts => ({
  state: row.state,
  turn: row.turn,
  deadlineAt: row.deadline_at,
  versions: row.current_n,
  extended: row.extended,
  fixed: row.fixed,
});

const partiesIn = (row: { brand_org: string; creator_org: string }): string[] => [row.brand_org, row.creator_org];

/** Acts that lead to a deal; an offer can be left in any state of the other side. */
const AGREEING: readonly OfferAction[] = ['accept', 'counter'];

/** `blocked`: why nothing new can be agreed between the two sides, `mandate`: why an agency may not negotiate for its creator, or null. */
function refusalFor(
  actor: OrgActor,
  action: Exclude<OfferAction, 'expire'>,
  row: OfferRow,
  now: Date,
  blocked: ErrorCode | null,
  mandate: ErrorCode | null,
): ErrorCode | null {
  const closed = offerRefusal(action, factsOf(row), sideOf(row, actor.orgId), now);
  if (closed) return closed;
  if (mandate && action !== 'accept') return mandate;
  if (blocked && AGREEING.includes(action)) return blocked;
  // An agency may negotiate for its creator; agreeing is the creator's own act.
  return (roleMay(actor.role, RIGHTS[action]) || isActingAgent(actor)) &&
    !(action === 'accept' && actor.orgKind === 'agency')
    ? null
    : 'auth.not_allowed';
}

export async function assertMay(
  tx: OrgContext,
  action: Exclude<OfferAction, 'expire'>,
  row: OfferRow,
  now: Date,
  blocked: ErrorCode | null = null,
): Promise<void> {
  const code = refusalFor(tx.actor, action, row, now, blocked, await mandateRefusal(tx, row.creator_org, 'negotiate'));
  if (code) throw new AppError(code, code === 'auth.not_allowed' ? { action: RIGHTS[action] } : {});
}

interface ListRow extends OfferRow {
  contract_id: string | null;
  terms: unknown;
}

function toListItem(row: ListRow, orgId: string, parties: ReadonlyMap<string, PartyDto>): OfferListItem {
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    brand: partyIn(parties, row.brand_org),
    creator: partyIn(parties, row.creator_org),
    currency: row.currency,
    total: termsTotal(row.terms as DealTerms),
    turn: row.turn,
    mySide: sideOf(row, orgId),
    deadlineAt: row.deadline_at,
    updatedAt: row.updated_at,
    contractId: row.contract_id,
  };
}

export async function listOffers(
  ctx: OrgContext,
  input: Partial<z.output<typeof listOffersInput>> = {},
): Promise<Page<OfferListItem>> {
  const { box = 'open', after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const rows = await offersOf(tx.db, {
      reader: tx.actor,
      after: readPlace(after),
      limit: limit + 1,
      ...filterOf(box, tx.clock.now()),
    });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brand_org, r.creator_org]),
    );
    return toPage(rows, limit, placeCursor, (row) => toListItem(row, tx.actor.orgId, parties));
  });
}

/** Open offers, and those of them that wait for the actor's answer; up to `COUNT_CAP`. */
export const offerCounts = (ctx: OrgContext): Promise<OfferCounts> =>
  withTx(ctx, async (tx) => ({
    open: await countOffers(tx.db, { reader: tx.actor, open: true, cap: COUNT_CAP }),
    waiting: await countOffers(tx.db, { reader: tx.actor, open: true, turn: 'mine', cap: COUNT_CAP }),
  }));

function filterOf(box: z.output<typeof listOffersInput>['box'], now: Date): OfferFilter {
  if (box === 'in') return { open: true, turn: 'mine' };
  if (box === 'out') return { open: true, turn: 'theirs' };
  return box === 'expiring'
    ? { open: true, expiringBefore: new Date(now.getTime() + EXPIRING_MS) }
    : { open: box === 'open' };
}

export async function ownOffer(tx: OrgContext, offerId: string, lock = false): Promise<OfferRow> {
  const row = await offerFor(tx.db, { offerId, orgId: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

/** The offer and its two sides, locked until commit; `blocked`: why they cannot agree anything, or null. */
export async function mineToAgree(
  tx: OrgContext,
  offerId: string,
): Promise<{ row: OfferRow; blocked: ErrorCode | null }> {
  const blocked = await lockOrgStatus(tx, partiesIn(await ownOffer(tx, offerId)));
  return { row: await ownOffer(tx, offerId, true), blocked };
}

function toVersion(row: OfferVersionRow, offer: OfferRow, parties: ReadonlyMap<string, PartyDto>): OfferVersionDto {
  return {
    n: row.n,
    by: sideOf(offer, row.proposed_by_org),
    byName: parties.get(row.proposed_by_org)?.name ?? '',
    terms: asTerms(row.terms),
    termsHash: row.terms_hash,
    note: row.note,
    at: row.created_at,
  };
}

export async function detailOf(tx: OrgContext, row: OfferRow): Promise<OfferDetail> {
  const now = tx.clock.now();
  const rows = await versionsOf(tx.db, row.id);
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org, ...rows.map((v) => v.proposed_by_org)]);
  const versions = rows.map((v) => toVersion(v, row, parties));
  const newest = versions.at(-1);
  if (!newest) throw new Error(`offer ${row.id} has no version`);
  const contract = await agreedContract(tx, row.id);
  const { currency } = newest.terms;
  const tax = contract ? null : (await factsOfOffer(tx, row.id)).tax;
  const fee = contract?.fee ?? (await brandFee(tx, { country: tax?.country ?? null, currency }));
  const taxBps = contract?.taxBps ?? tax?.bps ?? 0;
  const agreed =
    row.brand_org === tx.actor.orgId ? null : (contract ?? (await currentRepresentation(tx, row.creator_org)));
  const commissionBps = agreed?.commissionBps ?? 0;
  const amounts = newest.terms.milestones.map((m) => m.amount);
  const blocked = await orgStatusRefusal(tx, partiesIn(row));
  const mandate = await mandateRefusal(tx, row.creator_org, 'negotiate');
  const can = (action: Exclude<OfferAction, 'expire'>): true | string =>
    refusalFor(tx.actor, action, row, now, blocked, mandate) ?? true;
  const [accept, counter] = [can('accept'), can('counter')];
  // Before the form of a counter-offer is opened, not when it is sent.
  const unpaid = accept === true || counter === true ? await payableRefusal(tx, row.creator_org) : null;
  return {
    ...toListItem({ ...row, terms: newest.terms, contract_id: contract?.id ?? null }, tx.actor.orgId, parties),
    version: row.version,
    campaignId: row.campaign_id,
    campaignTitle: row.campaign_id ? ((await campaignTitle(tx.db, row.campaign_id)) ?? null) : null,
    applicationId: row.application_id,
    requestedPrice: row.application_id ? await requestedPrice(tx.db, row.application_id) : null,
    versions,
    standardClauses: standardWordings(newest.terms.clauses),
    changes: termsChanges(versions.at(-2)?.terms ?? newest.terms, newest.terms),
    extended: row.extended,
    closedReason: row.closed_reason && row.closed_reason !== CONTRACT_EXPIRED ? row.closed_reason : null,
    charge: {
      ...chargeOfParts(amounts, { feeBps: fee, taxBps, currency }),
      feeBps: typeof fee === 'number' ? fee : fee.bps,
      feeTerms: feeSums(fee),
      taxBps,
      commissionBps,
      creatorShare: creatorShareOf(amounts, commissionBps, currency),
    },
    asAgency: row.agency_org === tx.actor.orgId,
    clockRanges: { ...(await clockRanges(tx)), ...(await liveClockRanges(tx)) },
    can: {
      accept: accept === true ? (unpaid ?? true) : accept,
      counter: counter === true ? (unpaid ?? true) : counter,
      decline: can('decline'),
      withdraw: can('withdraw'),
      extend: can('extend'),
    },
    serverNow: now,
  };
}

export async function getOffer(ctx: OrgContext, input: { offerId: string }): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => detailOf(tx, await ownOffer(tx, input.offerId)));
}
