import type { OrgContext, StaffContext } from '../../context.ts';
import type { FileDto } from '../content/schema.ts';
import type { DisputeRow } from './queries/disputes.ts';
import { evidenceFiles } from './queries/evidence.ts';
import type { EvidenceDto } from './schema.ts';

/** Address of a file that a side added as evidence. */
export const evidenceUrl = (fileId: string): string => `/files/disputes/${fileId}`;

type Row = Awaited<ReturnType<typeof evidenceFiles>>[number];

export const toEvidenceFile = (row: Row): FileDto => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  sha256: row.sha256,
  url: evidenceUrl(row.id),
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
});

export const evidenceOf = async (tx: OrgContext | StaffContext, dispute: DisputeRow): Promise<EvidenceDto[]> =>
  (await evidenceFiles(tx.db, dispute.id)).map((row) => ({
    ...toEvidenceFile(row),
    side: row.org_id === dispute.brand_org ? 'brand' : 'creator',
    at: row.created_at,
  }));
