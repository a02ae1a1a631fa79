import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import type { Currency, Money } from '../../core/money.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { Side } from '../terms/schema.ts';
import type { PostPlatform } from './links/rules.ts';

export const dealPostsInput = z.strictObject({ contractId: uuid });
/** `version`: of the link that is replaced; null for the first one. */
export const savePostInput = z.strictObject({
  milestoneId: uuid,
  url: z.string().trim().min(1).max(500),
  version: z.number().int().min(1).nullable(),
});
export const checkPostInput = z.strictObject({ publicationId: uuid });
/** `live`: the post counts as live; else it does not. */
export const decidePostInput = z.strictObject({
  publicationId: uuid,
  version: z.number().int().min(1),
  live: z.boolean(),
});
export const toPostInput = pageInput;

/**
 * What a look at a post found. `live` · `wrong_author`: another account posted it · `no_disclosure`: the label of the
 * contract is missing · `removed`: the page or the network says that it is not there · `changed`: its text differs from
 * the one that passed · `published_before`: the page dates it before the contract was signed · `unreachable`: no answer, an
 * error or a sign-in · `unclear`: the page does not name its author, names an account that was entered after the signature,
 * states dates that contradict each other or need not be its own, or shows a part of the text.
 */
export const OUTCOMES = [
  'live',
  'wrong_author',
  'no_disclosure',
  'removed',
  'published_before',
  'changed',
  'unreachable',
  'unclear',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a page could not be judged. */
export type Unreachable = 'timeout' | 'error' | 'sign_in' | 'refused';
export type Unclear = 'account' | 'author' | 'cut' | 'dates';

/** The result of one look; `digest` names the text of the post, null where it cannot be compared. */
export type Verdict =
  | { outcome: 'live' | 'changed' | 'no_disclosure'; digest: string | null }
  | { outcome: 'wrong_author'; author: string }
  | { outcome: 'published_before'; at: Date; digest: string | null }
  | { outcome: 'removed' }
  | { outcome: 'unreachable'; why: Unreachable }
  | { outcome: 'unclear'; why: Unclear; digest: string | null };

/**
 * `watching`: looks are ahead · `failing`: the last look found a fault, looks go on · `undecided`: the brand decides ·
 * `kept`: live at the last look · `ended`: not live at the last one · `stopped`: the money went back to the brand.
 */
export type PostState = 'watching' | 'failing' | 'undecided' | 'kept' | 'ended' | 'stopped';

export interface PostCheck {
  at: Date;
  outcome: Outcome;
}
export interface PublicationDto {
  id: string;
  version: number;
  platform: PostPlatform;
  url: string;
  state: PostState;
  /** Of the last look; null before the first. */
  outcome: Outcome | null;
  /** Why it could not be judged, the account that posted it, or when it was published (ISO 8601). */
  detail: string | null;
  linkedAt: Date;
  checkedAt: Date | null;
  nextCheckAt: Date | null;
  /** From when on a look can be requested again; null: it can be now, or never again. */
  checkFrom: Date | null;
  /** The brand decides until then. */
  decideUntil: Date | null;
  /** Whether the post counts as live if the brand does not answer. */
  liveBySilence: boolean;
  decidedBy: 'brand' | 'deadline' | null;
  /** The last ones, newest first. */
  checks: PostCheck[];
}
/** A milestone whose work is published, with its post. */
export interface MilestonePost {
  milestoneId: string;
  milestoneTitle: string;
  platforms: PostPlatform[];
  post: PublicationDto | null;
  /** What is released when the post counts as live, to the creator their share; null where no money waits for it. */
  pays: Money | null;
  /** True, or the error code of the refusal. */
  can: Record<'link' | 'check' | 'decide' | 'accept', true | string>;
}
export interface DealPosts {
  side: Side;
  brand: PartyDto;
  creator: PartyDto;
  /** The disclosure label of the contract. */
  label: string;
  milestones: MilestonePost[];
  serverNow: Date;
}

/** Approved work of a creator without a live post. */
export interface ToPostItem {
  milestoneId: string;
  contractId: string;
  title: string;
  milestoneTitle: string;
  brand: PartyDto;
  platforms: PostPlatform[];
  amount: number;
  currency: Currency;
  approvedAt: Date;
  /** Null: there is no link yet. */
  state: PostState | null;
  outcome: Outcome | null;
}
