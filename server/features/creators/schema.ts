import * as z from 'zod';
import { CURRENCY_CODES } from '../../core/money.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { FORMATS, PLATFORMS } from '../terms/rules.ts';

export const handle = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9._]{1,28}[a-z0-9])$/);
export const platformProfile = z.strictObject({
  platform: z.enum(PLATFORMS),
  url: z.url({ protocol: /^https$/ }).max(200),
  followers: z.number().int().min(0).max(1_000_000_000),
  /** Basis points: 560 is 5.6 %. Entered by the creator until an account is connected. */
  engagementBps: z.number().int().min(0).max(10_000),
});
export const rate = z.strictObject({
  platform: z.enum(PLATFORMS),
  format: z.enum(FORMATS),
  currency: z.enum(CURRENCY_CODES),
  /** Minor units. */
  amount: z.number().int(),
});
export const creatorInput = z.strictObject({
  handle,
  headline: z.string().trim().max(120),
  bio: z.string().trim().max(1500),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
  niches: z.array(z.string().max(20)).max(5),
  languages: z.array(z.string().max(5)).max(8),
  platforms: z.array(platformProfile).max(6),
  rates: z.array(rate).max(12),
});
export type CreatorInput = z.infer<typeof creatorInput>;
export const byHandleInput = z.strictObject({ handle: z.string().max(40) });

export interface CreatorProfile extends CreatorInput {
  orgId: string;
  name: string;
  publishedAt: Date | null;
}
/** The public profile; figures are entered by the creator until an account is connected, and shown as such. */
export interface PublicCreator {
  party: PartyDto;
  profile: CreatorInput;
  completedDeals: number;
  inviteable: true | string;
}
