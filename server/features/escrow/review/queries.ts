import type { Db } from '../../../../db/client.ts';
import type { BriefMark } from '../../content/schema.ts';
import type { MilestoneRow } from '../milestone/queries.ts';

export async function latestSubmissions(
  db: Db,
  contractId: string,
): Promise<{ milestone_id: string; id: string; n: number }[]> {
  return db
    .selectFrom('submissions')
    .distinctOn('milestone_id')
    .select(['milestone_id', 'id', 'n'])
    .where('contract_id', '=', contractId)
    .where('state', '<>', 'draft')
    .orderBy('milestone_id')
    .orderBy('n', 'desc')
    .execute();
}

/** How many finished files each milestone's accepted work has. */
export async function approvedFileCounts(db: Db, contractId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('files as f', 'f.submission_id', 's.id')
    .select((eb) => ['s.milestone_id', eb.fn.countAll<number>().as('n')])
    .where('s.contract_id', '=', contractId)
    .where('s.state', 'in', ['approved', 'auto_approved'])
    .where('f.state', '=', 'ready')
    .groupBy('s.milestone_id')
    .execute();
  return new Map(rows.map((row) => [row.milestone_id, row.n]));
}

/** A brand's request for changes to a version. */
export interface ChangeRequest {
  reason: string;
  briefItems: string[];
  label: boolean;
  commentIds: string[];
}

const asColumns = (request: ChangeRequest | undefined) =>
  request
    ? {
        reason: request.reason,
        brief_items: request.briefItems,
        cites_label: request.label,
        cited_comments: request.commentIds,
      }
    : {};

/** Those of the comments that the brand itself made on the submission under review, oldest first. */
export async function commentsToCite(
  db: Db,
  input: { milestoneId: string; brandOrg: string; ids: string[] },
): Promise<{ id: string; body: string }[]> {
  if (input.ids.length === 0) return [];
  return db
    .selectFrom('review_comments as r')
    .innerJoin('submissions as s', 's.id', 'r.submission_id')
    .select(['r.id', 'r.body'])
    .where('s.milestone_id', '=', input.milestoneId)
    .where('s.state', '=', 'submitted')
    .where('r.author_org', '=', input.brandOrg)
    .where('r.id', 'in', input.ids)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

/** The items that a request cites are marked `asked`; one that was marked so before and is not cited is open again. */
export async function markRequested(
  db: Db,
  input: {
    submissionId: string;
    sides: Pick<MilestoneRow, 'brand_org' | 'creator_org' | 'agency_org'>;
    items: string[];
    at: Date;
  },
): Promise<void> {
  const { submissionId, sides, at } = input;
  await db
    .updateTable('brief_marks')
    .set({ mark: null, marked_at: at })
    .where('submission_id', '=', submissionId)
    .where('mark', '=', 'asked')
    .execute();
  const items = [...new Set(input.items)];
  if (items.length === 0) return;
  await db
    .insertInto('brief_marks')
    .values(
      items.map((item) => ({
        submission_id: submissionId,
        item,
        mark: 'asked',
        brand_org: sides.brand_org,
        creator_org: sides.creator_org,
        agency_org: sides.agency_org,
        marked_at: at,
      })),
    )
    .onConflict((c) => c.columns(['submission_id', 'item']).doUpdateSet({ mark: 'asked', marked_at: at }))
    .execute();
}

/** Decides the submission under review; undefined when there is none. */
export async function decideSubmission(
  db: Db,
  input: {
    milestoneId: string;
    state: 'approved' | 'auto_approved' | 'changes_requested';
    at: Date;
    by: { userId: string; name: string } | null;
    request?: ChangeRequest;
  },
): Promise<{ id: string; n: number } | undefined> {
  return db
    .updateTable('submissions')
    .set({
      state: input.state,
      decided_at: input.at,
      decided_by: input.by?.userId ?? null,
      decided_by_name: input.by?.name ?? null,
      ...asColumns(input.request),
    })
    .where('milestone_id', '=', input.milestoneId)
    .where('state', '=', 'submitted')
    .returning(['id', 'n'])
    .executeTakeFirst();
}

/** Whose work it is; `id`: of the milestone, or of the submission. */
export interface WorkOf {
  id: string;
  contractId: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
}

/** Makes the draft that follows the newest version; does nothing when it exists already. */
export async function insertDraft(
  db: Db,
  draft: { id: string; milestone: WorkOf; n: number; caption: string; createdBy: string; at: Date },
): Promise<void> {
  const { milestone: m } = draft;
  await db
    .insertInto('submissions')
    .values({
      id: draft.id,
      milestone_id: m.id,
      contract_id: m.contractId,
      brand_org: m.brandOrg,
      creator_org: m.creatorOrg,
      agency_org: m.agencyOrg,
      n: draft.n,
      state: 'draft',
      caption: draft.caption,
      created_by: draft.createdBy,
      created_at: draft.at,
    })
    .onConflict((c) => c.columns(['milestone_id', 'n']).doNothing())
    .execute();
}

export async function updateDraft(
  db: Db,
  input: { submissionId: string; caption: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ caption: input.caption, note: input.note })
    .where('id', '=', input.submissionId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markSubmitted(db: Db, input: { submissionId: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ state: 'submitted', submitted_at: input.at })
    .where('id', '=', input.submissionId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What the reviewer thinks of an item of the brief; null: it is open. */
export async function setMark(
  db: Db,
  input: { submission: Omit<WorkOf, 'contractId'>; item: string; mark: BriefMark | null; at: Date },
): Promise<void> {
  const { submission: s, item, mark, at } = input;
  await db
    .insertInto('brief_marks')
    .values({
      submission_id: s.id,
      item,
      mark,
      brand_org: s.brandOrg,
      creator_org: s.creatorOrg,
      agency_org: s.agencyOrg,
      marked_at: at,
    })
    .onConflict((c) => c.columns(['submission_id', 'item']).doUpdateSet({ mark, marked_at: at }))
    .execute();
}

/** Names of those who accepted the work of a contract's milestones, by milestone. */
export async function acceptors(db: Db, contractId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('milestones as m')
    .innerJoin('profiles as p', 'p.id', 'm.accepted_by')
    .select(['m.id', 'p.display_name as name'])
    .where('m.contract_id', '=', contractId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
