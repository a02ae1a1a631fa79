import { ADDRESSES } from '../../core/addresses.ts';
import type { OrgActor, ServiceContext } from '../../context.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale, type Locale } from '../../core/locale.ts';
import { audit } from '../audit/audit.ts';
import { buildClauses } from '../clauses/rules.ts';
import { wordingIn } from '../clauses/wording.ts';
import { createDeal } from '../escrow/deals/contract.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { notify } from '../notifications/notify.ts';
import { countryOf, partiesOf, partyIn } from '../orgs/service.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { brandFee, currentRepresentation, factsOfOffer } from '../policies/service.ts';
import { agreedInYear, creatorLanguageOf, legalEntitiesOf } from './queries.ts';
import { CONTRACT_VERSION, signedText } from './rules.ts';
import { chargedPriceProblems, termsTotal } from '../terms/rules.ts';
import type { ContractDocument } from './schema.ts';
import type { DealTerms } from '../terms/schema.ts';

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

/** Of the agency that the offer names, while it still represents the creator: its successor has no part in the offer. */
async function representationIn(tx: ServiceContext, { agencyOrg, creatorOrg }: AgreedOffer) {
  const current = agencyOrg ? await currentRepresentation(tx, creatorOrg) : null;
  return current?.agencyOrg === agencyOrg ? current : null;
}

interface Facts {
  language: Locale;
  tax: NonNullable<Awaited<ReturnType<typeof factsOfOffer>>['tax']>;
  fee: Awaited<ReturnType<typeof brandFee>>;
  representation: Awaited<ReturnType<typeof representationIn>>;
}

/** What both sides sign: the parties as they are now, and the wordings in the languages of both. */
async function documentFor(
  tx: ServiceContext<OrgActor>,
  offer: AgreedOffer,
  { language, tax, fee, representation }: Facts,
): Promise<ContractDocument> {
  const parties = await partiesOf(tx, [offer.brandOrg, offer.creatorOrg, representation?.agencyOrg ?? null]);
  const agency = representation && {
    name: partyIn(parties, representation.agencyOrg).name,
    commissionBps: representation.commissionBps,
  };
  const brand = partyIn(parties, offer.brandOrg).name;
  const creator = partyIn(parties, offer.creatorOrg).name;
  const { operator } = tx.integrations.settings;
  const legal = await legalEntitiesOf(tx.db, offer.offerId);
  const before = await agreedInYear(tx.db, { ...offer, at: tx.clock.now(), except: null });
  const facts: Omit<ContractDocument, 'wordings'> = {
    title: offer.title,
    brand: { name: brand, country: tax.country, ...(legal.brand ? { legal: legal.brand } : {}) },
    creator: {
      name: creator,
      country: await countryOf(tx, offer.creatorOrg),
      ...(legal.creator ? { legal: legal.creator } : {}),
    },
    agency,
    platform: { name: operator.name, address: operator.address, register: operator.register },
    language,
    clauses: buildClauses(
      offer.terms,
      { brand: legal.brand?.name ?? brand, creator: legal.creator?.name ?? creator, agency },
      { fee, taxBps: tax.bps, language, operator: operator.name, agreedInYear: before },
    ),
  };
  const languages = new Set([language, matchLocale(await creatorLanguageOf(tx.db, offer.offerId)) ?? FALLBACK_LOCALE]);
  return { version: CONTRACT_VERSION, ...facts, wordings: [...languages].map((one) => wordingIn(facts, one)) };
}

/**
 * Makes the contract of an accepted offer in the caller's transaction: snapshot of terms, fee and tax, the document and
 * its hash, one proposed milestone per part, the workflow that watches the signatures. Returns its id.
 * Throws billing.incomplete when the brand's tax country is unknown, terms.charge_too_large when fee or tax have risen since
 * the offer, so that a part cannot be paid.
 */
export async function createContract(tx: ServiceContext<OrgActor>, offer: AgreedOffer): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  const { terms } = offer;
  const { tax, language } = await factsOfOffer(tx, offer.offerId);
  if (!tax) throw new AppError('billing.incomplete');
  const fee = await brandFee(tx, { country: tax.country, currency: terms.currency });
  const [unpayable] = terms.milestones.flatMap(({ amount }, i) =>
    chargedPriceProblems(`terms.milestones.${i}.amount`, amount, terms.currency, { feeBps: fee, taxBps: tax.bps }),
  );
  if (unpayable) throw new AppError(unpayable.code, unpayable.data);
  const representation = await representationIn(tx, offer);
  const document = await documentFor(tx, offer, {
    language: matchLocale(language) ?? FALLBACK_LOCALE,
    tax,
    fee,
    representation,
  });
  const deadlineAt = plus(now, terms.clocks.signature);
  const total = termsTotal(terms);
  await createDeal(tx, {
    id,
    offerId: offer.offerId,
    campaignId: offer.campaignId,
    applicationId: offer.applicationId,
    parties: {
      brand_org: offer.brandOrg,
      creator_org: offer.creatorOrg,
      agency_org: representation?.agencyOrg ?? null,
    },
    commissionBps: representation?.commissionBps ?? 0,
    title: offer.title,
    terms,
    termsHash: offer.termsHash,
    total,
    document,
    documentHash: await sha256Hex(signedText(document, terms)),
    feeBps: fee.bps,
    feeTerms: fee,
    taxBps: tax.bps,
    clockPolicy: tx.integrations.settings.clockPolicy,
    deadlineAt,
    at: now,
  });
  await announce(tx, offer, { id, document, total, deadlineAt });
  await audit(tx, 'contract.created', `contract:${id}`, { offerId: offer.offerId });
  return id;
}

/** Starts the workflow of its signatures and notifies both sides. */
async function announce(
  tx: ServiceContext<OrgActor>,
  offer: AgreedOffer,
  { id, document, total, deadlineAt }: { id: string; document: ContractDocument; total: number; deadlineAt: Date },
): Promise<void> {
  const { terms } = offer;
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
  for (const [orgId, other] of [
    [offer.brandOrg, document.creator],
    [offer.creatorOrg, document.brand],
  ] as const) {
    await notify(tx, {
      orgId,
      kind: 'contract_to_sign',
      data: {
        title: offer.title,
        name: other.name,
        amountMinor: total,
        currency: terms.currency,
        deadlineAt: deadlineAt.toISOString(),
      },
      link: ADDRESSES.deal(id),
      key: `contract_to_sign:${id}`,
    });
  }
}
