import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  brief_marks: {
    mark: `${typeIn('server/features/content/schema.ts', 'BriefMark')} | null`,
  },
  contracts: {
    currency: CURRENCY,
    fee_terms: `${typeIn('server/features/ledger/charges/rules.ts', 'FeeTerms')} | null`,
    state: typeIn('server/features/contracts/schema.ts', 'ContractState'),
    declined_side: `${typeIn('server/features/terms/schema.ts', 'Side')} | null`,
  },
  escrow_events: {
    actor_kind: typeIn('server/features/escrow/schema.ts', 'TimelineActorKind'),
    type: typeIn('server/features/escrow/schema.ts', 'EventType'),
  },
  milestones: {
    currency: CURRENCY,
    holds: `Generated<${typeIn('server/features/escrow/milestone/rules.ts', 'Hold')}[]>`,
    cancel_proposed_by: `${typeIn('server/features/terms/schema.ts', 'Side')} | null`,
    refund_reason: `${typeIn('server/features/escrow/refund/rules.ts', 'RefundReason')} | null`,
    state: typeIn('server/features/escrow/schema.ts', 'MilestoneState'),
  },
  payments: {
    currency: CURRENCY,
    state: typeIn('server/features/payments/schema.ts', 'PaymentState'),
  },
  refunds: {
    currency: CURRENCY,
    reason: typeIn('server/features/escrow/refund/rules.ts', 'RefundReason'),
    state: typeIn('server/features/escrow/schema.ts', 'RefundState'),
  },
  cancel_requests: {
    proposed_by: typeIn('server/features/terms/schema.ts', 'Side'),
    currency: CURRENCY,
    from_state: typeIn('server/features/escrow/schema.ts', 'CancelFrom'),
    state: typeIn('server/features/escrow/schema.ts', 'CancelRequestState'),
  },
  release_grants: {
    kind: typeIn('server/features/escrow/grants/schema.ts', 'GrantKind'),
  },
  release_parts: {
    currency: CURRENCY,
    cause: `Generated<${typeIn('server/features/escrow/live/schema.ts', 'PartCause')}>`,
  },
  submissions: {
    state: typeIn('server/features/content/schema.ts', 'SubmissionState'),
  },
  transfers: {
    currency: CURRENCY,
    leg: typeIn('server/features/escrow/schema.ts', 'TransferLeg'),
    state: typeIn('server/features/escrow/schema.ts', 'TransferState'),
  },
};
