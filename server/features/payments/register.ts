import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteWebhooks } from './queries/payments.ts';

export const register: Registration = {
  // Longer than the provider repeats one, a payment is under way, or an analysis reads it.
  deletePast: pastDays(90, deleteWebhooks),
  exportParts: [rowsOfOrgs('payments', 'payments', ['brand_org'])],
};
