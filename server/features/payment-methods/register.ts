import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { eraseCustomers, removeMethodsOfPerson } from './erase.ts';
import { deleteAbandoned, dueAutoFundings, isAutoFundingDue, methodMayResume, openMethods } from './queries.ts';
import { ABANDONED_DAYS } from './rules.ts';

export const register: Registration = {
  openRows: {
    paymentMethod: { open: openMethods, mayResume: methodMayResume },
    autoFunding: { open: dueAutoFundings, mayResume: isAutoFundingDue },
  },
  exportParts: [
    rowsOfOrgs('payment-methods', 'payment_methods', ['brand_org']),
    rowsOfOrgs('payment-settings', 'payer_accounts', ['brand_org']),
    rowsOfOrgs('automatic-payments', 'auto_fundings', ['brand_org']),
  ],
  erase: (tx, { userId }) => removeMethodsOfPerson(tx, userId),
  eraseElsewhere: eraseCustomers,
  deletePast: pastDays(ABANDONED_DAYS, deleteAbandoned),
};
