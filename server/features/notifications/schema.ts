import { z } from 'zod';
import { uuid } from '../../core/inputs.ts';

/** Every kind has texts under `notifications:<kind>.title|body` and a mail in `mail:<kind>`. */
export const NOTICE_KINDS = [
  'application_received',
  'application_declined',
  'application_shortlisted',
  'application_expired',
  'campaign_cancelled',
  'offer_received',
  'offer_countered',
  'offer_accepted',
  'offer_declined',
  'offer_withdrawn',
  'offer_expiring',
  'offer_expired',
  'contract_to_sign',
  'contract_signed',
  'contract_expiring',
  'contract_expired',
  'milestone_to_fund',
  'milestone_funded',
  'milestone_void',
  'payment_failed',
  'payment_refunded_late',
  'work_submitted',
  'changes_requested',
  'work_approved',
  'work_auto_approved',
  'review_ending',
  'review_extended',
  'milestone_due_soon',
  'milestone_overdue',
  'hold_ending',
  'milestone_refunded',
  'refund_refused',
  'refund_came_back',
  'refund_made_good',
  'payment_disputed',
  'milestone_disputed',
  'dispute_won',
  'dispute_lost',
  'payment_on_hold',
  'payment_held',
  'payment_hold_lifted',
  'payment_returned',
  'milestone_cancelled',
  'milestone_released',
  'last_milestone_released',
  'deal_completed',
  'invoice_issued',
  'transfer_reversed',
  'payout_account_needed',
  'payout_account_ready',
  'payout_sent',
  'payout_paid',
  'payout_failed',
  'message_received',
  'org_suspended',
  'org_reinstated',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * Data of a notice. `name`: the other side's name; `title`: title of the campaign, offer or deal; `milestone`: its
 * title; `amountMinor` with `currency`: shown as {{amount}}; `deadlineAt`: ISO instant, shown in the reader's zone;
 * `hours`: hours left, for reminders; `reason`: text of the other side, at most 200 characters; `number`: of a
 * document.
 */
export type NoticeField =
  | 'name'
  | 'title'
  | 'milestone'
  | 'amountMinor'
  | 'currency'
  | 'deadlineAt'
  | 'hours'
  | 'reason'
  | 'number';
export type NoticeData = Partial<Record<NoticeField, string | number | null>>;

const AMOUNT = ['amountMinor', 'currency'] as const;

/** The fields each kind's texts are filled with; a notice without one of them has a gap in its text. */
export const NOTICE_FIELDS = {
  application_received: ['name', 'title', ...AMOUNT],
  application_declined: ['name', 'title'],
  application_shortlisted: ['name', 'title'],
  application_expired: ['name', 'title'],
  campaign_cancelled: ['name', 'title'],
  offer_received: ['name', 'title', 'deadlineAt', ...AMOUNT],
  offer_countered: ['name', 'title', 'deadlineAt', ...AMOUNT],
  offer_accepted: ['name', 'title', ...AMOUNT],
  offer_declined: ['name', 'title'],
  offer_withdrawn: ['name', 'title'],
  offer_expiring: ['name', 'title', 'hours', 'deadlineAt'],
  offer_expired: ['name', 'title'],
  contract_to_sign: ['name', 'title', 'deadlineAt', ...AMOUNT],
  contract_signed: ['name', 'title'],
  contract_expiring: ['title', 'hours', 'deadlineAt'],
  contract_expired: ['title'],
  milestone_to_fund: ['name', 'title', 'milestone', 'deadlineAt', ...AMOUNT],
  milestone_funded: ['name', 'title', 'milestone', 'deadlineAt', ...AMOUNT],
  milestone_void: ['name', 'title', 'milestone'],
  payment_failed: ['title', 'milestone', ...AMOUNT],
  payment_refunded_late: ['title', 'milestone', ...AMOUNT],
  work_submitted: ['name', 'title', 'milestone', 'deadlineAt', ...AMOUNT],
  changes_requested: ['name', 'title', 'milestone', 'deadlineAt'],
  work_approved: ['name', 'title', 'milestone', ...AMOUNT],
  work_auto_approved: ['name', 'title', 'milestone', ...AMOUNT],
  review_ending: ['name', 'title', 'milestone', 'hours', 'deadlineAt', ...AMOUNT],
  review_extended: ['name', 'title', 'milestone', 'deadlineAt'],
  milestone_due_soon: ['name', 'title', 'milestone', 'deadlineAt'],
  milestone_overdue: ['name', 'title', 'milestone', 'deadlineAt'],
  hold_ending: ['name', 'title', 'milestone', 'deadlineAt', ...AMOUNT],
  milestone_refunded: ['name', 'title', 'milestone', ...AMOUNT],
  refund_refused: ['title', 'milestone', ...AMOUNT],
  refund_came_back: ['title', 'milestone', ...AMOUNT],
  refund_made_good: ['title', 'milestone', ...AMOUNT],
  payment_disputed: ['title', 'milestone', ...AMOUNT],
  milestone_disputed: ['name', 'title', 'milestone'],
  dispute_won: ['title', 'milestone'],
  dispute_lost: ['title', 'milestone'],
  payment_on_hold: ['title', 'milestone'],
  payment_held: ['title', 'milestone', 'reason'],
  payment_hold_lifted: ['title', 'milestone'],
  payment_returned: ['title', 'milestone', ...AMOUNT],
  milestone_cancelled: ['name', 'title', 'milestone', ...AMOUNT],
  milestone_released: ['name', 'title', 'milestone', ...AMOUNT],
  last_milestone_released: ['name', 'title', 'milestone', ...AMOUNT],
  deal_completed: ['name', 'title', ...AMOUNT],
  invoice_issued: ['name', 'title', 'milestone', 'number', ...AMOUNT],
  transfer_reversed: ['title', 'milestone', ...AMOUNT],
  payout_account_needed: ['title', ...AMOUNT],
  payout_account_ready: [],
  payout_sent: ['deadlineAt', ...AMOUNT],
  payout_paid: [...AMOUNT],
  payout_failed: [...AMOUNT],
  message_received: ['name', 'title'],
  org_suspended: ['title', 'reason'],
  org_reinstated: ['title'],
} as const satisfies Record<NoticeKind, readonly NoticeField[]>;

/**
 * Kinds that many others can cause at once, with the page that lists them: a reader gets one mail of a kind at once,
 * those that follow within the hour arrive in one mail.
 */
export const BUNDLED = {
  application_received: '/my-campaigns',
  offer_received: '/collaboration-request',
  message_received: '/smart-contracts',
} as const satisfies Partial<Record<NoticeKind, string>>;
export type BundledKind = keyof typeof BUNDLED;
export const isBundled = (kind: string): kind is BundledKind => Object.hasOwn(BUNDLED, kind);
export const BUNDLE_TEMPLATE = 'bundle';

/**
 * What people may switch off, in the bell and by mail; the fixed ones are only listed in the matrix: they always
 * arrive.
 */
export const NOTICE_TOPICS = ['applications', 'offers', 'contracts', 'work', 'messages', 'money', 'security'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];
export const NOTICE_CHANNELS = ['app', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const FIXED_TOPICS = ['money', 'security'] as const satisfies readonly NoticeTopic[];

export const TOPIC_OF = {
  application_received: 'applications',
  application_declined: 'applications',
  application_shortlisted: 'applications',
  application_expired: 'applications',
  campaign_cancelled: 'applications',
  offer_received: 'offers',
  offer_countered: 'offers',
  offer_accepted: 'offers',
  offer_declined: 'offers',
  offer_withdrawn: 'offers',
  offer_expiring: 'offers',
  offer_expired: 'offers',
  contract_to_sign: 'contracts',
  contract_signed: 'contracts',
  contract_expiring: 'contracts',
  contract_expired: 'contracts',
  deal_completed: 'contracts',
  work_submitted: 'work',
  changes_requested: 'work',
  work_approved: 'work',
  work_auto_approved: 'work',
  review_ending: 'work',
  review_extended: 'work',
  milestone_due_soon: 'work',
  milestone_overdue: 'work',
  message_received: 'messages',
  milestone_to_fund: 'money',
  milestone_funded: 'money',
  milestone_void: 'money',
  payment_failed: 'money',
  payment_refunded_late: 'money',
  milestone_refunded: 'money',
  hold_ending: 'money',
  refund_refused: 'money',
  refund_came_back: 'money',
  refund_made_good: 'money',
  payment_disputed: 'money',
  milestone_disputed: 'money',
  dispute_won: 'money',
  dispute_lost: 'money',
  payment_on_hold: 'money',
  payment_held: 'money',
  payment_hold_lifted: 'money',
  payment_returned: 'money',
  milestone_cancelled: 'money',
  milestone_released: 'money',
  last_milestone_released: 'money',
  invoice_issued: 'money',
  transfer_reversed: 'money',
  payout_account_needed: 'money',
  payout_account_ready: 'money',
  payout_sent: 'money',
  payout_paid: 'money',
  payout_failed: 'money',
  org_suspended: 'security',
  org_reinstated: 'security',
} as const satisfies Record<NoticeKind, NoticeTopic>;

/** A switched-off cell of the matrix, e.g. `offers.mail`. */
export type NoticeSwitch = `${Exclude<NoticeTopic, (typeof FIXED_TOPICS)[number]>}.${NoticeChannel}`;
export const NOTICE_SWITCHES = NOTICE_TOPICS.filter(
  (topic) => !(FIXED_TOPICS as readonly string[]).includes(topic),
).flatMap((topic) => NOTICE_CHANNELS.map((channel) => `${topic}.${channel}` as NoticeSwitch));

/**
 * Mails to one mailbox about the account itself, beside notices and codes; queued by `queueMail`. `fields`: what the texts
 * `mail:account.<kind>.subject|body|action|note` are filled with, an ISO instant under a name that ends in "At" is shown in
 * the reader's zone. `link`: the page its button opens, unless the caller names one.
 */
export const ACCOUNT_MAILS = {
  sign_up_again: { fields: [], link: '/auth' },
  new_sign_in: { fields: ['device', 'signedInAt'], link: '/enhanced-authentication' },
  export_ready: { fields: ['expiresAt'], link: '/profile' },
  deletion_planned: { fields: ['erasesAt'], link: '/profile' },
  deletion_withdrawn: { fields: [], link: '/profile' },
  password_changed: { fields: ['changedAt'], link: '/enhanced-authentication' },
  password_replaced: { fields: ['changedAt'], link: '/enhanced-authentication' },
  email_change_asked: { fields: ['address'], link: '/enhanced-authentication' },
  email_changed: { fields: ['address', 'changedAt'], link: '/auth' },
  email_wanted: { fields: [], link: '/auth' },
  authenticator_added: { fields: ['addedAt'], link: '/enhanced-authentication' },
  passkey_added: { fields: ['addedAt'], link: '/enhanced-authentication' },
  factor_removal_planned: { fields: ['removesAt'], link: '/enhanced-authentication' },
  factor_removed: { fields: [], link: '/enhanced-authentication' },
  account_erased: { fields: [], link: '/' },
  money_out_stopped: { fields: ['currencies', 'found'], link: '/admin-dashboard' },
  money_check_warned: { fields: ['found'], link: '/admin-dashboard' },
  help_answered: { fields: ['title', 'answer'], link: '/smart-contracts' },
} as const satisfies Record<string, { fields: readonly string[]; link: string }>;
export type AccountMailKind = keyof typeof ACCOUNT_MAILS;
export type AccountMailData<K extends AccountMailKind> = Record<(typeof ACCOUNT_MAILS)[K]['fields'][number], string>;

export const listNotificationsInput = z.strictObject({
  after: uuid.optional(),
  limit: z.number().int().min(1).max(100).default(30),
});
/** The named ones, those that lead to the page at `link`, or all. */
export const markReadInput = z.strictObject({
  ids: z.array(uuid).max(100).optional(),
  link: z
    .string()
    .regex(/^\/[\w/.-]+$/u)
    .max(200)
    .optional(),
});

export interface NotificationDto {
  id: string;
  kind: NoticeKind;
  data: Record<string, string | number | null>;
  link: string;
  readAt: Date | null;
  at: Date;
}
export interface NotificationList {
  items: NotificationDto[];
  next: string | null;
  unread: number;
}

export const retryMailInput = z.strictObject({ id: uuid });

/** A mail that was given up: refused by the mailbox, or not accepted by any server in all its tries. */
export interface UndeliveredMail {
  id: string;
  to: string;
  template: string;
  state: 'failed' | 'bounced';
  attempts: number;
  lastError: string | null;
  at: Date;
  /** Codes are requested anew by their owner instead. */
  mayRetry: boolean;
}
