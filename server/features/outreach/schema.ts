import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import { filters } from '../discovery/filters/schema.ts';
import type { TextRule } from '../moderation/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { MAX_MESSAGE, MAX_STEPS, MAX_WAIT_DAYS, type MergeField } from './rules.ts';

export type SequenceState = 'draft' | 'running' | 'paused' | 'done';
/**
 * `listed`: the sequence is a draft. `active`: a message is due. `finished`: all were sent, without an answer. `unreachable`: the
 * creator's account is closed or suspended. The others name what ended it.
 */
export type RecipientState =
  | 'listed'
  | 'active'
  | 'finished'
  | 'replied'
  | 'declined'
  | 'blocked'
  | 'unsubscribed'
  | 'bounced'
  | 'suppressed'
  | 'unreachable';
export const VARIANTS = ['a', 'b'] as const;
export type Variant = (typeof VARIANTS)[number];
export type Channel = 'in_app' | 'mail';
export type SuppressionReason = 'unsubscribed' | 'declined' | 'bounced' | 'by_hand';

const body = z.string().trim().min(1).max(MAX_MESSAGE);
/** One text, or two that are tried against each other. */
const texts = z.array(body).min(1).max(VARIANTS.length);
const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), texts }),
  z.strictObject({ kind: z.literal('wait'), days: z.number().int().min(1).max(MAX_WAIT_DAYS) }),
  z.strictObject({ kind: z.literal('follow_up'), texts }),
]);
export type Step = z.output<typeof step>;

const content = {
  name: z.string().trim().min(1).max(80),
  subject: z.string().trim().max(120),
  campaignId: uuid.nullable(),
  /** A message, then waits and follow-ups in turn. */
  steps: z.array(step).min(1).max(MAX_STEPS),
};
export const createSequenceInput = z.strictObject(content);
export const sequenceInput = z.strictObject({ sequenceId: uuid });
export const saveSequenceInput = z.strictObject({ ...content, sequenceId: uuid, version: z.number().int() });
/** `version`: the sequence that is on the screen; another member may have changed it. */
export const approveInput = z.strictObject({ sequenceId: uuid, version: z.number().int() });
export const listSequencesInput = pageInput;

/** Whom to add: handles, the creators of a search or a list, or the people of an import. */
export const addRecipientsInput = z.strictObject({
  sequenceId: uuid,
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('handles'), handles: z.array(z.string().trim().min(1).max(41)).min(1).max(100) }),
    z.strictObject({ kind: z.literal('import'), importId: uuid }),
    z.strictObject({ kind: z.literal('list'), listId: uuid }),
    z.strictObject({ kind: z.literal('search'), filters, most: z.number().int().min(1).max(100) }),
  ]),
});
export const removeRecipientsInput = z.strictObject({
  sequenceId: uuid,
  /** Those with missing values, where no ids are given. */
  recipientIds: z.array(uuid).min(1).max(100).optional(),
});
export const listRecipientsInput = pageInput.extend({ sequenceId: uuid });
export const previewInput = z.strictObject({ recipientId: uuid });
export const suppressInput = z.strictObject({ handle: z.string().trim().min(1).max(41) });
export const suppressionInput = z.strictObject({ suppressionId: uuid });
export const listSuppressionsInput = pageInput;

export interface SequenceRow {
  id: string;
  name: string;
  state: SequenceState;
  recipients: number;
  contacted: number;
  replied: number;
  createdAt: Date;
  /** When the next message is due; null where none is. */
  nextAt: Date | null;
}
/** Of those who were sent the n-th message in this variant, how many were ended by what, before the next message. */
export interface FunnelRow {
  message: number;
  variant: Variant;
  sent: number;
  replied: number;
  declined: number;
  unsubscribed: number;
  bounced: number;
}
/** What the rules on texts find before a start. `hold`: staff read the texts first. */
export interface SequenceFinding {
  rule: TextRule;
  verdict: 'warn' | 'hold';
  /** Null: in the subject of the mails. */
  message: number | null;
  variant: Variant;
  /** The place in that text, in UTF-16 units, and what stands there. */
  start: number;
  end: number;
  words: string;
}
export interface SequenceCheck {
  findings: SequenceFinding[];
  /** Staff have these texts on their list. */
  waiting: boolean;
  /** Staff released these texts. */
  released: boolean;
}
export interface SequenceDetail extends Omit<SequenceRow, 'recipients' | 'contacted' | 'replied'> {
  subject: string;
  campaign: { id: string; title: string } | null;
  steps: Step[];
  version: number;
  approvedAt: Date | null;
  approvedBy: string | null;
  endedAt: Date | null;
  counts: Partial<Record<RecipientState, number>>;
  /** Recipients of a draft whose messages lack a value. */
  incomplete: number;
  funnel: FunnelRow[];
  check: SequenceCheck;
  limits: { kind: 'outreach' | 'first'; sent: number; limit: number }[];
}
export interface RecipientRow {
  id: string;
  /** Null for an imported person who is no member. */
  party: PartyDto | null;
  name: string;
  channel: Channel;
  variant: Variant;
  state: RecipientState;
  sent: number;
  dueAt: Date | null;
  missing: MergeField[];
}
export interface Preview {
  recipientId: string;
  name: string;
  variant: Variant;
  channel: Channel;
  subject: string;
  /** Where the data of an imported person is from, as the first message names it. */
  source: string | null;
  /** Days after the message before. */
  messages: { text: string; afterDays: number; sentAt: Date | null }[];
  missing: MergeField[];
}
export interface AddedRecipients {
  added: number;
  /** Already in the sequence. */
  known: number;
  /** Suppressed or blocked. */
  refused: number;
  /** Handles that no creator has. */
  unknown: string[];
}
export interface SuppressionRow {
  id: string;
  /** Null for an address. */
  party: PartyDto | null;
  email: string | null;
  reason: SuppressionReason;
  createdAt: Date;
}

export const contactTokenInput = z.strictObject({ token: z.string().min(20).max(120) });
export const answerContactInput = z.strictObject({
  token: z.string().min(20).max(120),
  answer: z.enum(['declined', 'unsubscribed']),
});
/** What the page behind the link of a message shows without a sign-in. */
export interface ContactPage {
  org: string;
  /** Of an imported person: where the org has the data from, and what allows it to use the data. */
  source: string | null;
  basis: 'consent' | 'contract' | 'interest' | null;
  answered: 'declined' | 'unsubscribed' | null;
}
