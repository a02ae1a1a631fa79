import type { OrgKind, OrgRole } from '../../context.ts';
import type { Currency } from '../../core/money.ts';

/**
 * Rights inside an org. Rows are actions, values the roles that have the right; the service asserts it and the guarded
 * button names the role that could.
 */
export const PERMISSIONS = {
  'campaign.edit': ['owner', 'admin', 'manager'],
  'campaign.publish': ['owner', 'admin', 'manager'],
  'ad.edit': ['owner', 'admin', 'manager', 'agent', 'assistant'],
  'ad.reply': ['owner', 'admin', 'manager', 'agent'],
  'visit.edit': ['owner', 'admin', 'manager', 'reviewer', 'agent', 'assistant'],
  'application.decide': ['owner', 'admin', 'manager'],
  'application.send': ['owner', 'agent'],
  'offer.negotiate': ['owner', 'admin', 'manager', 'agent'],
  'offer.accept': ['owner', 'admin', 'manager'],
  'contract.sign': ['owner', 'admin', 'manager'],
  'escrow.fund': ['owner', 'admin', 'manager', 'finance'],
  // Managers and reviewers up to the limit that their org sets.
  'escrow.release': ['owner', 'admin', 'finance', 'manager', 'reviewer'],
  'release_limits.edit': ['owner', 'admin', 'finance'],
  'escrow.cancel': ['owner', 'admin', 'manager'],
  'content.approve': ['owner', 'admin', 'manager', 'reviewer'],
  'content.comment': ['owner', 'admin', 'manager', 'reviewer', 'viewer', 'agent'],
  'content.submit': ['owner', 'agent'],
  'money.view': ['owner', 'admin', 'manager', 'finance'],
  'billing.edit': ['owner', 'finance'],
  'payout.manage': ['owner', 'finance'],
  'settings_log.view': ['owner', 'admin', 'finance'],
  'message.send': ['owner', 'admin', 'manager', 'finance', 'reviewer', 'agent', 'assistant'],
  'profile.edit': ['owner', 'admin', 'agent'],
  'rating.give': ['owner', 'admin', 'manager'],
  'list.edit': ['owner', 'admin', 'manager', 'agent', 'assistant'],
  'creators.export': ['owner', 'admin', 'manager', 'agent'],
  'outreach.edit': ['owner', 'admin', 'manager', 'agent', 'assistant'],
  // Starts, pauses and ends what was drafted.
  'outreach.send': ['owner', 'admin', 'manager', 'agent'],
  'roster.edit': ['owner', 'admin', 'agent'],
  'representation.answer': ['owner'],
  'import.run': ['owner', 'admin', 'manager', 'agent'],
} as const satisfies Record<string, readonly OrgRole[]>;

export type Action = keyof typeof PERMISSIONS;

/** Procedures that concern the person rather than the org: they stay open while the org is on hold. */
const OF_THE_PERSON: readonly string[] = ['accounts', 'notifications', 'privacy', 'security'];
/** A side on hold may still answer a dispute or a ruling, which would else be lost by its silence. */
const ANSWERS = ['disputes.send', 'disputes.offer', 'disputes.concede', 'disputes.appeal', 'payments.appealRuling'];
/** And pay what it owes, since nothing else ends its debt. */
const DUTIES = ['payments.payDebts'];
export const openWhileSuspended = (procedure: string): boolean =>
  OF_THE_PERSON.includes(procedure.split('.')[0] ?? '') || [...ANSWERS, ...DUTIES].includes(procedure);

export const roleMay = (role: OrgRole, action: Action): boolean =>
  (PERMISSIONS[action] as readonly OrgRole[]).includes(role);

/** Roles that release money up to a limit. */
export const LIMITED_ROLES = ['manager', 'reviewer'] as const;
export type LimitedRole = (typeof LIMITED_ROLES)[number];

/** `up_to`: in one currency; of deals in another one the role releases nothing. */
export type ReleaseLimit =
  | { mode: 'never' }
  | { mode: 'unlimited' }
  | { mode: 'up_to'; amount: number; currency: Currency };
export type ReleaseLimits = Record<LimitedRole, ReleaseLimit>;

/** Of an org that has set none. */
export const SHIPPED_RELEASE_LIMITS: ReleaseLimits = { manager: { mode: 'unlimited' }, reviewer: { mode: 'never' } };

const isLimited = (role: OrgRole): role is LimitedRole => (LIMITED_ROLES as readonly OrgRole[]).includes(role);

/** The most that a role releases in a deal of this currency, in minor units; null without a limit. */
export function releaseLimitOf(role: OrgRole, limits: ReleaseLimits, currency: Currency): number | null {
  if (!roleMay(role, 'escrow.release')) return 0;
  if (!isLimited(role)) return null;
  const limit = limits[role];
  if (limit.mode === 'unlimited') return null;
  return limit.mode === 'up_to' && limit.currency === currency ? limit.amount : 0;
}

/** Whether a sum is within a limit. */
export const withinLimit = (amount: number, limit: number | null): boolean => limit === null || amount <= limit;

/** Roles that may release this sum. */
export const rolesToRelease = (amount: number, limits: ReleaseLimits, currency: Currency): OrgRole[] =>
  PERMISSIONS['escrow.release'].filter((role) => withinLimit(amount, releaseLimitOf(role, limits, currency)));

export const FOUNDER_ROLE: Record<OrgKind, OrgRole> = { brand: 'owner', creator: 'owner', agency: 'owner' };

/** Path of a picture of a brand; a new picture has a new id. */
export const brandPictureUrl = (id: string | null): string | null => (id ? `/files/brands/${id}` : null);

/** Path of a picture; its name is new with every picture, so that browsers may cache it. */
export const avatarUrl = (name: string | null): string | null => (name ? `/files/avatars/${name}` : null);
