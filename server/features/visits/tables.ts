import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  visit_slots: { state: typeIn('server/features/visits/rules.ts', 'SlotState') },
  visits: {
    state: typeIn('server/features/visits/rules.ts', 'VisitState'),
    arrived_by: `${typeIn('server/features/visits/rules.ts', 'ArrivedBy')} | null`,
    cancelled_by: `${typeIn('server/features/visits/rules.ts', 'CancelledBy')} | null`,
  },
};
