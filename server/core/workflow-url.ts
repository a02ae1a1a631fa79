/** Page of a workflow in the Temporal UI. A slash in the id is part of the id, not of the path. */
export const workflowUrl = (
  settings: { temporalUiUrl: string; temporalNamespace: string },
  workflowId: string,
): string =>
  `${settings.temporalUiUrl.replace(/\/$/, '')}/namespaces/${encodeURIComponent(settings.temporalNamespace)}/workflows/${encodeURIComponent(workflowId)}`;
