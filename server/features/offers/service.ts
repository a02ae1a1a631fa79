import type { z } from 'zod';
import { withTx, type OrgActor, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { plus } from '../../core/clock.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import type { StepOutcome } from '../../core/step.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey, onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { requirePlace } from '../campaigns/places.ts';
import { chargeOfParts, dueProblem, termsProblems, termsTotal, withinRange } from '../terms/rules.ts';
import { dealTerms, type DealTerms, type Side } from '../terms/schema.ts';
import { type PartyDto } from '../orgs/schema.ts';
import { agreedContract, createContract } from '../contracts/service.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { notify } from '../notifications/notify.ts';
import type { NoticeData, NoticeKind } from '../notifications/schema.ts';
import { roleMay, type Action } from '../orgs/rules.ts';
import { mandateRefusal } from '../orgs/mandate.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus, orgStatusRefusal } from '../orgs/status.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { brandFeeBps, clockRanges, currentRepresentation, factsOfOffer, feeTax } from '../policies/service.ts';
import {
  applicationOfBrand,
  campaignTitle,
  moveApplication,
  offerByIdLocked,
  offerByRequestKey,
  offerFor,
  offersOf,
  hasOpenOffer,
  priceAsked,
  versionsOf,
  type OfferFilter,
  type OfferRow,
  type OfferVersionRow,
} from './queries.ts';
import { EXPIRING_MS, isOpen, offerRefusal, termsChanges, type OfferAction, type OfferFacts } from './rules.ts';
import type {
  acceptInput,
  closeOfferInput,
  counterInput,
  listOffersInput,
  OfferDetail,
  OfferListItem,
  OfferVersionDto,
  sendOfferInput,
} from './schema.ts';

const RIGHTS: Record<Exclude<OfferAction, 'expire'>, Action> = {
  accept: 'offer.accept',
  counter: 'offer.negotiate',
  decline: 'offer.negotiate',
  withdraw: 'offer.negotiate',
  extend: 'offer.negotiate',
};

const sideOf = (row: { brand_org: string }, orgId: string): Side => (row.brand_org === orgId ? 'brand' : 'creator');
const other = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');
const orgOf = (row: { brand_org: string; creator_org: string }, side: Side): string =>
  side === 'brand' ? row.brand_org : row.creator_org;
const asTerms = (json: unknown): DealTerms => dealTerms.parse(json);
const hashOf = (terms: DealTerms): Promise<string> => sha256Hex(canonicalJson(terms));
const link = (offerId: string): string => `/collaboration-request/${offerId}`;

const factsOf = (row: OfferRow): OfferFacts => ({
  state: row.state,
  turn: row.turn,
  deadlineAt: row.deadline_at,
  versions: row.current_n,
  extended: row.extended,
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
  return roleMay(actor.role, RIGHTS[action]) && !(action === 'accept' && actor.orgKind === 'agency')
    ? null
    : 'auth.not_allowed';
}

async function assertMay(
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

export async function listOffers(ctx: OrgContext, input: z.output<typeof listOffersInput>): Promise<OfferListItem[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = ctx.actor;
    const rows = await offersOf(tx.db, { orgId, limit: LIST_LIMIT, ...filterOf(input.box, tx.clock.now()) });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brand_org, r.creator_org]),
    );
    return rows.map((row) => toListItem(row, orgId, parties));
  });
}

function filterOf(box: z.output<typeof listOffersInput>['box'], now: Date): OfferFilter {
  if (box === 'in') return { open: true, turn: 'mine' };
  if (box === 'out') return { open: true, turn: 'theirs' };
  return box === 'expiring'
    ? { open: true, expiringBefore: new Date(now.getTime() + EXPIRING_MS) }
    : { open: box === 'open' };
}

async function mine(tx: OrgContext, offerId: string, lock = false): Promise<OfferRow> {
  const row = await offerFor(tx.db, { offerId, orgId: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

/** The offer and its two sides, locked until commit; `blocked`: why they cannot agree anything, or null. */
async function mineToAgree(tx: OrgContext, offerId: string): Promise<{ row: OfferRow; blocked: ErrorCode | null }> {
  const blocked = await lockOrgStatus(tx, partiesIn(await mine(tx, offerId)));
  return { row: await mine(tx, offerId, true), blocked };
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

async function detailOf(tx: OrgContext, row: OfferRow): Promise<OfferDetail> {
  const now = tx.clock.now();
  const rows = await versionsOf(tx.db, row.id);
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org, ...rows.map((v) => v.proposed_by_org)]);
  const versions = rows.map((v) => toVersion(v, row, parties));
  const newest = versions.at(-1);
  if (!newest) throw new Error(`offer ${row.id} has no version`);
  const contract = await agreedContract(tx, row.id);
  const feeBps = contract?.feeBps ?? (await brandFeeBps(tx));
  const taxBps = contract?.taxBps ?? (await factsOfOffer(tx, row.id)).tax?.bps ?? 0;
  const blocked = await orgStatusRefusal(tx, partiesIn(row));
  const mandate = await mandateRefusal(tx, row.creator_org, 'negotiate');
  const can = (action: Exclude<OfferAction, 'expire'>): true | string =>
    refusalFor(tx.actor, action, row, now, blocked, mandate) ?? true;
  return {
    ...toListItem({ ...row, terms: newest.terms, contract_id: contract?.id ?? null }, tx.actor.orgId, parties),
    version: row.version,
    campaignId: row.campaign_id,
    campaignTitle: row.campaign_id ? ((await campaignTitle(tx.db, row.campaign_id)) ?? null) : null,
    applicationId: row.application_id,
    askedPrice: row.application_id ? await priceAsked(tx.db, row.application_id) : null,
    versions,
    changes: termsChanges(versions.at(-2)?.terms ?? newest.terms, newest.terms),
    extended: row.extended,
    charge: {
      ...chargeOfParts(
        newest.terms.milestones.map((m) => m.amount),
        { feeBps, taxBps, currency: newest.terms.currency },
      ),
      feeBps,
      taxBps,
    },
    clockRanges: await clockRanges(tx),
    can: {
      accept: can('accept'),
      counter: can('counter'),
      decline: can('decline'),
      withdraw: can('withdraw'),
      extend: can('extend'),
    },
    serverNow: now,
  };
}

export async function getOffer(ctx: OrgContext, input: { offerId: string }): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => detailOf(tx, await mine(tx, input.offerId)));
}

async function assertTerms(tx: ServiceContext, terms: DealTerms): Promise<void> {
  const [first] = termsProblems(terms, { now: tx.clock.now(), ranges: await clockRanges(tx) });
  if (first) throw new AppError(first.code, { ...first.data, field: `terms.${first.field}` });
}

async function notifyParty(
  tx: ServiceContext,
  row: Pick<OfferRow, 'id' | 'brand_org' | 'creator_org' | 'title'>,
  to: Side,
  kind: NoticeKind,
  key: string,
  data: NoticeData = {},
): Promise<void> {
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org]);
  await notify(tx, {
    orgId: orgOf(row, to),
    kind,
    data: { title: row.title, name: partyIn(parties, orgOf(row, other(to))).name, ...data },
    link: link(row.id),
    key,
  });
}

interface Target {
  creatorOrg: string;
  campaignId: string | null;
  applicationId: string | null;
}

/** Whom the offer goes to, who stays able to agree; locks the application so that two members cannot both answer it. */
async function targetOf(tx: OrgContext, input: z.output<typeof sendOfferInput>): Promise<Target> {
  const requireAgreeable = async (creatorOrg: string): Promise<void> => {
    const refused = await lockOrgStatus(tx, [tx.actor.orgId, creatorOrg]);
    if (refused) throw new AppError(refused);
  };
  if (input.applicationId) {
    const ofBrand = { applicationId: input.applicationId, brandOrg: tx.actor.orgId };
    const applicant = (await applicationOfBrand(tx.db, ofBrand))?.creator_org;
    if (applicant) await requireAgreeable(applicant);
    const application = await applicationOfBrand(tx.db, { ...ofBrand, lock: true });
    if (!application) throw new AppError('not_found');
    if (application.state === 'offered' || application.state === 'accepted') throw new AppError('offer.exists');
    if (application.state !== 'submitted' && application.state !== 'shortlisted')
      throw new AppError('state.wrong', { state: application.state });
    if (application.currency !== input.terms.currency)
      throw new AppError('terms.currency_frozen', { field: 'terms.currency', currency: application.currency });
    if (
      await hasOpenOffer(tx.db, {
        brandOrg: tx.actor.orgId,
        creatorOrg: application.creator_org,
        campaignId: application.campaign_id,
      })
    )
      throw new AppError('offer.exists');
    return { creatorOrg: application.creator_org, campaignId: application.campaign_id, applicationId: application.id };
  }
  if (!input.creatorOrg) throw new AppError('input.invalid', { field: 'creatorOrg', problem: 'required' });
  const creator = (await partiesOf(tx, [input.creatorOrg])).get(input.creatorOrg);
  if (!creator || creator.kind !== 'creator') throw new AppError('not_found');
  await requireAgreeable(creator.orgId);
  await requireContactAllowance(tx, { kind: 'offer', otherOrg: creator.orgId });
  const campaignId = input.campaignId ?? null;
  if (await hasOpenOffer(tx.db, { brandOrg: tx.actor.orgId, creatorOrg: creator.orgId, campaignId }))
    throw new AppError('offer.exists');
  return { creatorOrg: creator.orgId, campaignId, applicationId: null };
}

/**
 * Sends an offer to an applicant or directly to a creator; it is open until its deadline. Throws offer.exists when the
 * application was answered already, org.other_on_hold, org.closed, billing.incomplete, and the first problem of the
 * terms.
 */
export async function sendOffer(ctx: OrgContext, input: z.output<typeof sendOfferInput>): Promise<OfferDetail> {
  requireRight(ctx, 'offer.negotiate');
  requireVerifiedMailbox(ctx);
  const brandOrg = ctx.actor.orgId;
  const earlier = async (tx: OrgContext, requestKey: string): Promise<OfferDetail | null> => {
    const sent = await offerByRequestKey(tx.db, { brandOrg, requestKey });
    return sent ? getOffer(tx, { offerId: sent }) : null;
  };
  return onceByKey(ctx, { act: 'offers.send', input }, earlier, async (tx) => {
    const target = await targetOf(tx, input);
    if (target.campaignId) await requirePlace(tx, { campaignId: target.campaignId, brandOrg });
    if (!(await feeTax(tx, brandOrg))) throw new AppError('billing.incomplete');
    await assertTerms(tx, input.terms);
    const range = (await clockRanges(tx)).offerAnswer;
    const answerWithin = input.answerWithin ?? range.fallback;
    if (!withinRange(answerWithin, range))
      throw new AppError('terms.clock_out_of_range', {
        field: 'answerWithin',
        clock: 'offerAnswer',
        min: range.min,
        max: range.max,
      });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const deadlineAt = plus(now, answerWithin);
    const representation = await currentRepresentation(tx, target.creatorOrg);
    const agencyOrg = representation?.scopes.includes('negotiate') ? representation.agencyOrg : null;
    const parts = { brand_org: brandOrg, creator_org: target.creatorOrg, agency_org: agencyOrg };
    const total = termsTotal(input.terms);
    await tx.db
      .insertInto('offers')
      .values({
        id,
        ...parts,
        campaign_id: target.campaignId,
        application_id: target.applicationId,
        state: 'sent',
        current_n: 1,
        turn: 'creator',
        title: input.title,
        currency: input.terms.currency,
        deadline_at: deadlineAt,
        request_key: ctx.requestKey,
        created_by: ctx.actor.userId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tx.db
      .insertInto('offer_versions')
      .values({
        id: newId(now.getTime()),
        offer_id: id,
        ...parts,
        n: 1,
        proposed_by_org: brandOrg,
        proposed_by_user: ctx.actor.userId,
        terms: JSON.stringify(input.terms),
        terms_hash: await hashOf(input.terms),
        note: input.note,
        created_at: now,
      })
      .execute();
    if (target.applicationId)
      await moveApplication(tx.db, {
        applicationId: target.applicationId,
        from: ['submitted', 'shortlisted'],
        to: 'offered',
        at: now,
      });
    await startWorkflow(tx, 'offerExpiry', id, {
      attributes: {
        SponsioState: 'sent',
        BrandOrg: brandOrg,
        CreatorOrg: target.creatorOrg,
        SponsioDeadline: deadlineAt.toISOString(),
        AmountMinor: total,
        ...(target.campaignId ? { CampaignId: target.campaignId } : {}),
      },
    });
    const row = await mine(tx, id);
    await notifyParty(tx, row, 'creator', 'offer_received', `offer_received:${id}`, {
      amountMinor: total,
      currency: row.currency,
      deadlineAt: deadlineAt.toISOString(),
    });
    await audit(tx, 'offer.sent', `offer:${id}`, { applicationId: target.applicationId });
    return detailOf(tx, row);
  });
}

/**
 * Replies to version `n` with other terms; the other side acts next and the time to answer starts anew. Throws
 * org.other_on_hold.
 */
export async function counterOffer(ctx: OrgContext, input: z.output<typeof counterInput>): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, 'offers.counter', input);
    const { row, blocked } = await mineToAgree(tx, input.offerId);
    const versions = await versionsOf(tx.db, row.id);
    if (bound === 'repeated') return detailOf(tx, row);
    const now = tx.clock.now();
    if (isOpen(row.state) && row.current_n !== input.n) throw new AppError('offer.terms_changed', { n: row.current_n });
    await assertMay(tx, 'counter', row, now, blocked);
    if (input.terms.currency !== row.currency)
      throw new AppError('terms.currency_frozen', { field: 'terms.currency', currency: row.currency });
    await assertTerms(tx, input.terms);
    const termsHash = await hashOf(input.terms);
    if (versions.at(-1)?.terms_hash === termsHash)
      throw new AppError('input.invalid', { field: 'terms', problem: 'unchanged' });
    const n = row.current_n + 1;
    const side = sideOf(row, ctx.actor.orgId);
    const deadlineAt = plus(now, (await clockRanges(tx)).offerAnswer.fallback);
    await tx.db
      .insertInto('offer_versions')
      .values({
        id: newId(now.getTime()),
        offer_id: row.id,
        brand_org: row.brand_org,
        creator_org: row.creator_org,
        agency_org: row.agency_org,
        n,
        proposed_by_org: ctx.actor.orgId,
        proposed_by_user: ctx.actor.userId,
        terms: JSON.stringify(input.terms),
        terms_hash: termsHash,
        note: input.note,
        request_key: ctx.requestKey,
        created_at: now,
      })
      .execute();
    await tx.db
      .updateTable('offers')
      .set((eb) => ({
        state: 'countered',
        current_n: n,
        turn: other(side),
        deadline_at: deadlineAt,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', row.id)
      .execute();
    await signalWorkflow(tx, 'offerExpiry', row.id, 'countered', `n${n}`);
    await notifyParty(tx, row, other(side), 'offer_countered', `offer_countered:${row.id}:${n}`, {
      amountMinor: termsTotal(input.terms),
      currency: row.currency,
      deadlineAt: deadlineAt.toISOString(),
    });
    await audit(tx, 'offer.countered', `offer:${row.id}`, { n });
    return detailOf(tx, await mine(tx, row.id));
  });
}

/**
 * Accepts exactly the version that was read: its number and the hash of its terms. After a concurrent counter-offer it
 * throws offer.terms_changed; with a side on hold org.other_on_hold. The contract is made in the same transaction.
 */
export async function acceptOffer(ctx: OrgContext, input: z.output<typeof acceptInput>): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => {
    await bindRequestKey(tx, 'offers.accept', input);
    const { row, blocked } = await mineToAgree(tx, input.offerId);
    const newest = (await versionsOf(tx.db, row.id)).at(-1);
    if (!newest) throw new Error(`offer ${row.id} has no version`);
    const asRead = newest.n === input.n && newest.terms_hash === input.termsHash;
    // A second click on the same version is the same act.
    if (row.state === 'accepted' && asRead && sideOf(row, ctx.actor.orgId) === row.turn) return detailOf(tx, row);
    if (isOpen(row.state) && !asRead) throw new AppError('offer.terms_changed', { n: newest.n });
    const now = tx.clock.now();
    await assertMay(tx, 'accept', row, now, blocked);
    const terms = asTerms(newest.terms);
    for (const [i, m] of terms.milestones.entries()) {
      const late = dueProblem(`terms.milestones.${i}.dueAt`, m.dueAt, now, 'PT0S');
      if (late) throw new AppError(late.code, late.data);
    }
    if (row.campaign_id) await requirePlace(tx, { campaignId: row.campaign_id, brandOrg: row.brand_org });
    await tx.db
      .updateTable('offers')
      .set((eb) => ({ state: 'accepted', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', row.id)
      .execute();
    if (row.application_id)
      await moveApplication(tx.db, { applicationId: row.application_id, from: ['offered'], to: 'accepted', at: now });
    await createContract(tx, {
      offerId: row.id,
      campaignId: row.campaign_id,
      applicationId: row.application_id,
      brandOrg: row.brand_org,
      creatorOrg: row.creator_org,
      agencyOrg: row.agency_org,
      title: row.title,
      terms,
      termsHash: newest.terms_hash,
    });
    await signalWorkflow(tx, 'offerExpiry', row.id, 'accepted', `n${newest.n}`);
    await notifyParty(tx, row, other(sideOf(row, ctx.actor.orgId)), 'offer_accepted', `offer_accepted:${row.id}`, {
      amountMinor: termsTotal(terms),
      currency: row.currency,
    });
    await audit(tx, 'offer.accepted', `offer:${row.id}`, { n: newest.n });
    return detailOf(tx, await mine(tx, row.id));
  });
}

/** The application is open again, and its time to expire starts anew. */
async function freeApplication(tx: ServiceContext, row: OfferRow): Promise<void> {
  if (row.application_id)
    await moveApplication(tx.db, {
      applicationId: row.application_id,
      from: ['offered'],
      to: 'shortlisted',
      at: tx.clock.now(),
    });
  if (row.campaign_id) await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'offer_ended', row.id);
}

async function closeOffer(
  ctx: OrgContext,
  input: z.output<typeof closeOfferInput>,
  action: 'decline' | 'withdraw',
): Promise<OfferDetail> {
  const [to, kind] =
    action === 'decline' ? (['declined', 'offer_declined'] as const) : (['withdrawn', 'offer_withdrawn'] as const);
  return withTx(ctx, async (tx) => {
    const row = await mine(tx, input.offerId, true);
    const side = sideOf(row, ctx.actor.orgId);
    if (row.state === to && (row.turn === side) === (action === 'decline')) return detailOf(tx, row);
    const now = tx.clock.now();
    await assertMay(tx, action, row, now);
    await tx.db
      .updateTable('offers')
      .set((eb) => ({
        state: to,
        closed_reason: input.reason || null,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', row.id)
      .execute();
    await freeApplication(tx, row);
    await signalWorkflow(tx, 'offerExpiry', row.id, to, `v${row.version + 1}`);
    await notifyParty(tx, row, other(side), kind, `${kind}:${row.id}`, { reason: input.reason.slice(0, 200) || null });
    await audit(tx, `offer.${to}`, `offer:${row.id}`);
    return detailOf(tx, await mine(tx, row.id));
  });
}

/** By the side that acts next; the application can get another offer. */
export const declineOffer = (ctx: OrgContext, input: z.output<typeof closeOfferInput>): Promise<OfferDetail> =>
  closeOffer(ctx, input, 'decline');

/** By the side that made the newest version. */
export const withdrawOffer = (ctx: OrgContext, input: z.output<typeof closeOfferInput>): Promise<OfferDetail> =>
  closeOffer(ctx, input, 'withdraw');

/** Gives the other side the policy's extension, once per offer. */
export async function extendOffer(ctx: OrgContext, input: { offerId: string }): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => {
    const row = await mine(tx, input.offerId, true);
    const now = tx.clock.now();
    await assertMay(tx, 'extend', row, now);
    const deadlineAt = plus(row.deadline_at, (await clockRanges(tx)).extension.fallback);
    await tx.db
      .updateTable('offers')
      .set((eb) => ({ extended: true, deadline_at: deadlineAt, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', row.id)
      .execute();
    await signalWorkflow(tx, 'offerExpiry', row.id, 'extended', 'once');
    await audit(tx, 'offer.extended', `offer:${row.id}`);
    return detailOf(tx, await mine(tx, row.id));
  });
}

/** Unanswered at the deadline: the offer expires and the application can get another offer. */
export async function expireOffer(ctx: SystemContext, input: { offerId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await offerByIdLocked(tx.db, input.offerId);
    if (!row) throw new AppError('not_found');
    if (!isOpen(row.state)) return { done: row.state === 'expired', next: null, state: row.state };
    const now = tx.clock.now();
    if (row.deadline_at.getTime() > now.getTime()) return { done: false, next: row.deadline_at, state: row.state };
    await tx.db
      .updateTable('offers')
      .set((eb) => ({ state: 'expired', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', row.id)
      .execute();
    await freeApplication(tx, row);
    for (const side of ['brand', 'creator'] as const)
      await notifyParty(tx, row, side, 'offer_expired', `offer_expired:${row.id}`);
    return { done: true, next: null, state: 'expired' };
  });
}

/** Reminds the side that acts next. */
export async function remindOffer(
  ctx: SystemContext,
  input: { offerId: string; hoursLeft: number },
): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await offerByIdLocked(tx.db, input.offerId);
    if (!row) throw new AppError('not_found');
    if (!isOpen(row.state)) return { done: true, next: null, state: row.state };
    await notifyParty(
      tx,
      row,
      row.turn,
      'offer_expiring',
      `offer_expiring:${row.id}:${row.current_n}:${input.hoursLeft}`,
      {
        hours: input.hoursLeft,
        deadlineAt: row.deadline_at.toISOString(),
      },
    );
    return { done: true, next: row.deadline_at, state: row.state };
  });
}
