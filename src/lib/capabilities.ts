export const ROLES = ['brand', 'creator', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** `part`: some of it works today; the text says when the rest follows. */
export type Openness = 'open' | 'part' | 'soon';

/**
 * The ten capabilities claimed on the start page, in its order, with how much of each works today and what implements
 * it.
 */
export const CAPABILITIES = [
  { id: 'matching', state: 'open', engine: 'rules' },
  { id: 'briefs', state: 'part', engine: 'assist' },
  { id: 'contracts', state: 'open', engine: 'rules' },
  { id: 'vetting', state: 'soon', engine: 'planned' },
  { id: 'discovery', state: 'open', engine: 'rules' },
  { id: 'reports', state: 'soon', engine: 'planned' },
  { id: 'escrow', state: 'open', engine: 'rules' },
  { id: 'analytics', state: 'part', engine: 'rules' },
  { id: 'social', state: 'soon', engine: 'planned' },
  { id: 'growth', state: 'part', engine: 'rules' },
] as const satisfies readonly { id: string; state: Openness; engine: 'rules' | 'assist' | 'planned' }[];
export type Capability = (typeof CAPABILITIES)[number];
/** A capability of which something is still to come: its texts under `features:later` say what. */
export type PlannedCapability = Exclude<Capability, { state: 'open' }>;
export const isPlanned = (capability: Capability): capability is PlannedCapability => capability.state !== 'open';

/** The start of each role: the portal and the form to open, which choose the kind of account. */
export const PORTALS = {
  brand: { to: '/business-auth', search: { tab: 'sign-up' } },
  creator: { to: '/influencer-auth', search: { tab: 'sign-up' } },
  agent: { to: '/influencer-auth', search: { tab: 'sign-up', as: 'agent' } },
} as const satisfies Record<Role, object>;
