import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireStepUp, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import type { SigningDevice } from '../contracts/sign.ts';
import { requireSigner } from '../contracts/signer.ts';
import { requireGrant } from '../escrow/grant.ts';
import { milestonesToAmend } from '../escrow/amend/amend.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { askCreator, dropRequest } from '../representations/requests.ts';
import { needsCreator } from '../representations/rules.ts';
import { requiresProof } from '../security/rules.ts';
import { sharedPrice } from '../terms/rules.ts';
import { notifySide, orgOf, otherSide, sideOf } from './announce.ts';
import { amendableDeal, plan, readChanges } from './facts.ts';
import {
  addendumById,
  contractFactsOf,
  insertSignature,
  signaturesOf,
  swapAddendum,
  type AddendumRow,
} from './queries/addenda.ts';
import type { AddendaDto, signAddendumInput } from './schema.ts';
import { signRefusal } from './turns.ts';
import { addendaFor } from './view.ts';

/** An addendum that the actor's org is a party of. */
export async function ownAddendum(tx: OrgContext, addendumId: string, lock = false): Promise<AddendumRow> {
  const row = await addendumById(tx.db, { id: addendumId, lock });
  const { orgId } = tx.actor;
  if (!row || ![row.brand_org, row.creator_org, row.agency_org].includes(orgId)) throw new AppError('not_found');
  return row;
}

/** What is new money in an addendum: its own sum counts for the proof of identity. */
const newMoney = (row: AddendumRow): number => Math.max(0, row.total_after - row.total_before);

/**
 * Signs for the actor's side; after both signatures the worker applies it. Nothing of the deal changes here. Throws
 * addendum.hash_mismatch when the text is not the one shown, what makes it impossible by now (addendum.overtaken,
 * addendum.clock_in_past, …), contract.name_mismatch, contract.same_person, and for a bonus escrow.over_release_limit. An
 * agency without the scope asks its creator instead.
 */
export async function sign(
  ctx: OrgContext,
  input: z.output<typeof signAddendumInput>,
  device: SigningDevice,
): Promise<AddendaDto> {
  const contractId = await withTx(ctx, async (tx) => {
    const { actor } = tx;
    const bound = await bindRequestKey(tx, 'addenda.sign', input);
    const { brand_org, creator_org } = await ownAddendum(tx, input.addendumId);
    const blocked = await lockOrgStatus(tx, [brand_org, creator_org]);
    const row = await ownAddendum(tx, input.addendumId, true);
    if (bound === 'repeated') return row.contract_id;
    const signatures = await signaturesOf(tx.db, [row.id]);
    const refused = signRefusal(actor, row, signatures, tx.clock.now()) ?? blocked;
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'contract.sign' } : {});
    requireVerifiedMailbox(ctx);
    if (input.documentHash !== row.document_hash) throw new AppError('addendum.hash_mismatch');
    const contract = await contractFactsOf(tx.db, row.contract_id);
    const deal = amendableDeal(contract, await milestonesToAmend(tx, row.contract_id));
    const planned = await plan(tx, deal, { changes: readChanges(row.changes), deadlineAt: row.deadline_at });
    if (!planned.ok) throw new AppError(planned.refused.code, { ...planned.refused.data, field: 'form' });
    const side = sideOf(row, actor.orgId);
    if (needsCreator(actor.acting, 'addendum_sign')) {
      await askCreator(tx, {
        act: 'addendum_sign',
        subjectId: row.id,
        title: row.title,
        price: sharedPrice(
          planned.plan.termsAfter.milestones.map((m) => m.amount),
          contract.commission_bps,
          row.currency,
        ),
        input: { addendumId: row.id, documentHash: input.documentHash },
      });
      return row.contract_id;
    }
    const otherOrg = orgOf(row, otherSide(side));
    await requireSigner(tx, { typedName: input.typedName, side, otherOrg, agencyOrg: row.agency_org, signatures });
    // A bonus is released when it is funded: who signs it for the brand releases it.
    const bonus = planned.plan.added.reduce((sum, part) => sum + (part.bonus ? part.amount : 0), 0);
    if (side === 'brand') await requireGrant(tx, row, bonus, { kind: 'bonus', id: row.id });
    if (requiresProof({ amount: newMoney(row), currency: row.currency }, tx.integrations.settings.signStepUpAbove))
      await requireStepUp(tx, 'signature');

    if (side === 'creator') await dropRequest(tx, 'addendum_sign', row.id);
    const now = tx.clock.now();
    await insertSignature(tx.db, {
      id: newId(now.getTime()),
      addendum: row,
      side,
      orgId: actor.orgId,
      userId: actor.userId,
      typedName: input.typedName,
      ip: device.ip,
      userAgent: device.userAgent?.slice(0, 300) ?? null,
      at: now,
    });
    const second = signatures.length === 1;
    const state = second ? 'signed' : 'partially_signed';
    if (!(await swapAddendum(tx.db, row, { state, at: now, ...(second ? { signedAt: now } : {}) })))
      throw new AppError('state.already_decided');
    await appendEvent(tx, {
      contractId: row.contract_id,
      type: 'addendum_signed',
      data: { n: row.n, side, hash: row.document_hash },
    });
    await signalWorkflow(tx, 'addendumSigning', row.id, 'signed', side);
    await notifySide(tx, row, otherSide(side), 'addendum_signed', side);
    await audit(tx, 'addendum.signed', `addendum:${row.id}`, { side });
    return row.contract_id;
  });
  return addendaFor(ctx, { contractId });
}
