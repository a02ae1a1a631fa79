import type { StaffRole } from '../../context.ts';

/** Page of a workflow in the Temporal UI. A slash in the id is part of the id, not of the path. */
export const workflowUrl = (settings: { temporalUiUrl: string; temporalNamespace: string }, workflowId: string): string =>
  `${settings.temporalUiUrl.replace(/\/$/, '')}/namespaces/${encodeURIComponent(settings.temporalNamespace)}/workflows/${encodeURIComponent(workflowId)}`;

/** Who may put an org on hold. */
export const maySuspend = (role: StaffRole): boolean => role === 'trust' || role === 'super';

/** Who may say that money went out by other ways than the provider. */
export const maySettleByBank = (role: StaffRole): boolean => role === 'finance' || role === 'super';

/** Support staff look; these act. */
export const mayOperate = (role: StaffRole): boolean => role === 'finance' || role === 'trust' || role === 'super';
