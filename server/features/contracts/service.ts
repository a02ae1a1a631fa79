import type { z } from 'zod';
import { withTx, type OrgActor, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { plus } from '../../core/clock.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import type { StepOutcome } from '../../core/step.ts';
import { requireRight, requireStepUp, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { settleCampaign } from '../campaigns/places.ts';
import { buildClauses } from '../clauses/rules.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { openMilestones } from '../escrow/funding/open.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay } from '../orgs/rules.ts';
import { countryOf, isMember, partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus, orgStatusRefusal } from '../orgs/status.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { brandFeeBps, currentRepresentation, factsOfOffer } from '../policies/service.ts';
import { requiresProof } from '../security/rules.ts';
import {
  contractById,
  contractFor,
  contractOfOffer,
  contractsOf,
  freePlace,
  knownFile,
  legalEntitiesOf,
  signaturesOf,
  voidMilestones,
  type ContractListRow,
  type ContractRow,
  type SignatureRow,
} from './queries.ts';
import { contractTurn, maySignAs, signedText } from './rules.ts';
import { termsTotal } from '../terms/rules.ts';
import {
  type ContractDetail,
  type ContractDocument,
  type ContractListItem,
  type ContractState,
  type FileVerdict,
  type listContractsInput,
  type signInput,
  type verifyFileInput,
} from './schema.ts';
import { dealTerms, type DealTerms, type Side } from '../terms/schema.ts';
import { type PartyDto } from '../orgs/schema.ts';

export interface AgreedOffer {
  offerId: string;
  campaignId: string | null;
  applicationId: string | null;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  title: string;
  terms: DealTerms;
  termsHash: string;
}

/**
 * Makes the contract of an accepted offer in the caller's transaction: snapshot of terms, fee and tax, the document and
 * its hash, one proposed milestone per part, the workflow that watches the signatures. Returns its id.
 * Throws billing.incomplete when the brand's tax country is unknown.
 */
export async function createContract(tx: ServiceContext<OrgActor>, offer: AgreedOffer): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  const { terms } = offer;
  const facts = await factsOfOffer(tx, offer.offerId);
  if (!facts.tax) throw new AppError('billing.incomplete');
  const feeBps = await brandFeeBps(tx);
  const parties = await partiesOf(tx, [offer.brandOrg, offer.creatorOrg, offer.agencyOrg]);
  const commissionBps = offer.agencyOrg ? ((await currentRepresentation(tx, offer.creatorOrg))?.commissionBps ?? 0) : 0;
  const language = matchLocale(facts.language) ?? FALLBACK_LOCALE;
  const agency = offer.agencyOrg ? { name: partyIn(parties, offer.agencyOrg).name, commissionBps } : null;
  const brand = partyIn(parties, offer.brandOrg).name;
  const creator = partyIn(parties, offer.creatorOrg).name;
  const legal = await legalEntitiesOf(tx.db, offer.offerId);
  const document: ContractDocument = {
    title: offer.title,
    brand: { name: brand, country: facts.tax.country, ...(legal.brand ? { legal: legal.brand } : {}) },
    creator: {
      name: creator,
      country: await countryOf(tx, offer.creatorOrg),
      ...(legal.creator ? { legal: legal.creator } : {}),
    },
    agency,
    language,
    clauses: buildClauses(
      terms,
      { brand: legal.brand?.name ?? brand, creator: legal.creator?.name ?? creator, agency },
      { feeBps, taxBps: facts.tax.bps, language },
    ),
  };
  const deadlineAt = plus(now, terms.clocks.signature);
  const total = termsTotal(terms);
  const parts = { brand_org: offer.brandOrg, creator_org: offer.creatorOrg, agency_org: offer.agencyOrg };
  await tx.db
    .insertInto('contracts')
    .values({
      id,
      ...parts,
      offer_id: offer.offerId,
      campaign_id: offer.campaignId,
      application_id: offer.applicationId,
      commission_bps: commissionBps,
      state: 'sent',
      title: offer.title,
      currency: terms.currency,
      total,
      terms: JSON.stringify(terms),
      terms_hash: offer.termsHash,
      document: JSON.stringify(document),
      document_hash: await sha256Hex(signedText(document, terms)),
      fee_bps: feeBps,
      tax_bps: facts.tax.bps,
      clock_policy: tx.integrations.settings.clockPolicy,
      deadline_at: deadlineAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await tx.db
    .insertInto('milestones')
    .values(
      terms.milestones.map((m, i) => ({
        id: newId(now.getTime()),
        contract_id: id,
        ...parts,
        seq: i + 1,
        title: m.title,
        amount: m.amount,
        currency: terms.currency,
        state: 'proposed',
        due_at: m.dueAt,
        rounds_max: terms.revisions,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await startWorkflow(tx, 'contractSigning', id, {
    attributes: {
      SponsioState: 'sent',
      ContractId: id,
      BrandOrg: offer.brandOrg,
      CreatorOrg: offer.creatorOrg,
      SponsioDeadline: deadlineAt.toISOString(),
      AmountMinor: total,
      ...(offer.campaignId ? { CampaignId: offer.campaignId } : {}),
    },
  });
  await appendEvent(tx, { contractId: id, type: 'contract_created', data: { milestones: terms.milestones.length } });
  for (const [orgId, with_] of [
    [offer.brandOrg, creator],
    [offer.creatorOrg, brand],
  ] as const) {
    await notify(tx, {
      orgId,
      kind: 'contract_to_sign',
      data: {
        title: offer.title,
        name: with_,
        amountMinor: total,
        currency: terms.currency,
        deadlineAt: deadlineAt.toISOString(),
      },
      link: `/smart-contracts/${id}`,
      key: `contract_to_sign:${id}`,
    });
  }
  await audit(tx, 'contract.created', `contract:${id}`, { offerId: offer.offerId });
  return id;
}

const sideOf = (row: { brand_org: string }, orgId: string): Side => (row.brand_org === orgId ? 'brand' : 'creator');
const asTerms = (json: unknown): DealTerms => dealTerms.parse(json);

function toListItem(
  row: ContractListRow | (ContractRow & { signed: Side[] | null }),
  parties: ReadonlyMap<string, PartyDto>,
): ContractListItem {
  const state = row.state;
  const turn = contractTurn(state, row.signed ?? []);
  return {
    id: row.id,
    title: row.title,
    state,
    brand: partyIn(parties, row.brand_org),
    creator: partyIn(parties, row.creator_org),
    currency: row.currency,
    total: row.total,
    deadlineAt: turn ? row.deadline_at : null,
    signedAt: row.signed_at,
    turn,
    createdAt: row.created_at,
  };
}

export async function listContracts(
  ctx: OrgContext,
  input: z.output<typeof listContractsInput>,
): Promise<ContractListItem[]> {
  return withTx(ctx, async (tx) => {
    const rows = await contractsOf(tx.db, { orgId: ctx.actor.orgId, state: input.state, limit: LIST_LIMIT });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brand_org, r.creator_org]),
    );
    return rows.map((row) => toListItem(row, parties));
  });
}

/** Why the actor cannot sign now, or null; `blocked`: why nothing can be agreed with the other side. The button shows it, {@link signContract} throws it. */
function signRefusal(
  actor: OrgActor,
  row: ContractRow,
  signatures: readonly SignatureRow[],
  now: Date,
  blocked: ErrorCode | null,
): ErrorCode | null {
  const mine = sideOf(row, actor.orgId);
  if (signatures.some((s) => s.side === mine)) return 'contract.already_signed';
  if (row.state === 'expired') return 'contract.expired';
  if (row.state !== 'sent' && row.state !== 'partially_signed') return 'state.wrong';
  if (row.deadline_at.getTime() <= now.getTime()) return 'contract.expired';
  if (blocked) return blocked;
  if (!roleMay(actor.role, 'contract.sign') || actor.orgKind === 'agency') return 'auth.not_allowed';
  return actor.emailVerified ? null : 'auth.mailbox_unverified';
}

async function detailOf(tx: OrgContext, row: ContractRow): Promise<ContractDetail> {
  const signatures = await signaturesOf(tx.db, row.id);
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org, row.agency_org]);
  const mySide = sideOf(row, tx.actor.orgId);
  const blocked = await orgStatusRefusal(tx, [row.brand_org, row.creator_org]);
  return {
    ...toListItem({ ...row, signed: signatures.map((s) => s.side) }, parties),
    terms: asTerms(row.terms),
    termsHash: row.terms_hash,
    document: row.document as unknown as ContractDocument,
    documentHash: row.document_hash,
    feeBps: row.fee_bps,
    taxBps: row.tax_bps,
    commissionBps: row.commission_bps,
    signatures: signatures.map((s) => ({ side: s.side, name: s.typed_name, signedAt: s.signed_at })),
    mySide,
    can: { sign: signRefusal(tx.actor, row, signatures, tx.clock.now(), blocked) ?? true },
    pdfUrl: row.signed_at ? `/files/contracts/${row.id}.pdf` : null,
  };
}

async function mine(tx: OrgContext, contractId: string, lock = false): Promise<ContractRow> {
  const row = await contractFor(tx.db, { contractId, orgId: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

export async function getContract(ctx: OrgContext, input: { contractId: string }): Promise<ContractDetail> {
  return withTx(ctx, async (tx) => detailOf(tx, await mine(tx, input.contractId)));
}

/** Where a signature came from; kept with it as evidence. */
export interface SigningDevice {
  ip: string | null;
  userAgent: string | null;
}

/**
 * Signs for the actor's side. After both signatures the platform activates the contract. Throws contract.hash_mismatch
 * when the text is not the one shown, contract.name_mismatch, contract.same_person, contract.already_signed,
 * contract.expired, org.other_on_hold, and auth.step_up_required above the set sum.
 */
export async function signContract(
  ctx: OrgContext,
  input: z.output<typeof signInput>,
  device: SigningDevice,
): Promise<ContractDetail> {
  return withTx(ctx, async (tx) => {
    const { actor } = ctx;
    const bound = await bindRequestKey(tx, 'contracts.sign', input);
    const { brand_org, creator_org } = await mine(tx, input.contractId);
    const blocked = await lockOrgStatus(tx, [brand_org, creator_org]);
    const row = await mine(tx, input.contractId, true);
    const side = sideOf(row, actor.orgId);
    const signatures = await signaturesOf(tx.db, row.id);
    if (bound === 'repeated') return detailOf(tx, row);
    const refused = signRefusal(actor, row, signatures, tx.clock.now(), blocked);
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'contract.sign' } : {});
    requireRight(ctx, 'contract.sign');
    requireVerifiedMailbox(ctx);
    if (input.documentHash !== row.document_hash) throw new AppError('contract.hash_mismatch');
    const entity = partyIn(await partiesOf(tx, [actor.orgId]), actor.orgId).name;
    if (!maySignAs(input.typedName, { person: actor.name, entity, side }))
      throw new AppError('contract.name_mismatch', { field: 'typedName', name: actor.name });
    const otherOrg = side === 'brand' ? row.creator_org : row.brand_org;
    if (signatures.some((s) => s.user_id === actor.userId) || (await isMember(tx, otherOrg, actor.userId)))
      throw new AppError('contract.same_person');
    if (requiresProof({ amount: row.total, currency: row.currency }, tx.integrations.settings.signStepUpAbove))
      await requireStepUp(tx, 'signature');

    const now = tx.clock.now();
    await tx.db
      .insertInto('signatures')
      .values({
        id: newId(now.getTime()),
        contract_id: row.id,
        brand_org: row.brand_org,
        creator_org: row.creator_org,
        agency_org: row.agency_org,
        side,
        org_id: actor.orgId,
        user_id: actor.userId,
        typed_name: input.typedName,
        document_hash: row.document_hash,
        ip: device.ip,
        user_agent: device.userAgent?.slice(0, 300) ?? null,
        signed_at: now,
      })
      .execute();
    const complete = signatures.length + 1 === 2;
    await tx.db
      .updateTable('contracts')
      .set((eb) => ({
        state: 'partially_signed',
        version: eb('version', '+', 1),
        updated_at: now,
        ...(complete ? { signed_at: now } : {}),
      }))
      .where('id', '=', row.id)
      .execute();
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
      link: `/smart-contracts/${row.id}`,
      key: `contract_signed:${row.id}:${side}`,
    });
    await audit(tx, 'contract.signed', `contract:${row.id}`, { side });
    return detailOf(tx, await mine(tx, row.id));
  });
}

/**
 * Anyone with the file may check whether it is a contract of this platform; the answer names the two sides and when
 * they signed.
 */
export async function verifyFile(ctx: ServiceContext, input: z.output<typeof verifyFileInput>): Promise<FileVerdict> {
  return withTx(ctx, async (tx) => {
    const row = await knownFile(tx.db, input.sha256);
    if (!row) return { known: false };
    return {
      known: true,
      title: row.title,
      brandName: row.brand_name,
      creatorName: row.creator_name,
      documentHash: row.document_hash,
      ...(row.signed_at ? { signedAt: row.signed_at } : {}),
    };
  });
}

/** The contract an offer led to, with the rates it was made at; null while there is none. */
export async function agreedContract(
  ctx: ServiceContext,
  offerId: string,
): Promise<{ id: string; feeBps: number; taxBps: number } | null> {
  const row = await contractOfOffer(ctx.db, offerId);
  return row ? { id: row.id, feeBps: row.fee_bps, taxBps: row.tax_bps } : null;
}

async function locked(tx: SystemContext, contractId: string): Promise<ContractRow> {
  const row = await contractById(tx.db, { contractId, lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}

const isUnsigned = (row: ContractRow): boolean => row.state === 'sent' || row.state === 'partially_signed';

async function move(tx: SystemContext, row: ContractRow, state: ContractState): Promise<void> {
  await tx.db
    .updateTable('contracts')
    .set((eb) => ({ state, version: eb('version', '+', 1), updated_at: tx.clock.now() }))
    .where('id', '=', row.id)
    .execute();
}

/** Both signed: the contract is active and its milestones await their funding. Not due before the second signature. */
export async function activateContract(ctx: SystemContext, input: { contractId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.contractId);
    if (!isUnsigned(row))
      return { done: row.state === 'active' || row.state === 'completed', next: null, state: row.state };
    const hashes = (await signaturesOf(tx.db, row.id)).map((s) => s.document_hash);
    if (hashes.length < 2) return { done: false, next: row.deadline_at, state: row.state };
    if (hashes.some((h) => h !== row.document_hash))
      throw new Error(`contract ${row.id} carries a signature of another text`);
    await move(tx, row, 'active');
    await appendEvent(tx, { contractId: row.id, type: 'contract_active', data: {} });
    await openMilestones(tx, row.id);
    if (row.campaign_id) await settleCampaign(tx, row.campaign_id);
    return { done: true, next: null, state: 'active' };
  });
}

/**
 * Signatures are missing at the deadline: the contract expires, neither side owes anything, the creator's place is free
 * again.
 */
export async function expireContract(ctx: SystemContext, input: { contractId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.contractId);
    if (!isUnsigned(row)) return { done: row.state === 'expired', next: null, state: row.state };
    if (row.signed_at) return { done: false, next: null, state: row.state };
    if (row.deadline_at.getTime() > tx.clock.now().getTime())
      return { done: false, next: row.deadline_at, state: row.state };
    await move(tx, row, 'expired');
    await voidMilestones(tx.db, row.id, tx.clock.now());
    await freePlace(tx.db, {
      offerId: row.offer_id,
      applicationId: row.application_id,
      reason: 'contract_expired',
      at: tx.clock.now(),
    });
    if (row.campaign_id) await signalWorkflow(tx, 'campaignLifecycle', row.campaign_id, 'contract_expired', row.id);
    await appendEvent(tx, { contractId: row.id, type: 'void', data: { reason: 'signature_deadline' } });
    for (const orgId of [row.brand_org, row.creator_org]) {
      await notify(tx, {
        orgId,
        kind: 'contract_expired',
        data: { title: row.title },
        link: `/smart-contracts/${row.id}`,
        key: `contract_expired:${row.id}`,
      });
    }
    return { done: true, next: null, state: 'expired' };
  });
}

/** Reminds the side that has not signed yet. */
export async function remindContract(
  ctx: SystemContext,
  input: { contractId: string; hoursLeft: number },
): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.contractId);
    if (!isUnsigned(row) || row.signed_at) return { done: true, next: null, state: row.state };
    const signed = (await signaturesOf(tx.db, row.id)).map((s) => s.side);
    for (const [side, orgId] of [
      ['brand', row.brand_org],
      ['creator', row.creator_org],
    ] as const) {
      if (signed.includes(side)) continue;
      await notify(tx, {
        orgId,
        kind: 'contract_expiring',
        data: { title: row.title, hours: input.hoursLeft, deadlineAt: row.deadline_at.toISOString() },
        link: `/smart-contracts/${row.id}`,
        key: `contract_expiring:${row.id}:${input.hoursLeft}`,
      });
    }
    return { done: true, next: row.deadline_at, state: row.state };
  });
}
