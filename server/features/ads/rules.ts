import type { ErrorCode } from '../../core/errors.ts';
import { refusal, type Machine } from '../../core/state-machine.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days for which an ad can be shown; a renewal chooses one of them again. */
export const AD_DAYS = [7, 14, 30] as const;
export type AdDays = (typeof AD_DAYS)[number];

/** Live ads of one org. An ad in review counts: its release needs no second look at the limit. */
export const MAX_LIVE_ADS = 50;
export const AD_TITLE_LENGTH = { min: 10, max: 65 } as const;
export const AD_TEXT_LENGTH = { min: 30, max: 2000 } as const;

export const MAX_AD_NICHES = 3;
export const MAX_ALERTS = 10;
export const ALERT_PERIOD_MS = DAY_MS;
/** A photo as the browser sends it, drawn anew. */
export const AD_PHOTO_MAX_BYTES = 400 * 1024;
export const AD_PHOTO_MAX_SIDE = 1600;
export const HIDE_REASONS = ['far', 'pay', 'topic', 'other'] as const;
/** Kilometers around the reader's place that are searched first. */
export const FIRST_RADIUS_KM = 50;

/** How long before the end of an ad its org is warned. */
export const AD_WARNING_HOURS = 48;

export const AD_STATES = [
  'draft',
  'in_review',
  'live',
  'paused',
  'expired',
  'closed',
  'filled',
  'rejected',
  'removed',
] as const;
export type AdState = (typeof AD_STATES)[number];

export type AdAction =
  | 'edit'
  | 'post'
  | 'hold'
  | 'release'
  | 'reject'
  | 'pause'
  | 'resume'
  | 'renew'
  | 'close'
  | 'fill'
  | 'expire'
  | 'remove'
  | 'duplicate'
  | 'deleteDraft';

/**
 * A renewal shows a paused or expired ad again. A held text of an ad that is shown waits beside the shown one and does
 * not move the state, so `hold` starts only where nothing is shown yet.
 */
export const AD_MACHINE = {
  edit: { from: ['draft', 'in_review', 'live', 'paused', 'rejected'], to: null, by: ['owner'] },
  post: { from: ['draft', 'rejected'], to: 'live', by: ['owner'] },
  hold: { from: ['draft', 'rejected'], to: 'in_review', by: ['system'] },
  release: { from: ['in_review'], to: 'live', by: ['staff', 'system'] },
  reject: { from: ['in_review'], to: 'rejected', by: ['staff'] },
  pause: { from: ['live'], to: 'paused', by: ['owner'] },
  resume: { from: ['paused'], to: 'live', by: ['owner'] },
  renew: { from: ['live', 'paused', 'expired'], to: 'live', by: ['owner'] },
  close: { from: ['in_review', 'live', 'paused', 'expired'], to: 'closed', by: ['owner'] },
  fill: { from: ['live', 'paused', 'expired'], to: 'filled', by: ['owner'] },
  expire: { from: ['live', 'paused'], to: 'expired', by: ['system'] },
  remove: { from: ['in_review', 'live', 'paused', 'expired'], to: 'removed', by: ['staff'] },
  duplicate: { from: AD_STATES, to: null, by: ['owner'] },
  deleteDraft: { from: ['draft'], to: null, by: ['owner'] },
} as const satisfies Machine<AdState, AdAction, 'owner' | 'staff' | 'system'>;

export const AD_REPLY_STATES = ['sent', 'seen', 'invited', 'hired', 'declined', 'withdrawn'] as const;
export type AdReplyState = (typeof AD_REPLY_STATES)[number];

/** While a reply is open, its creator cannot send another to the same ad. */
export const OPEN_AD_REPLY_STATES: readonly AdReplyState[] = ['sent', 'seen', 'invited'];

export type AdReplyAction = 'see' | 'invite' | 'hire' | 'decline' | 'withdraw';
export const AD_REPLY_MACHINE = {
  see: { from: ['sent'], to: 'seen', by: ['owner'] },
  invite: { from: ['sent', 'seen'], to: 'invited', by: ['owner'] },
  hire: { from: ['invited'], to: 'hired', by: ['system'] },
  decline: { from: OPEN_AD_REPLY_STATES, to: 'declined', by: ['owner', 'system'] },
  withdraw: { from: OPEN_AD_REPLY_STATES, to: 'withdrawn', by: ['replier'] },
} as const satisfies Machine<AdReplyState, AdReplyAction, 'owner' | 'replier' | 'system'>;

export const AD_TABS = ['live', 'draft', 'in_review', 'expired', 'closed'] as const;
export type AdTab = (typeof AD_TABS)[number];

/** The tab of the owner's list in which an ad of each state stands. */
export const TAB_OF_AD: Readonly<Record<AdState, AdTab>> = {
  draft: 'draft',
  rejected: 'draft',
  in_review: 'in_review',
  live: 'live',
  paused: 'live',
  expired: 'expired',
  closed: 'closed',
  filled: 'closed',
  removed: 'closed',
};

/** When an ad that is posted or renewed now ends. A renewal before the end keeps the days that are left. */
export function adEndsAt(now: Date, days: AdDays, endsAt: Date | null = null): Date {
  const from = endsAt && endsAt > now ? endsAt : now;
  return new Date(from.getTime() + days * DAY_MS);
}

export const adWarnsAt = (endsAt: Date): Date => new Date(endsAt.getTime() - AD_WARNING_HOURS * HOUR_MS);

/** A reply counts on the state and on the end: the workflow that expires an ad can be late. */
export const takesReplies = (ad: { state: AdState; endsAt: Date | null }, now: Date): boolean =>
  ad.state === 'live' && ad.endsAt !== null && now < ad.endsAt;

/** Why the owner may not do that with an ad in this state, or null. An ad whose end has passed counts as expired. */
export function adRefusal(action: AdAction, ad: { state: AdState; endsAt: Date | null }, now: Date): ErrorCode | null {
  const over = (ad.state === 'live' || ad.state === 'paused') && ad.endsAt !== null && ad.endsAt <= now;
  return refusal(AD_MACHINE, action, over ? 'expired' : ad.state, 'owner') === null ? null : 'state.wrong';
}

export interface ReplyFacts {
  ad: { state: AdState; endsAt: Date | null; kind: 'wanted' | 'available' };
  /** Kind of the replying org. */
  orgKind: string;
  isOwner: boolean;
  hasOpenReply: boolean;
}

/** Why an org may not reply to an ad, or null. A brand's ad is for creators, a creator's ad is for brands. */
export function replyRefusal({ ad, orgKind, isOwner, hasOpenReply }: ReplyFacts, now: Date): ErrorCode | null {
  if (isOwner) return 'ad.own';
  if (orgKind !== (ad.kind === 'wanted' ? 'creator' : 'brand')) return 'ad.same_side';
  if (!takesReplies(ad, now)) return 'ad.not_open';
  return hasOpenReply ? 'ad.reply_duplicate' : null;
}
