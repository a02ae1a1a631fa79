import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { openPacks } from './queries/evidence.ts';
import { deleteWebhooks } from './queries/payments.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  openRows: { cardDispute: openPacks },
  deletePast: pastDays(RETENTION.webhookDays, deleteWebhooks),
  exportParts: [
    rowsOfOrgs('payments', 'payments', ['brand_org']),
    rowsOfOrgs('debts', 'brand_debts', ['brand_org']),
    rowsOfOrgs('debt_payments', 'debt_payments', ['brand_org']),
    rowsOfOrgs('rulings', 'parked_decisions', ['payee_org']),
  ],
};
