import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { openCase } from '../cases/service.ts';
import { visibleCreator } from './page.ts';
import type { reportProfileInput } from './schema.ts';

/** Reports a profile to staff, once for each reporting org. Throws not_found. */
export async function reportProfile(
  ctx: OrgContext,
  input: z.output<typeof reportProfileInput>,
): Promise<{ reported: true }> {
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { org_id: orgId, handle } = await visibleCreator(tx, input);
    await openCase(tx, {
      kind: 'profile_reported',
      key: `${orgId}:${tx.actor.orgId}`,
      // The case is the reporter's: the text names whom it is about.
      message: `@${handle}\n${input.reason}`,
    });
    await audit(tx, 'creator.reported', `org:${orgId}`);
    return { reported: true };
  });
}
