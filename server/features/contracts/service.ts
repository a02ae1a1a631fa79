import type * as z from 'zod';
import { feeRateOf, type FeeRate } from '../ledger/charges/rules.ts';
import { withTx, type OrgActor, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { unpaidCountry } from '../orgs/payable.ts';
import { roleMay } from '../orgs/rules.ts';
import { mandateRefusal } from '../representations/mandate.ts';
import { isActingAgent } from '../representations/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { orgStatusRefusal } from '../orgs/status.ts';
import { needsFrenchClauses } from '../clauses/rules.ts';
import { standardWordings } from '../clauses/wording.ts';
import {
  agreedInYear,
  contractFor,
  contractOfOffer,
  contractsOf,
  knownFile,
  signaturesOf,
  type ContractListRow,
  type ContractRow,
  type SignatureRow,
} from './queries.ts';
import { contractTurn } from './rules.ts';
import { storedWording } from './wordings/queries.ts';
import type {
  ContractDetail,
  ContractDocument,
  ContractListItem,
  FileVerdict,
  listContractsInput,
  StoredWording,
  verifyFileInput,
} from './schema.ts';
import { dealTerms, type DealTerms, type Side } from '../terms/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { verifiedDocument } from '../documents/service.ts';

export const sideOf = (row: { brand_org: string }, orgId: string): Side =>
  row.brand_org === orgId ? 'brand' : 'creator';

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
    lapsedAt: row.declined_at ?? (state === 'expired' ? row.deadline_at : null),
    turn,
    createdAt: row.created_at,
  };
}

export async function listContracts(
  ctx: OrgContext,
  input: Partial<z.output<typeof listContractsInput>> = {},
): Promise<Page<ContractListItem>> {
  const { state = 'all', after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const rows = await contractsOf(tx.db, { reader: tx.actor, state, after: readPlace(after), limit: limit + 1 });
    const parties = await partiesOf(
      tx,
      rows.flatMap((r) => [r.brand_org, r.creator_org]),
    );
    return toPage(rows, limit, placeCursor, (row) => toListItem(row, parties));
  });
}

/** Why the actor cannot sign now, or null; `blocked`: why nothing can be agreed with the other side. The button shows it, {@link signContract} throws it. */
export function signRefusal(
  actor: OrgActor,
  row: ContractRow,
  signatures: readonly SignatureRow[],
  now: Date,
  blocked: ErrorCode | null,
): ErrorCode | null {
  const side = sideOf(row, actor.orgId);
  if (signatures.some((s) => s.side === side)) return 'contract.already_signed';
  if (row.state === 'expired') return 'contract.expired';
  if (row.state === 'declined') return 'contract.declined';
  if (row.state !== 'sent' && row.state !== 'partially_signed') return 'state.wrong';
  if (row.deadline_at.getTime() <= now.getTime()) return 'contract.expired';
  if (blocked) return blocked;
  const may = roleMay(actor.role, 'contract.sign') || isActingAgent(actor);
  if (!may || actor.orgKind === 'agency') return 'auth.not_allowed';
  return actor.emailVerified ? null : 'auth.mailbox_unverified';
}

const UNPAID = { own: 'contract.own_country_unpaid', creators: 'contract.country_unpaid' } as const;

/** Whether the creator's country could not be paid any more since the offer was accepted: nothing is agreed that cannot be paid. */
export async function countryRefusal(
  tx: OrgContext,
  { creator_org }: Pick<ContractRow, 'creator_org'>,
): Promise<(typeof UNPAID)[keyof typeof UNPAID] | null> {
  const unpaid = await unpaidCountry(tx, creator_org);
  return unpaid && UNPAID[unpaid];
}

/**
 * Why the actor cannot decline the contract now, or null: possible for each side until both have signed. `mandate`: why an
 * agency may not negotiate for its creator, or null.
 */
export function declineRefusal(
  actor: OrgActor,
  row: Pick<ContractRow, 'state' | 'signed_at' | 'deadline_at'>,
  now: Date,
  mandate: ErrorCode | null,
): ErrorCode | null {
  if (row.state === 'expired') return 'contract.expired';
  if (row.state === 'declined') return 'contract.declined';
  if (row.signed_at || (row.state !== 'sent' && row.state !== 'partially_signed')) return 'state.already_decided';
  if (row.deadline_at.getTime() <= now.getTime()) return 'contract.expired';
  if (actor.orgKind === 'agency') return 'auth.not_allowed';
  return mandate ?? (roleMay(actor.role, 'contract.sign') || isActingAgent(actor) ? null : 'auth.not_allowed');
}

export async function detailOf(tx: OrgContext, row: ContractRow): Promise<ContractDetail> {
  const signatures = await signaturesOf(tx.db, row.id);
  const parties = await partiesOf(tx, [row.brand_org, row.creator_org, row.agency_org]);
  const mySide = sideOf(row, tx.actor.orgId);
  const blocked = await orgStatusRefusal(tx, [row.brand_org, row.creator_org]);
  // A contract with an org on hold can be declined, by the other side.
  const ownHold = blocked === 'org.suspended' ? blocked : null;
  const mandate = await mandateRefusal(tx, row.creator_org, 'negotiate');
  const terms = asTerms(row.terms);
  return {
    ...toListItem({ ...row, signed: signatures.map((s) => s.side) }, parties),
    terms,
    standardClauses: row.signed_at ? {} : standardWordings(terms.clauses),
    termsHash: row.terms_hash,
    document: row.document as unknown as ContractDocument,
    storedWording: await storedWordingOf(tx, row),
    documentHash: row.document_hash,
    feeBps: row.fee_bps,
    taxBps: row.tax_bps,
    commissionBps: row.commission_bps,
    signatures: signatures.map((s) => ({ side: s.side, name: s.typed_name, signedAt: s.signed_at })),
    mySide,
    declined: row.declined_side ? { side: row.declined_side, reason: row.decline_reason ?? '' } : null,
    can: {
      sign: signRefusal(tx.actor, row, signatures, tx.clock.now(), blocked) ?? (await countryRefusal(tx, row)) ?? true,
      decline: declineRefusal(tx.actor, row, tx.clock.now(), mandate) ?? ownHold ?? true,
    },
    pdfUrl: row.signed_at ? `/files/contracts/${row.id}.pdf` : null,
  };
}

/** Null where the wording is part of the text, as of all newer contracts. */
export const storedWordingOf = async (
  tx: ServiceContext,
  row: Pick<ContractRow, 'id' | 'document'>,
): Promise<StoredWording | null> =>
  (row.document as unknown as ContractDocument).wordings ? null : storedWording(tx.db, row.id);

export async function ownContract(tx: OrgContext, contractId: string, lock = false): Promise<ContractRow> {
  const row = await contractFor(tx.db, { contractId, orgId: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

export async function getContract(ctx: OrgContext, input: { contractId: string }): Promise<ContractDetail> {
  return withTx(ctx, async (tx) => detailOf(tx, await ownContract(tx, input.contractId)));
}

/**
 * Anyone with the file may check whether it is a contract, an addendum or a document of this platform; the answer names the
 * two sides and when they signed, or what the document says of itself.
 */
export async function verifyFile(ctx: ServiceContext, input: z.output<typeof verifyFileInput>): Promise<FileVerdict> {
  return withTx(ctx, async (tx) => {
    const row = await knownFile(tx.db, input.sha256);
    if (!row) {
      const document = await verifiedDocument(tx, input.sha256);
      return document ? { known: true, document } : { known: false };
    }
    return {
      known: true,
      title: row.title,
      brandName: row.brand_name,
      creatorName: row.creator_name,
      documentHash: row.document_hash,
      ...(row.addendum ? { addendum: row.addendum } : {}),
      ...(row.signed_at ? { signedAt: row.signed_at } : {}),
    };
  });
}

/**
 * Whether a change of a signed contract must bring the clauses of French law, which its text lacks: the sum of the year
 * reaches the limit with it.
 */
export async function lacksFrenchClauses(
  ctx: ServiceContext,
  contract: { id: string; brand_org: string; creator_org: string; document: unknown },
  terms: DealTerms,
): Promise<boolean> {
  const { clauses } = contract.document as ContractDocument;
  if (terms.disclosureCountry !== 'FR' || clauses.some(({ key }) => key === 'frenchLaw')) return false;
  const pair = { brandOrg: contract.brand_org, creatorOrg: contract.creator_org };
  return needsFrenchClauses(terms, await agreedInYear(ctx.db, { ...pair, at: ctx.clock.now(), except: contract.id }));
}

/** The contract an offer led to, with the rates it was made at; null while there is none. */
export async function agreedContract(
  ctx: ServiceContext,
  offerId: string,
): Promise<{ id: string; fee: FeeRate; feeBps: number; taxBps: number; commissionBps: number } | null> {
  const row = await contractOfOffer(ctx.db, offerId);
  if (!row) return null;
  const { id, fee_bps: feeBps, tax_bps: taxBps, commission_bps: commissionBps } = row;
  return { id, fee: feeRateOf(row), feeBps, taxBps, commissionBps };
}
