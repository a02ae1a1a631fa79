import * as z from 'zod';
import type { OrgKind, OrgRole } from '../../context.ts';
import { CURRENCY_CODES } from '../../core/money.ts';
import type { LimitedRole, ReleaseLimits } from './rules.ts';

export const billingInput = z.strictObject({
  legalName: z.string().trim().min(2).max(120),
  country: z.string().length(2),
  taxId: z.string().trim().max(30).nullable(),
  address: z.string().trim().max(300),
  invoiceEmail: z.email().max(200).nullable(),
  poNumber: z.string().trim().max(40).nullable(),
});
export type BillingInput = z.infer<typeof billingInput>;
export interface BillingDto extends BillingInput {
  complete: boolean;
}
const releaseLimit = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('never') }),
  z.strictObject({ mode: z.literal('unlimited') }),
  z.strictObject({
    mode: z.literal('up_to'),
    /** Minor units. */
    amount: z.number().int().positive(),
    currency: z.enum(CURRENCY_CODES),
  }),
]);
export const releaseLimitsInput = z.strictObject({ manager: releaseLimit, reviewer: releaseLimit });
export interface ReleaseLimitsDto {
  limits: ReleaseLimits;
  /** The last change of each role; null while the shipped limit holds. */
  changed: Record<LimitedRole, { by: string | null; at: Date } | null>;
  /** true, or the error code that explains why not. */
  canEdit: true | string;
}
export interface MemberDto {
  userId: string;
  name: string;
  email: string;
  role: OrgRole;
  joinedAt: Date;
}
export interface OrgDto {
  id: string;
  kind: OrgKind;
  name: string;
  slug: string;
  city: string | null;
  country: string | null;
}

/** A contact person of an org. */
export interface Contact {
  name: string;
  email: string;
}

/** One org as the other side sees it. */
export interface PartyDto {
  orgId: string;
  name: string;
  /** @handle of a creator, slug of a brand. */
  slug: string;
  kind: 'brand' | 'creator' | 'agency';
  /** Picture of a creator, where the reader may see it, or logo of a brand; agencies have none. */
  avatarUrl: string | null;
}
