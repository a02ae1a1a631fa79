import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { failpoint } from '../../failpoint.ts';
import { requireStepUp, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { accountsOfOwner } from '../connections/own-accounts.ts';
import { noteSignature } from '../escrow/deals/contract.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { askCreator, dropRequest } from '../representations/requests.ts';
import { needsCreator } from '../representations/rules.ts';
import { requiresProof } from '../security/rules.ts';
import { sharedPrice } from '../terms/rules.ts';
import { dealTerms } from '../terms/schema.ts';
import { insertSignature, signaturesOf } from './queries.ts';
import type { ContractDetail, signInput } from './schema.ts';
import { countryRefusal, sideOf, signRefusal, detailOf, ownContract } from './service.ts';
import { requireSigner } from './signer.ts';

/** Where a signature came from; kept with it as evidence. */
export interface SigningDevice {
  ip: string | null;
  userAgent: string | null;
}

/**
 * Signs for the actor's side. After both signatures the platform activates the contract. Throws contract.hash_mismatch
 * when the text is not the one shown, contract.name_mismatch, contract.same_person, contract.already_signed,
 * contract.expired, contract.country_unpaid or to the creator contract.own_country_unpaid, org.other_on_hold, and
 * auth.step_up_required above the set sum. An agency without the scope asks its creator instead.
 */
export async function signContract(
  ctx: OrgContext,
  input: z.output<typeof signInput>,
  device: SigningDevice,
): Promise<ContractDetail> {
  await failpoint('signed.before');
  return withTx(ctx, async (tx) => {
    const { actor } = ctx;
    const bound = await bindRequestKey(tx, 'contracts.sign', input);
    const { brand_org, creator_org } = await ownContract(tx, input.contractId);
    const blocked = await lockOrgStatus(tx, [brand_org, creator_org]);
    const row = await ownContract(tx, input.contractId, true);
    const side = sideOf(row, actor.orgId);
    const signatures = await signaturesOf(tx.db, row.id);
    if (bound === 'repeated') return detailOf(tx, row);
    const refused = signRefusal(actor, row, signatures, tx.clock.now(), blocked) ?? (await countryRefusal(tx, row));
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'contract.sign' } : {});
    requireVerifiedMailbox(ctx);
    if (input.documentHash !== row.document_hash) throw new AppError('contract.hash_mismatch');
    if (needsCreator(actor.acting, 'contract_sign')) {
      const { contractId, documentHash } = input;
      const price = sharedPrice(
        dealTerms.parse(row.terms).milestones.map((m) => m.amount),
        row.commission_bps,
        row.currency,
      );
      const asked = { contractId, documentHash };
      await askCreator(tx, { act: 'contract_sign', subjectId: row.id, title: row.title, price, input: asked });
      return detailOf(tx, row);
    }
    const otherOrg = side === 'brand' ? row.creator_org : row.brand_org;
    await requireSigner(tx, { typedName: input.typedName, side, otherOrg, agencyOrg: row.agency_org, signatures });
    if (requiresProof({ amount: row.total, currency: row.currency }, tx.integrations.settings.signStepUpAbove))
      await requireStepUp(tx, 'signature');

    if (side === 'creator') await dropRequest(tx, 'contract_sign', row.id);
    const now = tx.clock.now();
    await insertSignature(tx.db, {
      id: newId(now.getTime()),
      contract: row,
      side,
      orgId: actor.orgId,
      userId: actor.userId,
      typedName: input.typedName,
      ip: device.ip,
      userAgent: device.userAgent?.slice(0, 300) ?? null,
      accounts: await accountsOfOwner(tx, row.creator_org),
      at: now,
    });
    await noteSignature(tx, row.id, signatures.length + 1 === 2);
    await appendEvent(tx, { contractId: row.id, type: 'contract_signed', data: { side } });
    await signalWorkflow(tx, 'contractSigning', row.id, 'signed', side);
    const parties = await partiesOf(tx, [actor.orgId]);
    await notify(tx, {
      orgId: otherOrg,
      kind: 'contract_signed',
      data: {
        title: row.title,
        name: partyIn(parties, actor.orgId).name,
        amountMinor: row.total,
        currency: row.currency,
      },
      link: ADDRESSES.deal(row.id),
      key: `contract_signed:${row.id}:${side}`,
    });
    await audit(tx, 'contract.signed', `contract:${row.id}`, { side });
    return detailOf(tx, await ownContract(tx, row.id));
  });
}
