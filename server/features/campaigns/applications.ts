import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { applicationsLocked, setApplicationState } from './queries/applications.ts';
import { APPLICATION_MACHINE } from './rules.ts';
import type { BulkRow, declineApplicationInput, shortlistInput } from './schema.ts';
import { notifyApplicant } from './applicant-notices.ts';

type Decision = 'shortlist' | 'decline';

/** Decides row by row: a row that cannot be decided returns its reason and does not affect the others. */
async function decide(
  ctx: OrgContext,
  ids: readonly string[],
  decision: Decision,
  reason?: string,
): Promise<BulkRow[]> {
  requireRight(ctx, 'application.decide');
  const wanted = [...new Set(ids)];
  const { from, to } = APPLICATION_MACHINE[decision];
  return withTx(ctx, async (tx) => {
    const rows = new Map(
      (await applicationsLocked(tx.db, { ids: wanted, brandOrg: ctx.actor.orgId })).map((r) => [r.id, r]),
    );
    const results: BulkRow[] = [];
    for (const id of wanted) {
      const row = rows.get(id);
      if (!row) results.push({ id, ok: false, code: 'not_found' });
      // Rows that are in the requested state already are skipped, so that a repeated click gets the same answer.
      else if (row.state === to) results.push({ id, ok: true, code: null });
      else if (row.state === 'offered') results.push({ id, ok: false, code: 'offer.exists' });
      else if (!(from as readonly string[]).includes(row.state)) results.push({ id, ok: false, code: 'state.wrong' });
      else {
        await setApplicationState(tx.db, {
          id,
          state: to,
          at: tx.clock.now(),
          ...(reason === undefined ? {} : { reason }),
        });
        await notifyApplicant(
          tx,
          { ...row, id: row.campaign_id },
          row,
          decision === 'shortlist' ? 'application_shortlisted' : 'application_declined',
          reason ?? null,
        );
        await audit(tx, `application.${to}`, `application:${id}`);
        results.push({ id, ok: true, code: null });
      }
    }
    return results;
  });
}

export const shortlistApplications = (ctx: OrgContext, input: z.output<typeof shortlistInput>): Promise<BulkRow[]> =>
  decide(ctx, input.applicationIds, 'shortlist');

/** Declines with the reason that each creator reads. */
export const declineApplications = (
  ctx: OrgContext,
  input: z.output<typeof declineApplicationInput>,
): Promise<BulkRow[]> => decide(ctx, input.applicationIds, 'decline', input.reason);
