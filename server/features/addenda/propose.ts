import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { truncated } from '../../core/text.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import type { ContractDocument } from '../contracts/schema.ts';
import { lacksFrenchClauses, storedWordingOf } from '../contracts/service.ts';
import { milestonesToAmend } from '../escrow/amend/amend.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { orgOf, otherSide, sideOf } from './announce.ts';
import { amendableDeal, plan } from './facts.ts';
import { chainOfContract, insertAddendum, type ContractChain, type NewAddendum } from './queries/addenda.ts';
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
    const contract = await chainOfContract(tx.db, { contractId: input.contractId, orgId: actor.orgId });
    if (!contract || actor.orgId === contract.agency_org)
      throw new AppError(contract ? 'auth.creator_only' : 'not_found');
    if (bound === 'repeated') return;
    const blocked = await lockOrgStatus(tx, [contract.brand_org, contract.creator_org]);
    if (blocked) throw new AppError(blocked);
    if (contract.has_open) throw new AppError('addendum.open');
    if (input.currency !== contract.currency)
      throw new AppError('addendum.other_currency', { field: 'currency', currency: contract.currency });
    const addendum = await draft(tx, contract, input);
    if (!(await insertAddendum(tx.db, addendum))) throw new AppError('addendum.open');
    await announce(tx, contract, addendum);
  });
  return addendaFor(ctx, { contractId: input.contractId });
}

/** The addendum that these changes make of the deal as it is now, with the text that both sides sign. */
async function draft(tx: OrgContext, contract: ContractChain, input: Input): Promise<NewAddendum> {
  const { orgId, userId } = tx.actor;
  const rows = await milestonesToAmend(tx, contract.id);
  const origin = input.changeOrderOf ? rows.find((m) => m.id === input.changeOrderOf) : undefined;
  const adds = input.changes.every((change) => change.kind === 'add');
  if (input.changeOrderOf && (!adds || origin?.state !== 'delivered' || orgId !== contract.brand_org))
    throw new AppError('addendum.not_in_review');

  const now = tx.clock.now();
  const deal = amendableDeal(contract, rows);
  const deadlineAt = plus(now, deal.terms.clocks.signature);
  const planned = await plan(tx, deal, { changes: input.changes, deadlineAt });
  if (!planned.ok) throw new AppError(planned.refused.code, planned.refused.data);
  const { totalAfter, termsAfter } = planned.plan;
  const kind = kindOf(input.changes, origin !== undefined);
  const signed = contract.document as unknown as ContractDocument;
  const facts = {
    n: Number(contract.last_n ?? 0) + 1,
    title: contract.title,
    contractId: contract.id,
    contractHash: contract.document_hash,
    previousHash: contract.last_hash ?? contract.document_hash,
    brand: signed.brand,
    creator: signed.creator,
    language: signed.language,
    reason: input.reason,
  };
  const clauses = addendumClauses(facts, kind, planned.plan, {
    currency: contract.currency,
    totalBefore: contract.total,
    frenchLaw: await lacksFrenchClauses(tx, contract, termsAfter),
  });
  // Of a contract that was signed before words were part of its text, they are stored beside it.
  const wordings = signed.wordings ?? (await storedWordingOf(tx, contract))?.wordings ?? [];
  const languages = [signed.language, ...wordings.map((one) => one.language)];
  const { document, documentHash } = await documentWith(facts, clauses, languages, termsAfter);
  return {
    id: newId(now.getTime()),
    contract,
    n: facts.n,
    kind,
    originMilestoneId: origin?.id ?? null,
    side: sideOf(contract, orgId),
    userId,
    reason: input.reason,
    changes: input.changes,
    totalBefore: contract.total,
    totalAfter,
    termsAfter,
    document,
    documentHash,
    previousHash: facts.previousHash,
    deadlineAt,
    at: now,
  };
}

/** Starts the workflow of its signatures and notifies the other side. */
async function announce(tx: OrgContext, contract: ContractChain, addendum: NewAddendum): Promise<void> {
  const { id, n, kind, reason, totalAfter, deadlineAt, documentHash } = addendum;
  await startWorkflow(tx, 'addendumSigning', id, {
    attributes: {
      SponsioState: 'proposed',
      ContractId: contract.id,
      BrandOrg: contract.brand_org,
      CreatorOrg: contract.creator_org,
      SponsioDeadline: deadlineAt.toISOString(),
      AmountMinor: totalAfter,
    },
  });
  await appendEvent(tx, {
    contractId: contract.id,
    type: 'addendum_proposed',
    data: { n, kind, hash: documentHash, reason, total: totalAfter },
  });
  const parties = await partiesOf(tx, [tx.actor.orgId]);
  await notify(tx, {
    orgId: orgOf(contract, otherSide(addendum.side)),
    kind: 'addendum_proposed',
    data: {
      name: partyIn(parties, tx.actor.orgId).name,
      title: contract.title,
      reason: truncated(reason, 200),
      amountMinor: totalAfter,
      currency: contract.currency,
      deadlineAt: deadlineAt.toISOString(),
    },
    link: ADDRESSES.deal(contract.id),
    key: `addendum_proposed:${id}`,
  });
  await audit(tx, 'addendum.proposed', `addendum:${id}`, { contractId: contract.id, kind });
}
