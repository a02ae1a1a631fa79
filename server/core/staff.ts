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
  'help.answer': ALL,
  'moneyCheck.checkNow': BOOKS,
  'moneyCheck.confirmLift': BOOKS,
  'moneyCheck.proposeLift': BOOKS,
  'notifications.retryMail': OPERATORS,
  'payments.confirmParked': BOOKS,
  'payments.confirmSuspense': BOOKS,
  'payments.proposeParked': BOOKS,
  'payments.proposeSuspense': BOOKS,
  'platform.allowFees': OPERATORS,
  'platform.confirmBankRefund': BOOKS,
  'platform.decideRefund': OPERATORS,
  'platform.holdMilestone': OPERATORS,
  'platform.proposeBankRefund': BOOKS,
  'platform.reinstateOrg': TRUST,
  'platform.repairNow': OPERATORS,
  'platform.resolveOperation': OPERATORS,
  'platform.retryDeadLetter': OPERATORS,
  'platform.sendAgain': OPERATORS,
  'platform.suspendOrg': TRUST,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffAct = keyof typeof STAFF_RIGHTS;

export const staffMay = (role: StaffRole, act: StaffAct): boolean => STAFF_RIGHTS[act].includes(role);
