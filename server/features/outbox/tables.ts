import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  workflow_outbox: {
    kind: "'cancel' | 'signal' | 'start'",
    workflow_type: `${typeIn('workflows/contracts.ts', 'WorkflowType')} | null`,
  },
};
