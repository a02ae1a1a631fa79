import * as z from 'zod';
import { LOCALES } from '../../core/locale.ts';
import { currencyCode, isoDuration, plannedDate } from '../../core/inputs.ts';
import { KILL_FEE_MAX_BPS } from '../policies/rules.ts';
import {
  CLAUSE_LENGTH,
  FORMATS,
  LIBRARY_CLAUSES,
  MAX_ADDED_CLAUSES,
  PLATFORMS,
  RELEASE_TRIGGERS,
  RIGHTS,
} from './rules.ts';

/** The two sides of a deal. */
export type Side = 'brand' | 'creator';

const shortText = (max: number) => z.string().trim().max(max);

export type RightsUse = (typeof RIGHTS)[number];
export type Platform = (typeof PLATFORMS)[number];
export type Format = (typeof FORMATS)[number];

export const deliverable = z.strictObject({
  id: z.string().min(1).max(40),
  platform: z.enum(PLATFORMS),
  format: z.enum(FORMATS),
  count: z.number().int().min(1).max(50),
  notes: shortText(1000).default(''),
  /** Requirements of the brief, one checkable sentence each; a change request cites one of them. */
  brief: z.array(z.string().trim().min(1).max(200)).max(20).default([]),
});

export const milestoneTerms = z.strictObject({
  title: z.string().trim().min(1).max(80),
  /** Minor units of the deal's currency. */
  amount: z.number().int(),
  /** When the work is to be delivered. */
  dueAt: plannedDate,
  deliverableIds: z.array(z.string().max(40)).max(20).default([]),
});

/** The clocks a contract carries, as ISO durations; their allowed ranges come from the clock policy in force. */
export const clocks = z.strictObject({
  signature: isoDuration,
  funding: isoDuration,
  review: isoDuration,
  extension: isoDuration,
  revisionTurn: isoDuration,
  overdueAfter: isoDuration,
  grace: isoDuration,
  clearing: isoDuration,
  /** To answer a proposal to cancel; contracts from before do not state it. */
  cancelAnswer: isoDuration.optional(),
  /** With a release that waits for the live post: from the approval to the post, and `retention`: how long it stays up. */
  posting: isoDuration.optional(),
  /** After the time to publish: the post can still be given, and the brand may cancel. Contracts from before have none. */
  postGrace: isoDuration.optional(),
  retention: isoDuration.optional(),
  /**
   * The time zone in which review, extension, time for changes, answers to a proposal to cancel and disputes count Monday to
   * Friday; absent: a day is 24 hours.
   */
  workingDaysIn: z.string().max(64).optional(),
});
export type Clocks = z.infer<typeof clocks>;
export const liveClocks = clocks.pick({ posting: true, postGrace: true, retention: true });
export type LiveClocks = z.infer<typeof liveClocks>;
/** Clocks that only terms with a release after the live post carry. */
export type LiveClock = 'posting' | 'postGrace' | 'retention';
export type ClockName = Exclude<keyof Clocks, LiveClock | 'workingDaysIn'>;

const basisPoints = z.number().int().min(0).max(10_000);
/**
 * How the price of each published part is released: at its approval, when its post is live, and at the end of the time
 * that it stays up. Basis points, together the whole.
 */
export const releaseShares = z.strictObject({
  approvalBps: basisPoints,
  liveBps: basisPoints,
  holdbackBps: basisPoints,
});
export type ReleaseShares = z.infer<typeof releaseShares>;

/**
 * A clause besides those that follow from the terms: one of the library in its words (`text` is empty) or in words of the
 * sides, or one of their own.
 */
export const addedClause = z.strictObject({
  key: z.enum([...LIBRARY_CLAUSES, 'own']),
  /** Of an own clause; a clause of the library keeps its heading. */
  title: shortText(80).default(''),
  text: shortText(CLAUSE_LENGTH).default(''),
  /** The language of `text`. */
  language: z.enum(LOCALES).optional(),
});
export type AddedClause = z.infer<typeof addedClause>;

/** Everything two sides agree on. One shape serves campaign, offer version and contract; its canonical JSON is hashed and signed. */
export const dealTerms = z.strictObject({
  currency: currencyCode,
  deliverables: z.array(deliverable).min(1).max(20),
  milestones: z.array(milestoneTerms).min(1).max(12),
  rights: z.strictObject({ use: z.enum(RIGHTS), days: z.number().int().min(1).max(1095), territory: shortText(80) }),
  exclusivity: z.strictObject({ days: z.number().int().min(0).max(365), category: shortText(80) }),
  revisions: z.number().int().min(0).max(5),
  /** Basis points of a milestone owed when the brand cancels after funding and before submission. */
  killFeeBps: z.number().int().min(0).max(KILL_FEE_MAX_BPS),
  disclosureCountry: z.string().length(2),
  disclosureText: shortText(120),
  releaseTrigger: z.enum(RELEASE_TRIGGERS),
  /** Absent with `on_approval`. */
  release: releaseShares.optional(),
  /** Products that the brand gives beside the price; `value` in minor units of the deal's currency, as the brand states it. */
  goods: z.strictObject({ description: z.string().trim().min(1).max(300), value: z.number().int().min(0) }).optional(),
  clocks,
  clauses: z.array(addedClause).min(1).max(MAX_ADDED_CLAUSES).optional(),
});
export type DealTerms = z.infer<typeof dealTerms>;
export type Deliverable = z.infer<typeof deliverable>;
export type MilestoneTerms = z.infer<typeof milestoneTerms>;
