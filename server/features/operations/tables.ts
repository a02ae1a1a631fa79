import type { TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  refund_decisions: {
    decision: "'paid_by_bank' | 'send_again'",
  },
  send_again_decisions: {},
};
