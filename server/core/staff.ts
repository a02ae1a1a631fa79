export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

const ALL: readonly StaffRole[] = ['support', 'finance', 'trust', 'super'];
const OPERATORS: readonly StaffRole[] = ['finance', 'trust', 'super'];
const BOOKS: readonly StaffRole[] = ['finance', 'super'];
const TRUST: readonly StaffRole[] = ['trust', 'super'];

/**
 * Who may do what: every mutation of staff by its procedure. The services enforce it, and the screens offer an act to
 * exactly these roles. All staff may read.
 */
export const STAFF_RIGHTS = {
  'approvals.refuse': BOOKS,
  'approvals.withdraw': BOOKS,
  // Support closes the kinds of cases that are its own work (`closedBySupport`).
  'cases.close': OPERATORS,
  'escrow.holdMilestone': OPERATORS,
  'help.answer': ALL,
  'moneyCheck.checkNow': BOOKS,
  'moneyCheck.confirmLift': BOOKS,
  'moneyCheck.proposeLift': BOOKS,
  'notifications.retryMail': OPERATORS,
  'operations.confirmBankRefund': BOOKS,
  'operations.decideRefund': OPERATORS,
  'operations.proposeBankRefund': BOOKS,
  'operations.resolve': OPERATORS,
  'operations.sendAgain': OPERATORS,
  'outbox.retry': OPERATORS,
  'payments.allowFees': OPERATORS,
  'payments.confirmParked': BOOKS,
  'payments.confirmSuspense': BOOKS,
  'payments.proposeParked': BOOKS,
  'payments.proposeSuspense': BOOKS,
  'platform.repairNow': OPERATORS,
  'suspensions.reinstate': TRUST,
  'suspensions.suspend': TRUST,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffAct = keyof typeof STAFF_RIGHTS;

export const staffMay = (role: StaffRole, act: StaffAct): boolean => STAFF_RIGHTS[act].includes(role);
