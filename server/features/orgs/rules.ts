import type { OrgKind, OrgRole } from '../../context.ts';

/**
 * Rights inside an org. Rows are actions, values the roles that have the right; the service asserts it and the guarded
 * button names the role that could.
 */
export const PERMISSIONS = {
  'campaign.edit': ['owner', 'admin', 'manager'],
  'campaign.publish': ['owner', 'admin', 'manager'],
  'ad.edit': ['owner', 'admin', 'manager', 'agent'],
  'ad.reply': ['owner', 'admin', 'manager', 'agent'],
  'visit.edit': ['owner', 'admin', 'manager', 'reviewer', 'agent', 'assistant'],
  'application.decide': ['owner', 'admin', 'manager'],
  'application.send': ['owner', 'agent'],
  'offer.negotiate': ['owner', 'admin', 'manager', 'agent'],
  'offer.accept': ['owner', 'admin', 'manager'],
  'contract.sign': ['owner', 'admin', 'manager'],
  'escrow.fund': ['owner', 'admin', 'manager', 'finance'],
  'escrow.cancel': ['owner', 'admin', 'manager'],
  'content.approve': ['owner', 'admin', 'manager', 'reviewer'],
  'content.comment': ['owner', 'admin', 'manager', 'reviewer', 'viewer', 'agent'],
  'content.submit': ['owner', 'agent'],
  'money.view': ['owner', 'admin', 'manager', 'finance'],
  'billing.edit': ['owner', 'finance'],
  'payout.manage': ['owner', 'finance'],
  'message.send': ['owner', 'admin', 'manager', 'finance', 'reviewer', 'agent', 'assistant'],
  'profile.edit': ['owner', 'admin', 'agent'],
  'rating.give': ['owner', 'admin', 'manager'],
  'list.edit': ['owner', 'admin', 'manager'],
  'creators.export': ['owner', 'admin', 'manager'],
  'outreach.edit': ['owner', 'admin', 'manager'],
  'import.run': ['owner', 'admin', 'manager', 'agent'],
} as const satisfies Record<string, readonly OrgRole[]>;

export type Action = keyof typeof PERMISSIONS;

/** What a creator lets its agency do. Agreeing, signing and cancelling stay the creator's own acts. */
export const SCOPES = ['negotiate', 'submit'] as const;
export type Scope = (typeof SCOPES)[number];

/** Procedures that concern the person rather than the org: they stay open while the org is on hold. */
const OF_THE_PERSON: readonly string[] = ['accounts', 'notifications', 'privacy', 'security'];
export const openWhileSuspended = (procedure: string): boolean => OF_THE_PERSON.includes(procedure.split('.')[0] ?? '');

export const roleMay = (role: OrgRole, action: Action): boolean =>
  (PERMISSIONS[action] as readonly OrgRole[]).includes(role);

export const FOUNDER_ROLE: Record<OrgKind, OrgRole> = { brand: 'owner', creator: 'owner', agency: 'owner' };

/** Path of a picture of a brand; a new picture has a new id. */
export const brandPictureUrl = (id: string | null): string | null => (id ? `/files/brands/${id}` : null);

/** Path of a picture; its name is new with every picture, so that browsers may cache it. */
export const avatarUrl = (name: string | null): string | null => (name ? `/files/avatars/${name}` : null);
