import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, inIndexOrder, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { OrgKind } from '../../../context.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { ACCEPTED, SHOWN, type MediaFacts } from '../rules.ts';
import type { FileDto, SubmissionState } from '../schema.ts';
import type { QueueRow } from './submissions.ts';

interface FileRow {
  id: string;
  submissionId: string | null;
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

const FILE_COLUMNS = [
  'id',
  'submission_id as submissionId',
  'name',
  'mime',
  'size',
  'sha256',
  'width',
  'height',
  'duration_ms as durationMs',
] as const;

const toFile = (row: FileRow): FileDto => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  sha256: row.sha256,
  url: `/files/${row.id}`,
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
});

/** Finished files of these submissions, oldest first, keyed by submission. */
export async function filesOf(db: Db, input: { submissionIds: string[] }): Promise<Map<string, FileDto[]>> {
  const found = new Map<string, FileDto[]>();
  if (input.submissionIds.length === 0) return found;
  const rows = await db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('submission_id', 'in', input.submissionIds)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const row of rows) found.set(row.submissionId!, [...(found.get(row.submissionId!) ?? []), toFile(row)]);
  return found;
}

export interface StoredFile extends FileRow {
  storageKey: string;
}

/** A file of a version, with what decides who may take it. */
export interface WorkFile extends StoredFile {
  brandOrg: string;
  submissionState: SubmissionState;
  milestoneState: MilestoneState;
}

/** A finished file when `orgId` may see it: the org that uploaded it, and the brand once the work was submitted. */
export async function storedFile(db: Db, input: { fileId: string; orgId: string }): Promise<WorkFile | undefined> {
  return db
    .selectFrom('files as f')
    .innerJoin('submissions as s', 's.id', 'f.submission_id')
    .innerJoin('milestones as m', 'm.id', 's.milestone_id')
    .select(['s.brand_org as brandOrg', 's.state as submissionState', 'm.state as milestoneState'])
    .select([
      'f.id',
      'f.submission_id as submissionId',
      'f.name',
      'f.mime',
      'f.size',
      'f.sha256',
      'f.width',
      'f.height',
      'f.duration_ms as durationMs',
      'f.storage_key as storageKey',
    ])
    .where('f.id', '=', input.fileId)
    .where('f.state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb('s.creator_org', '=', input.orgId),
        eb('s.agency_org', '=', input.orgId),
        eb.and([eb('s.brand_org', '=', input.orgId), eb('s.state', 'in', SHOWN)]),
      ]),
    )
    .executeTakeFirst();
}

/** Files that take a place in the submission: finished ones and uploads that can still be running. */
export async function countFiles(db: Db, input: { submissionId: string; runningSince: Date }): Promise<number> {
  const { n } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('submission_id', '=', input.submissionId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'ready'),
        eb.and([eb('state', '=', 'uploading'), eb('created_at', '>', input.runningSince)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** What a file belongs to: a version of the work, a conversation, or the creator's portfolio. */
export interface FilePlace {
  submissionId: string | null;
  offerId: string | null;
  /** For a message outside of an offer's thread. */
  conversationId?: string | null;
  disputeId?: string | null;
  /** Null for a creator's portfolio. */
  brandOrg: string | null;
  creatorOrg: string;
  agencyOrg: string | null;
}

export async function insertUploading(
  db: Db,
  file: {
    id: string;
    place: FilePlace;
    orgId: string;
    name: string;
    mime: string;
    storageKey: string;
    createdBy: string;
    at: Date;
  },
): Promise<void> {
  const { place: p } = file;
  await db
    .insertInto('files')
    .values({
      id: file.id,
      org_id: file.orgId,
      submission_id: p.submissionId,
      offer_id: p.offerId,
      conversation_id: p.conversationId ?? null,
      dispute_id: p.disputeId ?? null,
      brand_org: p.brandOrg,
      creator_org: p.creatorOrg,
      agency_org: p.agencyOrg,
      name: file.name,
      mime: file.mime,
      size: 0,
      storage_key: file.storageKey,
      state: 'uploading',
      created_by: file.createdBy,
      created_at: file.at,
    })
    .execute();
}

export async function finishFile(
  db: Db,
  input: { fileId: string; size: number; sha256: string; facts: MediaFacts },
): Promise<FileDto | undefined> {
  const row = await db
    .updateTable('files')
    .set({
      state: 'ready',
      size: input.size,
      sha256: input.sha256,
      width: input.facts.width,
      height: input.facts.height,
      duration_ms: input.facts.durationMs,
    })
    .where('id', '=', input.fileId)
    .where('state', '=', 'uploading')
    .returning(FILE_COLUMNS)
    .executeTakeFirst();
  return row && toFile(row);
}

/** The finished file of that name and content. */
export async function fileLike(
  db: Db,
  input: { submissionId: string; name: string; sha256: string },
): Promise<FileDto | undefined> {
  const row = await db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('submission_id', '=', input.submissionId)
    .where('state', '=', 'ready')
    .where('name', '=', input.name)
    .where('sha256', '=', input.sha256)
    .executeTakeFirst();
  return row && toFile(row);
}

/** Takes a file out of its submission. False when it already was. */
export async function rejectFile(db: Db, input: { fileId: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'rejected' })
    .where('id', '=', input.fileId)
    .where('state', '!=', 'rejected')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ApprovedFileRow {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  storageKey: string;
  seq: number;
  milestoneTitle: string;
  dealTitle: string;
  caption: string;
  decidedAt: Date;
}

/** Finished files of accepted work, in the order of the milestones, when `orgId` is a party. */
export async function approvedFiles(
  db: Db,
  input: { orgId: string } & ({ contractId: string } | { milestoneId: string }),
): Promise<ApprovedFileRow[]> {
  return db
    .selectFrom('files as f')
    .innerJoin('submissions as s', 's.id', 'f.submission_id')
    .innerJoin('milestones as m', 'm.id', 's.milestone_id')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .select([
      'f.id',
      'f.name',
      'f.mime',
      'f.size',
      'f.sha256',
      'f.storage_key as storageKey',
      'm.seq',
      'm.title as milestoneTitle',
      'c.title as dealTitle',
      's.caption',
      's.decided_at as decidedAt',
    ])
    .$narrowType<{ decidedAt: Date }>()
    .where('f.state', '=', 'ready')
    .where('s.state', 'in', ACCEPTED)
    .where((eb) =>
      'contractId' in input ? eb('s.contract_id', '=', input.contractId) : eb('s.milestone_id', '=', input.milestoneId),
    )
    .where((eb) =>
      eb.or([
        eb('s.brand_org', '=', input.orgId),
        eb('s.creator_org', '=', input.orgId),
        eb('s.agency_org', '=', input.orgId),
      ]),
    )
    .orderBy('m.seq')
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute();
}

export interface ApprovedRow extends Omit<
  QueueRow,
  'round' | 'roundsMax' | 'deadlineAt' | 'dueAt' | 'submissionId' | 'submissionN'
> {
  submissionId: string;
  submissionN: number;
  submissionState: SubmissionState;
  decidedAt: Date;
}

/** Accepted work of the org, the last accepted first. */
export async function approvedOf(
  db: Db,
  { orgId, orgKind, after, limit }: { orgId: string; orgKind: OrgKind; after: ListPlace | null; limit: number },
): Promise<(ApprovedRow & ListPlace)[]> {
  const rows = await inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('submissions as s')
          .selectAll('s')
          .where(`s.${orgKind}_org`, '=', orgId)
          // As text, so that the index of these states serves a plan made for any states.
          .where(sql<boolean>`s.state in (${sql.join(ACCEPTED.map((state) => sql.lit(state)))})`)
          .where(behind('s.decided_at', 's.id', 'descending', after))
          .orderBy('s.decided_at', 'desc')
          .orderBy('s.id', 'desc')
          .limit(limit)
          .as('s'),
      )
      .innerJoin('milestones as m', 'm.id', 's.milestone_id')
      .innerJoin('contracts as c', 'c.id', 's.contract_id')
      .select([
        's.id',
        's.id as submissionId',
        's.milestone_id as milestoneId',
        's.contract_id as contractId',
        'c.title as dealTitle',
        'm.title as milestoneTitle',
        's.brand_org as brandOrg',
        's.creator_org as creatorOrg',
        'm.amount',
        'c.commission_bps',
        'm.currency',
        'm.state',
        's.n as submissionN',
        's.state as submissionState',
        's.decided_at as decidedAt',
        placeTime('s.decided_at').as('at'),
      ])
      .orderBy('s.decided_at', 'desc')
      .orderBy('s.id', 'desc')
      .execute(),
  );
  return rows as (ApprovedRow & ListPlace)[];
}
