import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import { currencyCode, plannedDate, reportReason, uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { PaymentFacts } from '../campaigns/schema.ts';
import { NICHE_KEYS, type NicheKey } from '../niches/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { FORMATS, PLATFORMS } from '../terms/rules.ts';
import type { Format, Platform } from '../terms/schema.ts';
import {
  AD_DAYS,
  AD_TABS,
  AD_TEXT_LENGTH,
  AD_TITLE_LENGTH,
  HIDE_REASONS,
  MAX_AD_NICHES,
  type AdDays,
  type AdReplyState,
  type AdState,
} from './rules.ts';

/** `wanted`: a brand looks for a creator; `available`: a creator offers work. */
export type AdKind = 'wanted' | 'available';
export type HideReason = (typeof HIDE_REASONS)[number];
export type PhotoMime = 'image/webp' | 'image/jpeg';

const amount = z.number().int().min(0).max(1_000_000_000);
const days = z.literal(AD_DAYS);

/** An ad as it is written. A draft may be incomplete; what is there is well-formed. */
export const adInput = z.strictObject({
  title: z.string().trim().max(AD_TITLE_LENGTH.max),
  body: z.string().trim().max(AD_TEXT_LENGTH.max),
  niches: z.array(z.enum(NICHE_KEYS)).max(MAX_AD_NICHES),
  platform: z.enum(PLATFORMS).nullable(),
  format: z.enum(FORMATS).nullable(),
  remote: z.boolean(),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
  currency: currencyCode,
  /** Minor units; a fixed price has no maximum. */
  payMin: amount.nullable(),
  payMax: amount.nullable(),
  goods: z.string().trim().max(200),
  goodsValue: amount.nullable(),
  dueAt: plannedDate.nullable(),
  days,
  photoId: uuid.nullable(),
});
export type AdInput = z.infer<typeof adInput>;
/** As its form holds it. */
export type AdValues = z.input<typeof adInput>;

export const adId = z.strictObject({ adId: uuid });
/** Saved by the form while it is typed, not by a click. */
const auto = z.boolean().optional();
export const newAdInput = z.strictObject({ ad: adInput, auto });
/** `version`: the one that the page has seen. */
export const changedAdInput = z.strictObject({ adId: uuid, version: z.number().int().min(1), ad: adInput });
export const savedDraftInput = changedAdInput.extend({ auto });
export const postAdInput = z.strictObject({
  /** A draft, or null for an ad that is not stored yet. */
  adId: uuid.nullable(),
  version: z.number().int().min(1).default(1),
  ad: adInput,
});
export const kitPhotoInput = z.strictObject({ pictureId: uuid });
export const renewInput = z.strictObject({ adId: uuid, days });
export const listAdsInput = pageInput.extend({ tab: z.enum(AD_TABS).default('live') });
const placeInput = {
  /** Around this place; without it around the reader's own. */
  city: z.string().trim().max(80).optional(),
  country: z.string().length(2).optional(),
};
export const browseAdsInput = pageInput.extend({
  ...placeInput,
  /** Kilometers; remote work is always within. Absent: everywhere. */
  km: z.number().int().min(1).max(500).optional(),
  niche: z
    .string()
    .regex(/^[a-zA-Z]{2,20}$/)
    .optional(),
  format: z.enum(FORMATS).optional(),
  /** Of brands that have proven the domain of their site. */
  verified: z.boolean().optional(),
  currency: currencyCode.optional(),
  /** Minor units of `currency`. */
  payMin: amount.optional(),
  /** Work that is due then or later, or has no date. */
  from: plannedDate.optional(),
  saved: z.boolean().optional(),
  sort: z.enum(['distance', 'newest', 'pay']).default('distance'),
});
export const openAdInput = z.strictObject({ adId: uuid, ...placeInput });
export const hideInput = z.strictObject({ adId: uuid, reason: z.enum(HIDE_REASONS) });
export const reportAdInput = z.strictObject({ adId: uuid, reason: reportReason });
export const replyInput = z.strictObject({
  adId: uuid,
  body: z.string().trim().min(20).max(1000),
  /** Minor units of the ad's currency; null leaves it to the offer. */
  price: amount.nullable(),
  dueAt: plannedDate.nullable(),
  links: z
    .array(z.url({ protocol: /^https?$/ }).max(300))
    .max(2)
    .default([]),
});
export const replyId = z.strictObject({ replyId: uuid });
export const declineReplyInput = z.strictObject({ replyId: uuid, reason: z.string().trim().max(300).default('') });
export const listRepliesInput = pageInput.extend({ adId: uuid });
export const alertInput = z.strictObject({
  ...placeInput,
  km: z.number().int().min(1).max(500),
  niche: browseAdsInput.shape.niche,
  format: z.enum(FORMATS).optional(),
  currency: currencyCode.optional(),
  payMin: amount.optional(),
});
export const alertId = z.strictObject({ alertId: uuid });
export const reportedAdInput = z.strictObject({ caseId: uuid });
export const removeAdInput = z.strictObject({ adId: uuid, reason: z.string().trim().min(5).max(300) });

interface AdFacts {
  id: string;
  kind: AdKind;
  state: AdState;
  title: string;
  niches: NicheKey[];
  platform: Platform | null;
  format: Format | null;
  remote: boolean;
  city: string | null;
  country: string | null;
  currency: Currency;
  payMin: number | null;
  payMax: number | null;
  goods: string;
  goodsValue: number | null;
  dueAt: Date | null;
  endsAt: Date | null;
  postedAt: Date | null;
  photoUrl: string | null;
}
/** An ad as others find it. */
export interface AdItem extends AdFacts {
  owner: PartyDto;
  /** How reliably a brand pays; null for a creator's ad. */
  facts: PaymentFacts | null;
  lat: number | null;
  lon: number | null;
  /** From the searched place to the ad's city; null without one of them. */
  distanceKm: number | null;
  saved: boolean;
  myReply: AdReplyState | null;
}
export interface AdCenter {
  name: string;
  country: string;
  lat: number;
  lon: number;
}
export interface AdPage extends Page<AdItem> {
  /** The place distances are measured from; null when the text is no place that is known. */
  center: AdCenter | null;
}
export interface AdReplyDto {
  id: string;
  ad: { id: string; title: string; kind: AdKind; state: AdState };
  /** The other side, as the reader sees it. */
  other: PartyDto;
  /** Whether the reader sent it. */
  mine: boolean;
  state: AdReplyState;
  body: string;
  price: number | null;
  currency: Currency;
  dueAt: Date | null;
  links: string[];
  createdAt: Date;
  offerId: string | null;
  declineReason: string | null;
  can: Record<'invite' | 'offer' | 'decline' | 'withdraw', boolean>;
}
export interface AdDetail extends AdItem {
  body: string;
  /** The reader's own ad. */
  own: boolean;
  hidden: boolean;
  reply: AdReplyDto | null;
  /** True, or the error code of the refusal. */
  can: { reply: true | string };
  /** For an ad that takes no replies any more. */
  similar: AdItem[];
}
export interface AdDraft extends AdFacts {
  version: number;
  body: string;
  photoId: string | null;
  days: AdDays;
  /** Texts of a shown ad that wait for staff. */
  held: { title: string; body: string } | null;
  staffReason: string | null;
  updatedAt: Date;
}
/** What an empty form begins with. */
export interface AdStart {
  kind: AdKind;
  city: string | null;
  country: string | null;
  currency: Currency;
  /** What the form saved by itself for this person and was not posted, saved or put aside since. */
  formDraft: { adId: string; title: string; updatedAt: Date } | null;
}
/** On a home screen. */
export interface AdTile {
  /** Own ads that are shown, and replies to them that were not read. */
  live: number;
  newReplies: number;
  /** Ads of the other side within the first radius, up to `COUNT_CAP`; without a known place everywhere. */
  near: number;
  km: number | null;
}
/** What a case about a report shows to staff. */
export interface ReportedAd {
  adId: string;
  title: string;
  body: string;
  goods: string;
  state: AdState;
  ownerName: string;
  /** Whether staff can still take it down. */
  removable: boolean;
}
export type AdAct = 'edit' | 'pause' | 'resume' | 'renew' | 'close' | 'fill' | 'duplicate' | 'deleteDraft';
export interface MyAdItem extends AdFacts {
  version: number;
  views: number;
  saves: number;
  replies: number;
  newReplies: number;
  hires: number;
  /** From the ledger: what was funded in deals that this ad led to, less refunds. */
  spend: { amount: number; currency: Currency }[];
  hasHeldText: boolean;
  updatedAt: Date;
  can: Record<AdAct, true | string>;
}
export interface MyAdDetail extends MyAdItem {
  body: string;
  held: { title: string; body: string } | null;
  staffReason: string | null;
}
/** Up to `COUNT_CAP`. */
export type AdCounts = Record<(typeof AD_TABS)[number], number> & { newReplies: number };
export interface AdAlertDto {
  id: string;
  city: string | null;
  country: string | null;
  km: number;
  niche: string | null;
  format: Format | null;
  currency: Currency | null;
  payMin: number | null;
  nextAt: Date;
}
