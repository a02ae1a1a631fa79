import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { bindRequestKey } from '../../once.ts';
import { noteOfferEnded } from '../ads/hiring.ts';
import { audit } from '../audit/audit.ts';
import { moveApplication } from '../campaigns/application-moves.ts';
import { requirePlace } from '../campaigns/places.ts';
import { tidyClauses } from '../clauses/wording.ts';
import { dueProblem, sharedPrice, termsTotal } from '../terms/rules.ts';
import { createContract } from '../contracts/create.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { clockRanges, currentRepresentation, factsOfOffer } from '../policies/service.ts';
import { insertVersion, updateOffer, versionsOf } from './queries.ts';
import { isMember } from '../orgs/service.ts';
import { askCreator } from '../representations/requests.ts';
import { needsCreator } from '../representations/rules.ts';
import { isOpen } from './rules.ts';
import type { acceptInput, counterInput, OfferDetail } from './schema.ts';
import { sideOf, other, notifyParty } from './notify.ts';
import { requirePayable } from './payable.ts';
import { asTerms, hashOf, assertTerms } from './terms.ts';
import { assertMay, ownOffer, mineToAgree, detailOf } from './service.ts';

/**
 * Replies to version `n` with other terms; the other side acts next and the time to answer starts anew. Throws
 * org.other_on_hold.
 */
export async function counterOffer(ctx: OrgContext, given: z.output<typeof counterInput>): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, 'offers.counter', given);
    const input = { ...given, terms: tidyClauses(given.terms) };
    const { row, blocked } = await mineToAgree(tx, input.offerId);
    const versions = await versionsOf(tx.db, row.id);
    if (bound === 'repeated') return detailOf(tx, row);
    const now = tx.clock.now();
    if (isOpen(row.state) && row.current_n !== input.n) throw new AppError('offer.terms_changed', { n: row.current_n });
    await assertMay(tx, 'counter', row, now, blocked);
    if (input.terms.currency !== row.currency)
      throw new AppError('terms.currency_frozen', { field: 'terms.currency', currency: row.currency });
    await requirePayable(tx, row.creator_org);
    await assertTerms(tx, input.terms, (await factsOfOffer(tx, row.id)).tax);
    const termsHash = await hashOf(input.terms);
    if (versions.at(-1)?.terms_hash === termsHash)
      throw new AppError('input.invalid', { field: 'terms', problem: 'unchanged' });
    const n = row.current_n + 1;
    const side = sideOf(row, ctx.actor.orgId);
    const deadlineAt = plus(now, (await clockRanges(tx)).offerAnswer.fallback);
    await insertVersion(tx.db, {
      id: newId(now.getTime()),
      offerId: row.id,
      parties: row,
      n,
      by: ctx.actor,
      terms: input.terms,
      termsHash,
      note: input.note,
      requestKey: ctx.requestKey,
      at: now,
    });
    await updateOffer(tx.db, row.id, {
      state: 'countered',
      current_n: n,
      turn: other(side),
      deadline_at: deadlineAt,
      updated_at: now,
    });
    await signalWorkflow(tx, 'offerExpiry', row.id, 'countered', `n${n}`);
    await notifyParty(tx, row, other(side), 'offer_countered', `offer_countered:${row.id}:${n}`, {
      amountMinor: termsTotal(input.terms),
      currency: row.currency,
      deadlineAt: deadlineAt.toISOString(),
    });
    await audit(tx, 'offer.countered', `offer:${row.id}`, { n });
    return detailOf(tx, await ownOffer(tx, row.id));
  });
}

/**
 * Accepts exactly the version that was read: its number and the hash of its terms. After a concurrent counter-offer it
 * throws offer.terms_changed; with a side on hold org.other_on_hold; where the creator's country cannot be paid any more
 * offer.country_unpaid, to the creator offer.own_country_unpaid. The contract is made in the same transaction. An agency
 * without the scope asks its creator instead.
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
    await requirePayable(tx, row.creator_org);
    const terms = asTerms(newest.terms);
    for (const [i, m] of terms.milestones.entries()) {
      const late = dueProblem(`terms.milestones.${i}.dueAt`, m.dueAt, now, 'PT0S');
      if (late) throw new AppError(late.code, late.data);
    }
    if (tx.actor.acting && (await isMember(tx, row.brand_org, tx.actor.userId)))
      throw new AppError('contract.same_person');
    if (needsCreator(tx.actor.acting, 'offer_accept')) {
      const commissionBps = (await currentRepresentation(tx, row.creator_org))?.commissionBps ?? 0;
      const price = sharedPrice(
        terms.milestones.map((m) => m.amount),
        commissionBps,
        row.currency,
      );
      await askCreator(tx, { act: 'offer_accept', subjectId: row.id, title: row.title, price, input });
      return detailOf(tx, row);
    }
    if (row.campaign_id) await requirePlace(tx, { campaignId: row.campaign_id, brandOrg: row.brand_org });
    await updateOffer(tx.db, row.id, { state: 'accepted', updated_at: now });
    if (row.application_id)
      await moveApplication(tx, { applicationId: row.application_id, from: ['offered'], to: 'accepted' });
    await noteOfferEnded(tx, { offerId: row.id, accepted: true });
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
    return detailOf(tx, await ownOffer(tx, row.id));
  });
}

/** Gives the other side the policy's extension, once per offer. */
export async function extendOffer(ctx: OrgContext, input: { offerId: string }): Promise<OfferDetail> {
  return withTx(ctx, async (tx) => {
    const row = await ownOffer(tx, input.offerId, true);
    const now = tx.clock.now();
    await assertMay(tx, 'extend', row, now);
    const deadlineAt = plus(row.deadline_at, (await clockRanges(tx)).extension.fallback);
    await updateOffer(tx.db, row.id, { extended: true, deadline_at: deadlineAt, updated_at: now });
    await signalWorkflow(tx, 'offerExpiry', row.id, 'extended', 'once');
    await audit(tx, 'offer.extended', `offer:${row.id}`);
    return detailOf(tx, await ownOffer(tx, row.id));
  });
}
