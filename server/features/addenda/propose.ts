import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import type { ContractDocument } from '../contracts/schema.ts';
import { lacksFrenchClauses } from '../contracts/service.ts';
import { milestonesToAmend } from '../escrow/amend/amend.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { amendableDeal, plan } from './facts.ts';
import { chainOfContract, insertAddendum } from './queries/addenda.ts';
import { kindOf } from './rules.ts';
import type { AddendaDto, proposeAddendumInput } from './schema.ts';
import { addendumClauses, documentWith } from './text.ts';
import { addendaFor } from './view.ts';

type Input = z.output<typeof proposeAddendumInput>;

/**
 * Proposes to change a signed contract; nothing changes until both sides have signed. Throws addendum.open while another
 * one waits, addendum.other_currency, addendum.not_in_review, and what `planAddendum` refuses.
 */
export async function propose(ctx: OrgContext, input: Input): Promise<AddendaDto> {
  if (!ctx.actor.acting) requireRight(ctx, 'contract.sign');
  requireVerifiedMailbox(ctx);
  await withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, 'addenda.propose', input);
    const { actor } = tx;
    const found = await chainOfContract(tx.db, { contractId: input.contractId, orgId: actor.orgId });
    if (!found || actor.orgId === found.agency_org) throw new AppError(found ? 'auth.creator_only' : 'not_found');
    if (bound === 'repeated') return;
    const blocked = await lockOrgStatus(tx, [found.brand_org, found.creator_org]);
    if (blocked) throw new AppError(blocked);
    if (found.has_open) throw new AppError('addendum.open');
    if (input.currency !== found.currency)
      throw new AppError('addendum.other_currency', { field: 'currency', currency: found.currency });
    const rows = await milestonesToAmend(tx, found.id);
    const origin = input.changeOrderOf ? rows.find((m) => m.id === input.changeOrderOf) : undefined;
    const adds = input.changes.every((change) => change.kind === 'add');
    if (input.changeOrderOf && (!adds || origin?.state !== 'delivered' || actor.orgId !== found.brand_org))
      throw new AppError('addendum.not_in_review');

    const now = tx.clock.now();
    const deal = amendableDeal(found, rows);
    const deadlineAt = plus(now, deal.terms.clocks.signature);
    const planned = await plan(tx, deal, { changes: input.changes, deadlineAt });
    if (!planned.ok) throw new AppError(planned.refused.code, planned.refused.data);
    const side = actor.orgId === found.brand_org ? 'brand' : 'creator';
    const kind = kindOf(input.changes, origin !== undefined);
    const contract = found.document as unknown as ContractDocument;
    const facts = {
      n: Number(found.last_n ?? 0) + 1,
      title: found.title,
      contractId: found.id,
      contractHash: found.document_hash,
      previousHash: found.last_hash ?? found.document_hash,
      brand: contract.brand,
      creator: contract.creator,
      language: contract.language,
      reason: input.reason,
    };
    const clauses = addendumClauses(facts, kind, planned.plan, {
      currency: found.currency,
      totalBefore: found.total,
      frenchLaw: await lacksFrenchClauses(tx, found, planned.plan.termsAfter),
    });
    const languages = [contract.language, ...(contract.wordings ?? []).map((one) => one.language)];
    const { document, documentHash } = await documentWith(facts, clauses, languages, planned.plan.termsAfter);
    const id = newId(now.getTime());
    const inserted = await insertAddendum(tx.db, {
      id,
      contract: found,
      n: facts.n,
      kind,
      originMilestoneId: origin?.id ?? null,
      side,
      userId: actor.userId,
      reason: input.reason,
      changes: input.changes,
      totalBefore: found.total,
      totalAfter: planned.plan.totalAfter,
      termsAfter: planned.plan.termsAfter,
      document,
      documentHash,
      previousHash: facts.previousHash,
      deadlineAt,
      at: now,
    });
    if (!inserted) throw new AppError('addendum.open');
    await startWorkflow(tx, 'addendumSigning', id, {
      attributes: {
        SponsioState: 'proposed',
        ContractId: found.id,
        BrandOrg: found.brand_org,
        CreatorOrg: found.creator_org,
        SponsioDeadline: deadlineAt.toISOString(),
        AmountMinor: planned.plan.totalAfter,
      },
    });
    await appendEvent(tx, {
      contractId: found.id,
      type: 'addendum_proposed',
      data: { n: facts.n, kind, hash: documentHash, reason: input.reason, total: planned.plan.totalAfter },
    });
    const parties = await partiesOf(tx, [actor.orgId]);
    await notify(tx, {
      orgId: side === 'brand' ? found.creator_org : found.brand_org,
      kind: 'addendum_proposed',
      data: {
        name: partyIn(parties, actor.orgId).name,
        title: found.title,
        reason: input.reason.slice(0, 200),
        amountMinor: planned.plan.totalAfter,
        currency: found.currency,
        deadlineAt: deadlineAt.toISOString(),
      },
      link: ADDRESSES.deal(found.id),
      key: `addendum_proposed:${id}`,
    });
    await audit(tx, 'addendum.proposed', `addendum:${id}`, { contractId: found.id, kind });
  });
  return addendaFor(ctx, { contractId: input.contractId });
}
