import type { StaffRole } from '../../context.ts';
import { SEND_AGAIN_FROM_MS } from '../escrow/rules.ts';

/** Page of a workflow in the Temporal UI. A slash in the id is part of the id, not of the path. */
export const workflowUrl = (settings: { temporalUiUrl: string; temporalNamespace: string }, workflowId: string): string =>
  `${settings.temporalUiUrl.replace(/\/$/, '')}/namespaces/${encodeURIComponent(settings.temporalNamespace)}/workflows/${encodeURIComponent(workflowId)}`;

/** Who may put an org on hold. */
export const maySuspend = (role: StaffRole): boolean => role === 'trust' || role === 'super';

/** Who may say that money went out by other ways than the provider. */
export const maySettleByBank = (role: StaffRole): boolean => role === 'finance' || role === 'super';

/** Transfers, refunds and payouts that found no end may be sent once more; the others end by themselves or are no sums. */
const SENT_AGAIN: readonly string[] = ['transfer', 'refund', 'payout'];
export const maySendAgain = (op: { kind: string; state: string; claimed_at: Date }, now: Date): boolean =>
  SENT_AGAIN.includes(op.kind) && (op.state === 'claimed' || op.state === 'unknown') && now.getTime() - op.claimed_at.getTime() >= SEND_AGAIN_FROM_MS;

/** Support staff look; these act. */
export const mayOperate = (role: StaffRole): boolean => role === 'finance' || role === 'trust' || role === 'super';
