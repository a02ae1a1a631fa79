import { isByCode, SYNC_EVERY_MS } from './rules.ts';
import type { ConnectionRow } from './queries/connections.ts';
import type { ConnectionDto } from './schema.ts';

/** A consent that does not end soon is shown without an end. */
const LONG_MS = 400 * SYNC_EVERY_MS;

export function toConnection(row: ConnectionRow): ConnectionDto {
  const isReading = row.state === 'active' && row.backfilled_at === null && !isByCode(row.remote_id);
  return {
    id: row.id,
    network: row.network,
    kind: row.kind,
    hasFigures: !isByCode(row.remote_id),
    state: row.state,
    handle: row.handle,
    name: row.name,
    url: row.url,
    proof: row.state === 'unproven' ? row.proof : null,
    granted: row.scopes,
    refused: row.refused,
    connectedAt: row.created_at,
    consentEndsAt:
      row.consent_ends_at && row.consent_ends_at.getTime() - row.created_at.getTime() < LONG_MS
        ? row.consent_ends_at
        : null,
    lastSyncAt: row.last_sync_at,
    nextSyncAt: row.state === 'active' ? row.next_sync_at : null,
    problem: row.problem,
    problemSince: row.problem_since,
    progress: isReading ? { read: row.posts_read, total: row.posts_total } : null,
  };
}
