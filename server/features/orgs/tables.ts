import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  billing_profiles: {},
  org_members: {
    role: typeIn('server/context.ts', 'OrgRole'),
  },
  orgs: {
    kind: typeIn('server/context.ts', 'OrgKind'),
  },
  release_limits: {
    currency: `${CURRENCY} | null`,
    mode: `${typeIn('server/features/orgs/rules.ts', 'ReleaseLimit')}['mode']`,
    role: typeIn('server/features/orgs/rules.ts', 'LimitedRole'),
  },
};
