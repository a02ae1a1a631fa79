import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { removeMethodsOfPerson } from './setup.ts';
import { dueAutoFundings, isAutoFundingDue, methodMayResume, openMethods } from './queries.ts';

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
};
