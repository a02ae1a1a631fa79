import * as z from 'zod';
import { reportReason, uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { Side } from '../terms/schema.ts';
import { MAX_RATING_LENGTH, MAX_STARS } from './rules.ts';

export const dealRatingsInput = z.strictObject({ contractId: uuid });
export const rateInput = z.strictObject({
  contractId: uuid,
  stars: z.number().int().min(1).max(MAX_STARS),
  body: z.string().trim().max(MAX_RATING_LENGTH),
});
export const agencyRatingInput = z.strictObject({ representationId: uuid });
export const rateAgencyInput = agencyRatingInput.extend({
  stars: rateInput.shape.stars,
  body: rateInput.shape.body,
});
export const replyInput = z.strictObject({ ratingId: uuid, body: z.string().trim().min(1).max(MAX_RATING_LENGTH) });
export const reportRatingInput = z.strictObject({ ratingId: uuid, reason: reportReason });
export const removeRatingInput = z.strictObject({ ratingId: uuid, reason: z.string().trim().min(3).max(200) });
export const reportedRatingInput = z.strictObject({ caseId: uuid });
export const ratingsOfInput = pageInput.extend({ orgId: uuid });

export interface RatingDto {
  id: string;
  author: PartyDto;
  authorSide: Side;
  stars: number;
  body: string;
  at: Date;
  reply: string | null;
  repliedAt: Date | null;
  /** The reader's own text, or reply, that waits for staff; others do not read it. */
  held: string | null;
  /** Of the reader's org about another one, or about the reader's org. */
  relation: 'mine' | 'about_me' | 'other';
}
/** What the two sides of a deal said of each other, as the reader may see it. */
export interface DealRatings {
  mine: RatingDto | null;
  /** Null also while the reader may not see it. */
  theirs: RatingDto | null;
  /** True, or why the reader cannot rate now. */
  canRate: true | string;
  /** Until then both sides may rate; null while the deal runs. */
  endsAt: Date | null;
  /** Mine is shown to the other side. */
  shown: boolean;
}
/** A creator's review of its agency, and whether it can write one now. */
export interface AgencyRating {
  mine: RatingDto | null;
  canRate: true | string;
  /** From then on a running representation may be rated. */
  from: Date | null;
}
/** Ratings that others may read, the last first. */
export interface RatingPage extends Page<RatingDto> {
  count: number;
  /** Tenths of a star; null without ratings. */
  mean: number | null;
}
/** A rating that was reported, for staff. */
export interface ReportedRating {
  ratingId: string;
  stars: number;
  body: string;
  reply: string | null;
  removed: boolean;
}
