import type { OrgContext } from '../../context.ts';
import { requireRight } from '../../guards.ts';
import { declineRequest } from '../representations/requests.ts';

/** The creator declines what the agency requested. Throws acting.request_closed. */
export async function decline(ctx: OrgContext, input: { requestId: string }): Promise<void> {
  requireRight(ctx, 'representation.answer');
  await declineRequest(ctx, input);
}
