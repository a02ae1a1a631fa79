import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { hasPayoutAccount, unreadyAccounts } from './queries/accounts.ts';
import { openPayouts, payoutMayResume } from './queries/payouts.ts';
import { hasSchedule, scheduledAccounts } from './schedule/queries.ts';

export const register: Registration = {
  openRows: {
    payoutDelivery: { open: openPayouts, mayResume: payoutMayResume },
    payoutSchedule: { open: scheduledAccounts, mayResume: hasSchedule },
    payoutAccountWatch: { open: unreadyAccounts, mayResume: hasPayoutAccount },
  },
  exportParts: [
    rowsOfOrgs('payouts', 'payouts', ['org_id']),
    rowsOfOrgs('payout-account', 'payout_accounts', ['org_id']),
    rowsOfOrgs('payout-banks', 'payout_banks', ['org_id']),
  ],
};
