import type { ServiceContext } from '../../context.ts';
import { insertAuditLine } from './queries.ts';

/**
 * Writes one line of the audit log in the caller's transaction. `data` holds ids and codes, never personal data. `orgId`:
 * whose log it belongs to when the platform acts for an org.
 */
export async function audit(
  ctx: ServiceContext,
  action: string,
  target: string,
  data: Record<string, string | number | boolean | null> = {},
  orgId: string | null = null,
): Promise<void> {
  const { actor } = ctx;
  await insertAuditLine(ctx.db, {
    org_id: actor.kind === 'org' ? actor.orgId : orgId,
    actor_kind: actor.kind === 'org' ? actor.orgKind : actor.kind,
    actor_user: 'userId' in actor ? actor.userId : null,
    action,
    target,
    data: JSON.stringify(data),
    request_id: ctx.requestId,
    at: ctx.clock.now(),
  });
}
