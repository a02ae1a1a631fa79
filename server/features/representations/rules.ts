import type { ErrorCode } from '../../core/errors.ts';
import type { ActingFor, OrgActor, OrgRole } from '../../context.ts';

/** An agent who acts for a creator; what it may do alone is a matter of scopes, not of the role. */
export const isActingAgent = ({ acting, role }: Pick<OrgActor, 'acting' | 'role'>): boolean =>
  acting !== undefined && role === 'agent';

/** What a creator lets an agency do in the creator's name. */
export const SCOPES = ['apply', 'negotiate', 'accept', 'sign', 'submit', 'message', 'profile'] as const;
export type Scope = (typeof SCOPES)[number];

export const MAX_COMMISSION_BPS = 3_000;
export const MAX_NOTICE_DAYS = 180;
/** An invitation that is not answered expires after so many days. */
export const ANSWER_DAYS = 14;

/** Acts that may become a request to the creator. */
export const REQUESTED_ACTS = [
  'offer_accept',
  'contract_sign',
  'milestone_cancel',
  'dispute_open',
  'addendum_sign',
] as const;
export type RequestedAct = (typeof REQUESTED_ACTS)[number];

/** The scope with which an agency does it alone; null: the creator confirms it, whatever the scopes. */
const ALONE: Record<RequestedAct, Scope | null> = {
  offer_accept: 'accept',
  contract_sign: 'sign',
  milestone_cancel: null,
  dispute_open: null,
  addendum_sign: 'sign',
};

/** What an act is called on screens; several procedures share one. */
export const ACT_LABELS = [
  'application',
  'applicationBack',
  'ad',
  'ownAd',
  'saved',
  'accept',
  'counter',
  'decline',
  'extend',
  'withdraw',
  'sign',
  'cancel',
  'draft',
  'submit',
  'comment',
  'message',
  'upload',
  'profile',
  'package',
  'dispute',
  'visit',
  'post',
  'other',
] as const;
export type ActLabel = (typeof ACT_LABELS)[number];

const LABEL_OF: Readonly<Record<string, ActLabel>> = {
  'addenda.decline': 'decline',
  'addenda.propose': 'counter',
  'addenda.sign': 'sign',
  'addenda.withdraw': 'withdraw',
  'ads.close': 'ownAd',
  'ads.create': 'ownAd',
  'ads.decline': 'ad',
  'ads.deleteDraft': 'ownAd',
  'ads.duplicate': 'ownAd',
  'ads.edit': 'ownAd',
  'ads.fill': 'ownAd',
  'ads.invite': 'ad',
  'ads.pause': 'ownAd',
  'ads.post': 'ownAd',
  'ads.putAside': 'ownAd',
  'ads.renew': 'ownAd',
  'ads.reply': 'ad',
  'ads.resume': 'ownAd',
  'ads.saveDraft': 'ownAd',
  'ads.withdraw': 'ad',
  'campaigns.editApplication': 'application',
  'campaigns.sendApplication': 'application',
  'campaigns.withdraw': 'applicationBack',
  'content.comment': 'comment',
  'content.resolveComment': 'comment',
  'content.removeFile': 'draft',
  'content.saveSubmission': 'draft',
  'content.startSubmission': 'draft',
  'content.submit': 'submit',
  'contracts.sign': 'sign',
  'disputes.open': 'dispute',
  'escrow.acceptCancel': 'cancel',
  'escrow.proposeCancel': 'cancel',
  'escrow.cancel': 'cancel',
  'offers.accept': 'accept',
  'offers.counter': 'counter',
  'offers.decline': 'decline',
  'offers.declineContract': 'decline',
  'offers.extend': 'extend',
  'offers.withdraw': 'withdraw',
};
const LABEL_OF_NOUN: Readonly<Record<string, ActLabel>> = {
  ads: 'saved',
  campaigns: 'saved',
  matching: 'saved',
  conversations: 'message',
  messages: 'message',
  creators: 'profile',
  packages: 'package',
  portfolio: 'profile',
  priceRules: 'package',
  publications: 'post',
  upload: 'upload',
  visits: 'visit',
};

export const actLabel = (act: string): ActLabel => LABEL_OF[act] ?? LABEL_OF_NOUN[act.split('.')[0] ?? ''] ?? 'other';

/** Whether this act of an agency waits for the creator. */
export function needsCreator(acting: ActingFor | undefined, act: RequestedAct): boolean {
  if (!acting) return false;
  const scope = ALONE[act];
  return scope === null || !acting.scopes.includes(scope);
}

interface ActRule {
  scope: Scope;
  /** Without the scope it becomes a request; the service makes it. */
  orAsk?: RequestedAct;
  /** Prepares something without sending it: open to assistants. */
  draft?: true;
}

/**
 * Procedures that an agency may call for a creator, with the scope each needs. Every other mutation is the creator's own.
 */
export const ACTS: Readonly<Record<string, ActRule>> = {
  'addenda.decline': { scope: 'negotiate' },
  'addenda.propose': { scope: 'negotiate' },
  'addenda.sign': { scope: 'sign', orAsk: 'addendum_sign' },
  'addenda.withdraw': { scope: 'negotiate' },
  'ads.close': { scope: 'apply' },
  'ads.create': { scope: 'apply', draft: true },
  'ads.createAlert': { scope: 'apply', draft: true },
  'ads.decline': { scope: 'apply' },
  'ads.deleteAlert': { scope: 'apply', draft: true },
  'ads.deleteDraft': { scope: 'apply', draft: true },
  'ads.duplicate': { scope: 'apply', draft: true },
  'ads.edit': { scope: 'apply' },
  'ads.fill': { scope: 'apply' },
  'ads.hide': { scope: 'apply', draft: true },
  'ads.invite': { scope: 'apply' },
  'ads.pause': { scope: 'apply' },
  'ads.post': { scope: 'apply' },
  'ads.putAside': { scope: 'apply', draft: true },
  'ads.renew': { scope: 'apply' },
  'ads.reply': { scope: 'apply' },
  'ads.resume': { scope: 'apply' },
  'ads.save': { scope: 'apply', draft: true },
  'ads.saveDraft': { scope: 'apply', draft: true },
  'ads.see': { scope: 'apply', draft: true },
  'ads.unhide': { scope: 'apply', draft: true },
  'ads.unsave': { scope: 'apply', draft: true },
  'ads.withdraw': { scope: 'apply' },
  'campaigns.editApplication': { scope: 'apply' },
  'campaigns.save': { scope: 'apply', draft: true },
  'campaigns.sendApplication': { scope: 'apply' },
  'campaigns.unsave': { scope: 'apply', draft: true },
  'campaigns.withdraw': { scope: 'apply' },
  'content.comment': { scope: 'submit' },
  'content.removeFile': { scope: 'submit', draft: true },
  'content.resolveComment': { scope: 'submit' },
  'content.saveSubmission': { scope: 'submit', draft: true },
  'content.startSubmission': { scope: 'submit', draft: true },
  'content.submit': { scope: 'submit' },
  'contracts.sign': { scope: 'sign', orAsk: 'contract_sign' },
  'conversations.removeFile': { scope: 'message' },
  'conversations.send': { scope: 'message' },
  'creators.dropDraft': { scope: 'profile', draft: true },
  'creators.keepDraft': { scope: 'profile', draft: true },
  'creators.publish': { scope: 'profile' },
  'creators.save': { scope: 'profile' },
  'creators.setRate': { scope: 'profile' },
  'creators.unpublish': { scope: 'profile' },
  'disputes.open': { scope: 'sign', orAsk: 'dispute_open' },
  'escrow.acceptCancel': { scope: 'sign', orAsk: 'milestone_cancel' },
  'escrow.proposeCancel': { scope: 'sign', orAsk: 'milestone_cancel' },
  'escrow.cancel': { scope: 'sign', orAsk: 'milestone_cancel' },
  'matching.hide': { scope: 'apply', draft: true },
  'matching.show': { scope: 'apply', draft: true },
  'messages.send': { scope: 'message' },
  'offers.accept': { scope: 'accept', orAsk: 'offer_accept' },
  'offers.counter': { scope: 'negotiate' },
  'offers.decline': { scope: 'negotiate' },
  'offers.declineContract': { scope: 'negotiate' },
  'offers.extend': { scope: 'negotiate' },
  'offers.withdraw': { scope: 'negotiate' },
  'packages.save': { scope: 'profile' },
  'packages.setCapacity': { scope: 'profile' },
  'packages.setState': { scope: 'profile' },
  'portfolio.arrange': { scope: 'profile' },
  'portfolio.change': { scope: 'profile' },
  'portfolio.pin': { scope: 'profile' },
  'portfolio.remove': { scope: 'profile' },
  'priceRules.decide': { scope: 'profile' },
  'priceRules.save': { scope: 'profile' },
  'publications.check': { scope: 'submit' },
  'publications.save': { scope: 'submit' },
  'visits.book': { scope: 'submit' },
  'visits.cancel': { scope: 'submit' },
  'visits.move': { scope: 'submit' },
};

/** Places of uploads beside the procedures, under names of their own. */
export const UPLOADS = {
  'upload.ad': { scope: 'apply', draft: true },
  'upload.submission': { scope: 'submit', draft: true },
  'upload.conversation': { scope: 'message' },
  'upload.deal': { scope: 'message' },
  'upload.offer': { scope: 'message' },
  'upload.portfolio': { scope: 'profile' },
} as const satisfies Record<string, ActRule>;
export type UploadAct = keyof typeof UPLOADS;

/** Calls about the person who acts, not about the creator: they leave no act. */
const OF_THE_PERSON: ReadonlySet<string> = new Set([
  'accounts.update',
  'agreements.accept',
  'conversations.mark',
  'conversations.read',
  'help.ask',
  'messages.read',
  'notifications.markRead',
  'security.prove',
]);

export type ActVerdict =
  | { kind: 'own' }
  | { kind: 'act'; scope: Scope | null; asks: boolean }
  | { kind: 'refused'; scope: Scope | null; code: ErrorCode };

/** What becomes of a mutation or an upload that a member of an agency calls for a creator. */
export function verdictOf(procedure: string, acting: ActingFor): ActVerdict {
  const { scopes, agencyRole } = acting;
  if (OF_THE_PERSON.has(procedure)) return { kind: 'own' };
  const rule: ActRule | undefined = ACTS[procedure] ?? (UPLOADS as Record<string, ActRule>)[procedure];
  if (!rule) return { kind: 'refused', scope: null, code: 'auth.creator_only' };
  const refused = (code: ErrorCode): ActVerdict => ({ kind: 'refused', scope: rule.scope, code });
  if (!rule.orAsk && !scopes.includes(rule.scope)) return refused('auth.no_mandate');
  if (roleInCreatorsOrg(agencyRole) === 'viewer') return refused('acting.view_only');
  if (roleInCreatorsOrg(agencyRole) === 'assistant' && !rule.draft) return refused('acting.drafts_only');
  const asks = rule.orAsk !== undefined && needsCreator(acting, rule.orAsk);
  return { kind: 'act', scope: asks ? null : rule.scope, asks };
}

/** The role in the creator's org of a member of the agency: assistants prepare, finance and viewers look. */
export function roleInCreatorsOrg(agencyRole: OrgRole): 'agent' | 'assistant' | 'viewer' {
  if (agencyRole === 'assistant') return 'assistant';
  return agencyRole === 'finance' || agencyRole === 'viewer' || agencyRole === 'reviewer' ? 'viewer' : 'agent';
}

/**
 * Features whose records belong to a creator's work: an agency writes them only while acting for the creator. Of conversations
 * some are the agency's own; the service refuses the others.
 */
const WORK_OF_CREATORS = ['addenda', 'campaigns', 'content', 'contracts', 'escrow', 'messages', 'offers', 'packages'];

/** Whether an agency must act for a creator to call this mutation. */
export const requiresActing = (procedure: string): boolean =>
  ((procedure in UPLOADS && procedure !== 'upload.conversation') ||
    WORK_OF_CREATORS.includes(procedure.split('.')[0] ?? '')) &&
  !OF_THE_PERSON.has(procedure);

const DAY_MS = 24 * 3_600_000;

/** When a representation ends that its agency gives up at `now`: after the notice, or at its own earlier end. */
export function endAfterNotice(now: Date, { noticeDays, validTo }: { noticeDays: number; validTo: Date | null }): Date {
  const at = new Date(now.getTime() + noticeDays * DAY_MS);
  return validTo && validTo < at ? validTo : at;
}

export const answerUntil = (now: Date): Date => new Date(now.getTime() + ANSWER_DAYS * DAY_MS);
