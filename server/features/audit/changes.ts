import type { OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { linesOfOrg } from './queries.ts';

/** A line of an org's own log. */
export interface OwnLine {
  id: string;
  action: string;
  /** Null: the platform. */
  by: string | null;
  at: Date;
  data: Record<string, string | number | boolean | null>;
}

/** What was done in the actor's org under these names, the last first. Call inside an open transaction. Throws input.invalid. */
export async function changesOfOrg(
  tx: OrgContext,
  input: { actions: readonly string[]; after?: string | undefined; limit: number },
): Promise<Page<OwnLine>> {
  if (input.after !== undefined && !/^\d{1,18}$/.test(input.after))
    throw new AppError('input.invalid', { field: 'after' });
  const rows = await linesOfOrg(tx.db, {
    orgId: tx.actor.orgId,
    actions: input.actions,
    after: input.after ?? null,
    limit: input.limit + 1,
  });
  return toPage(
    rows,
    input.limit,
    (row) => row.id,
    (row) => row,
  );
}
