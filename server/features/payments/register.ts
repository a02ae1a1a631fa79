import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteWebhooks } from './queries/payments.ts';
import { RETENTION } from '../policies/rules.ts';

export const register: Registration = {
  deletePast: pastDays(RETENTION.webhookDays, deleteWebhooks),
  exportParts: [rowsOfOrgs('payments', 'payments', ['brand_org'])],
};
