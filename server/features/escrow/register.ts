import { rowsOfOrgs, rowsOfParties, type Registration } from '../../registration.ts';
import { milestoneMayResume, openMilestones, overdueMilestones } from './timers/queries.ts';

export const register: Registration = {
  openRows: {
    escrowLifecycle: { open: openMilestones, overdue: overdueMilestones, mayResume: milestoneMayResume },
  },
  exportParts: [
    rowsOfParties('milestones', 'milestones'),
    rowsOfParties('deal-events', 'escrow_events'),
    rowsOfOrgs('refunds', 'refunds', ['brand_org']),
    rowsOfOrgs('transfers', 'transfers', ['payee_org']),
  ],
};
