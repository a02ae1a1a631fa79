import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  staff_approvals: {
    kind: typeIn('server/features/approvals/schema.ts', 'ApprovalKind'),
    state: `Generated<${typeIn('server/features/approvals/schema.ts', 'ApprovalState')}>`,
  },
};
