import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  factor_removals: {
    state: "Generated<'planned' | 'removed' | 'replaced' | 'stopped'>",
  },
  session_facts: {
    proved_by: `${typeIn('server/features/security/schema.ts', 'ProofMethod')} | null`,
  },
  sign_ins: {
    method: typeIn('server/features/security/schema.ts', 'SignInMethod'),
  },
  used_codes: {},
};
