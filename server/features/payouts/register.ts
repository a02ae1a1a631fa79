import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { hasPayoutAccount, openPayouts, payoutMayResume, unreadyAccounts } from './queries.ts';

export const register: Registration = {
  openRows: {
    payoutDelivery: { open: openPayouts, mayResume: payoutMayResume },
    payoutAccountWatch: { open: unreadyAccounts, mayResume: hasPayoutAccount },
  },
  exportParts: [
    rowsOfOrgs('payouts', 'payouts', ['org_id']),
    rowsOfOrgs('payout-account', 'payout_accounts', ['org_id']),
  ],
};
