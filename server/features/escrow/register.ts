import { rowsOfOrgs, rowsOfParties, type Registration } from '../../registration.ts';
import { milestoneMayResume, neglectedMilestones, openMilestones } from './timers/queries.ts';

export const register: Registration = {
  openRows: {
    escrowLifecycle: { open: openMilestones, neglected: neglectedMilestones, mayResume: milestoneMayResume },
  },
  exportParts: [
    rowsOfParties('milestones', 'milestones'),
    rowsOfParties('deal-events', 'escrow_events'),
    rowsOfOrgs('refunds', 'refunds', ['brand_org']),
    rowsOfOrgs('transfers', 'transfers', ['payee_org']),
  ],
};
