import { WORKFLOWS, type WorkflowType } from '../../../workflows/contracts.ts';

export interface RowRef {
  type: WorkflowType;
  id: string;
}

const TYPE_OF_NOUN = Object.fromEntries(Object.entries(WORKFLOWS).map(([type, { noun }]) => [noun, type])) as Record<
  string,
  WorkflowType
>;

/** The row behind a workflow id, `<noun>/<id>`; null for an id we do not make. */
export function rowOf(workflowId: string): RowRef | null {
  const slash = workflowId.indexOf('/');
  const type = TYPE_OF_NOUN[workflowId.slice(0, slash)];
  return type && slash > 0 ? { type, id: workflowId.slice(slash + 1) } : null;
}
