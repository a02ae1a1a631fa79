import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

const SIDE = typeIn('server/features/terms/schema.ts', 'Side');
const own = (name: string) => typeIn('server/features/disputes/schema.ts', name);

export const TABLES: TableTypes = {
  disputes: {
    currency: CURRENCY,
    state: own('DisputeState'),
    announced: `${own('DisputeState')} | null`,
    reason: `${own('DisputeReason')} | ${own('TerminationReason')}`,
    outcome: `${own('DisputeOutcome')} | null`,
    opened_side: `${SIDE} | null`,
    appealed_side: `${SIDE} | null`,
    prior_state: typeIn('server/features/escrow/settlement/rules.ts', 'DisputableState'),
  },
  dispute_decisions: {},
  dispute_limits: { currency: CURRENCY },
  dispute_offers: { side: SIDE },
  dispute_statements: { side: SIDE, kind: own('StatementKind'), reason: `${own('DisputeReason')} | null` },
};
