import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { isParty } from '../../../../db/parties.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { OrgKind } from '../../../context.ts';
import type { Currency } from '../../../core/money.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { PREPARING, REVIEWING, SHOWN } from '../rules.ts';
import type { SubmissionState } from '../schema.ts';

export interface MilestoneRow {
  id: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  title: string;
  state: MilestoneState;
  version: number;
}

/** The milestone when `orgId` is one of its parties. */
export async function milestoneOf(
  db: Db,
  input: { milestoneId: string; orgId: string },
): Promise<MilestoneRow | undefined> {
  return db
    .selectFrom('milestones')
    .select([
      'id',
      'contract_id as contractId',
      'brand_org as brandOrg',
      'creator_org as creatorOrg',
      'agency_org as agencyOrg',
      'title',
      'state',
      'version',
    ])
    .where('id', '=', input.milestoneId)
    .where(isParty('milestones', input.orgId))
    .executeTakeFirst();
}

export interface SubmissionRow {
  id: string;
  milestoneId: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  n: number;
  state: SubmissionState;
  caption: string;
  note: string;
  submittedAt: Date | null;
  decidedAt: Date | null;
  decidedByName: string | null;
  reason: string | null;
  briefItems: string[];
  citesLabel: boolean;
  citedComments: string[];
}

const submissions = (db: Db) =>
  db
    .selectFrom('submissions')
    .select([
      'id',
      'milestone_id as milestoneId',
      'contract_id as contractId',
      'brand_org as brandOrg',
      'creator_org as creatorOrg',
      'agency_org as agencyOrg',
      'n',
      'state',
      'caption',
      'note',
      'submitted_at as submittedAt',
      'decided_at as decidedAt',
      'decided_by_name as decidedByName',
      'reason',
      'brief_items as briefItems',
      'cites_label as citesLabel',
      'cited_comments as citedComments',
    ])
    .$narrowType<{ state: SubmissionState }>();

/** The submission when `orgId` may see it: its makers always, the brand once it was submitted. */
export async function submissionOf(
  db: Db,
  input: { submissionId: string; orgId: string; lock?: boolean },
): Promise<SubmissionRow | undefined> {
  const query = submissions(db)
    .where('id', '=', input.submissionId)
    .where((eb) =>
      eb.or([
        eb('creator_org', '=', input.orgId),
        eb('agency_org', '=', input.orgId),
        eb.and([eb('brand_org', '=', input.orgId), eb('state', 'in', SHOWN)]),
      ]),
    );
  return (input.lock ? query.forUpdate() : query).executeTakeFirst();
}

/** All versions of a milestone's work, newest first; without drafts for the brand. */
export async function submissionsOf(db: Db, input: { milestoneId: string; drafts: boolean }): Promise<SubmissionRow[]> {
  return submissions(db)
    .where('milestone_id', '=', input.milestoneId)
    .$if(!input.drafts, (q) => q.where('state', 'in', SHOWN))
    .orderBy('n', 'desc')
    .execute();
}

export interface QueueRow {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  brandOrg: string;
  creatorOrg: string;
  amount: number;
  released_parts: number;
  commission_bps: number;
  currency: Currency;
  state: MilestoneState;
  round: number;
  roundsMax: number;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: string[];
  /** The newest version the reader may see. */
  submissionId: string | null;
  submissionN: number | null;
}

/** Work that is being made or reviewed, as its side sees it: `mine` where its org acts next. */
export interface QueueReader {
  orgId: string;
  orgKind: OrgKind;
  turn: 'mine' | 'theirs';
  /** Only work that this member is to review. */
  reviewer?: string | undefined;
}

/** As text, so that the index of these states serves a plan made for any states. */
const queued = ({ orgKind, turn }: QueueReader) => {
  const states = (orgKind === 'brand') === (turn === 'mine') ? REVIEWING : PREPARING;
  return sql<boolean>`m.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
};

const assignedTo = (userId: string) =>
  sql<boolean>`exists (select from review_assignments a where a.milestone_id = m.id and a.reviewer_id = ${userId})`;

/** By the next deadline. */
export async function queueOf(
  db: Db,
  input: QueueReader & { after: ListPlace | null; limit: number },
): Promise<(QueueRow & ListPlace)[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('milestones as m')
        .selectAll('m')
        .where(`m.${input.orgKind}_org`, '=', input.orgId)
        .where(queued(input))
        .$if(input.reviewer !== undefined, (q) => q.where(assignedTo(input.reviewer ?? '')))
        .where(behind('m.next_at', 'm.id', 'ascending', input.after))
        .orderBy('m.next_at')
        .orderBy('m.id')
        .limit(input.limit)
        .as('m'),
    )
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('submissions as s')
          .select(['s.id', 's.n'])
          .whereRef('s.milestone_id', '=', 'm.id')
          .where((w) => w.or([w('s.state', 'in', SHOWN), w('s.brand_org', '!=', input.orgId)]))
          .orderBy('s.n', 'desc')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .select([
      'm.id',
      placeTime('m.next_at').as('at'),
      'm.id as milestoneId',
      'm.contract_id as contractId',
      'c.title as dealTitle',
      'm.title as milestoneTitle',
      'm.brand_org as brandOrg',
      'm.creator_org as creatorOrg',
      'm.amount',
      'm.released_parts',
      'c.commission_bps',
      'm.currency',
      'm.state',
      'm.round',
      'm.rounds_max as roundsMax',
      'm.due_at',
      'm.work_due_at',
      'm.deadline_at',
      'm.funding_deadline_at',
      'm.holds',
      's.id as submissionId',
      's.n as submissionN',
    ])
    .orderBy('m.next_at')
    .orderBy('m.id')
    .execute();
  return rows as (QueueRow & ListPlace)[];
}

/** Counted up to `cap`. */
export async function countQueue(db: Db, { cap, ...input }: QueueReader & { cap: number }): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('milestones as m')
        .select('m.id')
        .where(`m.${input.orgKind}_org`, '=', input.orgId)
        .where(queued(input))
        .limit(cap)
        .as('m'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
