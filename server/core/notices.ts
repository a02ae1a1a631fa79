import type { Address } from './addresses.ts';
/** What people may switch off, in the bell and by mail; those of `FIXED_TOPICS` always arrive. */
export const NOTICE_TOPICS = ['applications', 'offers', 'contracts', 'work', 'messages', 'money', 'security'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export const NOTICE_CHANNELS = ['app', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const FIXED_TOPICS = ['money', 'security'] as const satisfies readonly NoticeTopic[];

/** A switched-off cell of the matrix, e.g. `offers.mail`. */
export type NoticeSwitch = `${Exclude<NoticeTopic, (typeof FIXED_TOPICS)[number]>}.${NoticeChannel}`;
export const NOTICE_SWITCHES = NOTICE_TOPICS.filter(
  (topic) => !(FIXED_TOPICS as readonly string[]).includes(topic),
).flatMap((topic) => NOTICE_CHANNELS.map((channel) => `${topic}.${channel}` as NoticeSwitch));

/**
 * Data of a notice. `name`: the other side's name, or of the member who asks; `title`: title of the campaign, offer or deal; `milestone`: its
 * title; `amountMinor` with `currency`: shown as {{amount}}; `deadlineAt`: ISO instant, shown in the reader's zone;
 * `hours`: hours left, for reminders; `reason`: text of the other side, at most 200 characters; `number`: of a
 * document, the reference of a bank transfer, or how many; `conversationId`: of a message, whose notices a person may
 * switch off.
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
  | 'number'
  | 'conversationId';

export const AMOUNT = ['amountMinor', 'currency'] as const;

/** What the button of a notice's mail opens; its label is `mail:action.<action>`. */
export type NoticeAction =
  | 'application'
  | 'matches'
  | 'offer'
  | 'contract'
  | 'fund'
  | 'billing'
  | 'settings'
  | 'deal'
  | 'review'
  | 'fix'
  | 'payment'
  | 'ruling'
  | 'payouts'
  | 'documents'
  | 'text'
  | 'message'
  | 'accounts'
  | 'ad'
  | 'visit'
  | 'search'
  | 'brand'
  | 'representation'
  | 'request'
  | 'roster';

/** A kind of notice, in `notices.ts` of the feature that sends it. */
export interface NoticeSpec {
  topic: NoticeTopic;
  /** Opening the deal, unless it is set. */
  action?: NoticeAction;
  /** What its texts are filled with; a notice without one of them has a gap in its text. */
  fields: readonly NoticeField[];
  /**
   * For a kind that many others can cause at once, the page that lists them: a reader gets one mail of the kind at once,
   * those that follow within the hour arrive in one mail.
   */
  listedAt?: Address;
}

/** A kind of mail to one mailbox about the account itself, in `mails.ts` of the feature that queues it by `queueMail`. */
export interface AccountMailSpec {
  /**
   * What the texts `mail:account.<kind>.subject|body|action|note` are filled with; an ISO instant under a name that ends in
   * "At" is shown in the reader's zone.
   */
  fields: readonly string[];
  /** The page its button opens, unless the caller names one. */
  link: Address;
  /** Its reader may have no account: the mail does not say that it is about one. The body is several paragraphs. */
  toStranger?: true;
}
