import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

const SCOPE = typeIn('server/features/representations/rules.ts', 'Scope');

export const TABLES: TableTypes = {
  representations: {
    ended_by: `${typeIn('server/features/representations/schema.ts', 'EndedBy')} | null`,
    scopes: `Generated<${SCOPE}[]>`,
    state: `Generated<${typeIn('server/features/representations/schema.ts', 'RepresentationState')}>`,
  },
  representation_acts: {
    outcome: typeIn('server/features/representations/schema.ts', 'ActOutcome'),
    scope: `${SCOPE} | null`,
  },
  representation_requests: {
    currency: `${CURRENCY} | null`,
    act: typeIn('server/features/representations/rules.ts', 'RequestedAct'),
    state: `Generated<${typeIn('server/features/representations/schema.ts', 'RequestState')}>`,
  },
  representation_signatures: { side: "'agency' | 'creator'" },
};
