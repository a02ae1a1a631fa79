import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight, requireStepUp } from '../../guards.ts';
import { locationOf } from '../places/gazetteer.ts';
import { avatarUrl, brandPictureUrl } from './rules.ts';
import { audit } from '../audit/audit.ts';
import type { PartyDto, BillingDto, billingInput, Contact, MemberDto, OrgDto } from './schema.ts';
import { isBillable } from '../policies/service.ts';
import {
  billingOf,
  contactsOf as contactRows,
  memberRole,
  membersOf,
  orgById,
  orgsWithPictures,
  picturesOfPeople,
  saveBillingProfile,
  setUnknownCountry,
  type PartyRow,
} from './queries.ts';
import { fitsCountry } from './tax-number.ts';

function toParty(row: PartyRow & { avatar: string | null; logo_id: string | null }): PartyDto {
  return {
    orgId: row.id,
    name: row.name,
    slug: row.handle ?? row.slug,
    kind: row.kind,
    avatarUrl: row.kind === 'brand' ? brandPictureUrl(row.logo_id) : avatarUrl(row.avatar),
  };
}

/** The orgs as the other side sees them, by id. Call inside an open transaction; unknown ids are missing from the map. */
export async function partiesOf(ctx: ServiceContext, ids: readonly (string | null)[]): Promise<Map<string, PartyDto>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const rows = await orgsWithPictures(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, toParty(row)]));
}

/** The person of each of these orgs to write to. Call inside an open transaction of staff; orgs without a member are missing from the map. */
export const contactsOf = (ctx: StaffContext, ids: readonly (string | null)[]): Promise<Map<string, Contact>> =>
  contactRows(
    ctx.db,
    ids.filter((id): id is string => id !== null),
  );

/** From {@link partiesOf}; a missing one is a broken reference, not a refusal. */
export function partyIn(parties: ReadonlyMap<string, PartyDto>, id: string): PartyDto {
  const party = parties.get(id);
  if (!party) throw new Error(`org ${id} is missing`);
  return party;
}

/** Addresses of people's pictures, by user id; those the reader may not see are missing from the map. */
export async function picturesOf(ctx: ServiceContext, userIds: readonly string[]): Promise<Map<string, string>> {
  const names = await picturesOfPeople(ctx.db, [...new Set(userIds)]);
  return new Map([...names].map(([userId, name]) => [userId, avatarUrl(name)!]));
}

/** Country the org works from; null while unknown. */
export async function countryOf(ctx: ServiceContext, orgId: string): Promise<string | null> {
  return (await orgById(ctx.db, orgId))?.country ?? null;
}

/** Whether a user belongs to an org; under row security only for the caller and the caller's own org. */
export async function isMember(ctx: ServiceContext, orgId: string, userId: string): Promise<boolean> {
  return (await memberRole(ctx.db, orgId, userId)) !== undefined;
}

export async function currentOrg(ctx: OrgContext): Promise<OrgDto> {
  return withTx(ctx, async (tx) => {
    const row = await orgById(tx.db, ctx.actor.orgId);
    if (!row) throw new AppError('not_found');
    return {
      id: row.id,
      kind: ctx.actor.orgKind,
      name: row.name,
      slug: row.handle ?? row.slug,
      city: row.city,
      country: row.country,
    };
  });
}

export async function listMembers(ctx: OrgContext): Promise<MemberDto[]> {
  return withTx(ctx, async (tx) =>
    (await membersOf(tx.db, ctx.actor.orgId)).map((m) => ({
      userId: m.user_id,
      name: m.display_name,
      email: m.email,
      role: m.role,
      joinedAt: m.created_at,
    })),
  );
}

const EMPTY_BILLING: BillingDto = {
  legalName: '',
  country: '',
  taxId: null,
  address: '',
  invoiceEmail: null,
  poNumber: null,
  complete: false,
};

/** The org's billing profile; empty and `complete: false` until it was filled in. */
export async function getBilling(ctx: OrgContext): Promise<BillingDto> {
  return withTx(ctx, async (tx) => {
    const row = await billingOf(tx.db, ctx.actor.orgId);
    if (!row) return EMPTY_BILLING;
    return {
      legalName: row.legal_name,
      country: row.country,
      taxId: row.tax_id,
      address: row.address,
      invoiceEmail: row.invoice_email,
      poNumber: row.po_number,
      complete: row.legal_name !== '' && (await isBillable(tx, row.country)),
    };
  });
}

/**
 * Saves the billing profile. Throws input.invalid on a country whose tax rate is not configured, billing.tax_number.
 */
export async function saveBilling(ctx: OrgContext, input: z.output<typeof billingInput>): Promise<BillingDto> {
  requireRight(ctx, 'billing.edit');
  await requireStepUp(ctx, 'payment_settings');
  const country = input.country.toUpperCase();
  if (input.taxId && !fitsCountry(input.taxId, country))
    throw new AppError('billing.tax_number', { field: 'taxId', country });
  return withTx(ctx, async (tx) => {
    // Only a brand is charged tax on a fee.
    if (tx.actor.orgKind === 'brand' && !(await isBillable(tx, country)))
      throw new AppError('input.invalid', { field: 'country', problem: 'unsupported_country' });
    const values = {
      legal_name: input.legalName,
      country,
      tax_id: input.taxId,
      address: input.address,
      invoice_email: input.invoiceEmail,
      po_number: input.poNumber,
      updated_at: tx.clock.now(),
    };
    await saveBillingProfile(tx.db, ctx.actor.orgId, values);
    const city = (await orgById(tx.db, ctx.actor.orgId))?.city;
    await setUnknownCountry(tx.db, ctx.actor.orgId, { country, ...locationOf(city, country) });
    await audit(tx, 'billing.saved', `org:${ctx.actor.orgId}`, { country });
    return getBilling(tx);
  });
}
