import type { Machine } from '../../core/state-machine.ts';
import type { ApplicationState, CampaignPatch, CampaignState } from './schema.ts';
export const GOALS = ['awareness', 'launch', 'visits', 'content', 'sales', 'event'] as const;

export type CampaignAction =
  | 'edit'
  | 'publish'
  | 'schedule'
  | 'pause'
  | 'resume'
  | 'close'
  | 'cancel'
  | 'duplicate'
  | 'fill'
  | 'freePlace'
  | 'complete'
  | 'deleteDraft'
  | 'reopen';
const EVERY: readonly CampaignState[] = [
  'draft',
  'scheduled',
  'live',
  'paused',
  'filled',
  'completed',
  'closed',
  'cancelled',
];

/** Closing ends applications and leaves contracts running; cancelling is for campaigns without a contract. */
export const CAMPAIGN_MACHINE = {
  edit: { from: ['draft', 'scheduled', 'live', 'paused'], to: null, by: ['brand'] },
  publish: { from: ['draft', 'scheduled'], to: 'live', by: ['brand', 'system'] },
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled', by: ['brand'] },
  pause: { from: ['live'], to: 'paused', by: ['brand'] },
  resume: { from: ['paused'], to: 'live', by: ['brand'] },
  close: { from: ['live', 'paused', 'filled'], to: 'closed', by: ['brand', 'system'] },
  cancel: { from: ['draft', 'scheduled', 'live', 'paused', 'closed'], to: 'cancelled', by: ['brand'] },
  duplicate: { from: EVERY, to: null, by: ['brand'] },
  reopen: { from: ['closed', 'completed'], to: 'live', by: ['brand'] },
  deleteDraft: { from: ['draft'], to: null, by: ['brand'] },
  fill: { from: ['live', 'paused'], to: 'filled', by: ['system'] },
  freePlace: { from: ['filled'], to: 'live', by: ['system'] },
  complete: { from: ['filled', 'closed'], to: 'completed', by: ['system'] },
} as const satisfies Machine<CampaignState, CampaignAction, 'brand' | 'system'>;

export interface CampaignFacts {
  state: CampaignState;
  slots: number;
  /** Contracts: active, completed, being signed. */
  running: number;
  finished: number;
  signing: number;
  /** The brand offers a freed place again. */
  reopens: boolean;
  /** The last day for applications has not passed. */
  takesApplications: boolean;
}

/**
 * The state that follows from a campaign's contracts, whatever the order in which they ended: filled when every place
 * has a running or finished contract; with a free place open again, or closed when its last day has passed or the brand
 * offers no freed place; completed when it accepts no creators any more and all its contracts have ended.
 */
export function settledState(facts: CampaignFacts): CampaignState {
  const { slots, running, finished, signing } = facts;
  const full = running + finished >= slots;
  let { state } = facts;
  if ((state === 'live' || state === 'paused') && full) state = 'filled';
  if (state === 'filled' && !full) state = facts.reopens && facts.takesApplications ? 'live' : 'closed';
  if ((state === 'filled' || state === 'closed') && finished > 0 && running + signing === 0) state = 'completed';
  return state;
}

/**
 * The part of a budget that contracts commit, minor units: their price less refunds; of an ended contract, the part not
 * refunded.
 */
export const boundBy = (contract: { ended: boolean; total: number; funded: number; refunded: number }): number =>
  contract.ended ? contract.funded - contract.refunded : contract.total - contract.refunded;

export type ApplicationAction = 'edit' | 'shortlist' | 'decline' | 'withdraw' | 'expire';
export const APPLICATION_MACHINE = {
  edit: { from: ['submitted', 'shortlisted'], to: null, by: ['creator'] },
  shortlist: { from: ['submitted'], to: 'shortlisted', by: ['brand'] },
  decline: { from: ['submitted', 'shortlisted'], to: 'declined', by: ['brand'] },
  withdraw: { from: ['submitted', 'shortlisted'], to: 'withdrawn', by: ['creator'] },
  expire: { from: ['submitted', 'shortlisted'], to: 'expired', by: ['system'] },
} as const satisfies Machine<ApplicationState, ApplicationAction, 'brand' | 'creator' | 'system'>;

/** Whether an application may still become a deal. */
export const STILL_APPLIED = ['submitted', 'shortlisted', 'offered'] as const satisfies readonly ApplicationState[];

/** An application that is unanswered for that long expires. */
export const APPLICATION_LIFE = 'P14D';
export const TITLE_MIN = 10;

/** What applicants were promised: it does not change under them any more. The currency has its own refusal. */
export const LOCKED_AFTER_APPLICATION = [
  'pay',
  'deliverables',
  'milestones',
  'rights',
  'exclusivity',
  'wanted',
  'revisions',
  'killFeeBps',
  'disclosureCountry',
  'disclosureText',
  'releaseTrigger',
  'release',
  'clocks',
  'country',
  'city',
] as const satisfies readonly (keyof CampaignPatch)[];

/** Campaigns of one act. */
export const MAX_BULK = 50;
