import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { milestonesToAmend } from '../escrow/amend/amend.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { orgStatusRefusal } from '../orgs/status.ts';
import { roleMay } from '../orgs/rules.ts';
import { hasOpenRequest } from '../representations/requests.ts';
import { isActingAgent } from '../representations/rules.ts';
import { moveRefusal, repriceRefusal, type AmendableDeal } from './changes/rules.ts';
import { ADDENDUM_CLOCKS, clockIn } from './clocks/rules.ts';
import { amendableDeal, plan, rangesFor, readChanges } from './facts.ts';
import {
  addendaOf,
  chainOfContract,
  signaturesOf,
  type AddendumRow,
  type ContractChain,
  type SignatureRow,
} from './queries/addenda.ts';
import type { AddendaDto, AddendumDto } from './schema.ts';
import { declineRefusal, signRefusal, withdrawRefusal } from './turns.ts';
import { sideOf } from './announce.ts';

function proposeRefusal(tx: OrgContext, contract: ContractChain, blocked: ErrorCode | null): ErrorCode | null {
  const { actor } = tx;
  if (actor.orgId === contract.agency_org) return 'auth.creator_only';
  if (contract.state !== 'active') return 'addendum.deal_over';
  if (contract.has_open) return 'addendum.open';
  if (blocked) return blocked;
  return roleMay(actor.role, 'contract.sign') || isActingAgent(actor) ? null : 'auth.not_allowed';
}

async function toDto(
  tx: OrgContext,
  row: AddendumRow,
  deal: AmendableDeal,
  signatures: readonly SignatureRow[],
  blocked: ErrorCode | null,
): Promise<AddendumDto> {
  const planned = row.ended_at
    ? null
    : await plan(tx, deal, { changes: readChanges(row.changes), deadlineAt: row.deadline_at });
  const overtaken = planned && !planned.ok ? planned.refused.code : null;
  return {
    id: row.id,
    contractId: row.contract_id,
    n: row.n,
    kind: row.kind,
    state: row.state,
    version: row.version,
    proposedSide: row.proposed_side,
    reason: row.reason,
    currency: row.currency,
    totalBefore: row.total_before,
    totalAfter: row.total_after,
    document: row.document,
    documentHash: row.document_hash,
    deadlineAt: row.deadline_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    endReason: row.end_reason || null,
    signatures: signatures.map((s) => ({ side: s.side, name: s.typed_name, signedAt: s.signed_at })),
    effects: planned?.ok ? planned.plan.effects : null,
    overtaken,
    pdfUrl: row.signed_at ? `/files/addenda/${row.id}.pdf` : null,
    can: {
      sign: signRefusal(tx.actor, row, signatures, tx.clock.now()) ?? overtaken ?? blocked ?? true,
      decline: declineRefusal(tx.actor, row) ?? true,
      withdraw: withdrawRefusal(tx.actor, row) ?? true,
    },
    creatorConfirms: row.ended_at === null && (await hasOpenRequest(tx, [row.id])),
  };
}

/** The addenda of a deal with what each does, for one of its parties. Throws not_found for any other actor. */
export async function addendaFor(ctx: OrgContext, { contractId }: { contractId: string }): Promise<AddendaDto> {
  return withTx(ctx, async (tx) => {
    const { actor } = tx;
    const contract = await chainOfContract(tx.db, { contractId, orgId: actor.orgId });
    if (!contract) throw new AppError('not_found');
    const rows = await addendaOf(tx.db, contract.id);
    const signatures = await signaturesOf(
      tx.db,
      rows.map((row) => row.id),
    );
    const deal = amendableDeal(contract, await milestonesToAmend(tx, contract.id));
    const blocked = await orgStatusRefusal(tx, [contract.brand_org, contract.creator_org]);
    const ranges = await rangesFor(tx, deal.terms);
    const mySide = sideOf(contract, actor.orgId);
    const otherOrg = mySide === 'brand' ? contract.creator_org : contract.brand_org;
    const addenda: AddendumDto[] = [];
    for (const row of rows) {
      const own = signatures.filter((s) => s.addendum_id === row.id);
      addenda.push(await toDto(tx, row, deal, own, blocked));
    }
    return {
      contractId: contract.id,
      mySide,
      otherName: partyIn(await partiesOf(tx, [otherOrg]), otherOrg).name,
      currency: contract.currency,
      addenda,
      milestones: deal.milestones.map((m) => ({
        milestoneId: m.id,
        title: m.title,
        state: m.state,
        amount: m.amount,
        dueAt: m.dueAt,
        can: { reprice: repriceRefusal(m) ?? true, move: moveRefusal(m) ?? true },
      })),
      clocks: Object.fromEntries(
        ADDENDUM_CLOCKS.flatMap((name) => {
          const now = clockIn(deal.terms.clocks, name);
          const range = ranges[name];
          return now !== undefined && range ? [[name, { now, min: range.min, max: range.max }]] : [];
        }),
      ) as AddendaDto['clocks'],
      can: { propose: proposeRefusal(tx, contract, blocked) ?? true },
      signer: actor.name,
      serverNow: tx.clock.now(),
    };
  });
}
