import { ADDRESSES } from '../../core/addresses.ts';
import { pastDays, rowsOfOrgs, rowsOfParties, type Registration } from '../../registration.ts';
import { findDeals } from './deals/queries/find.ts';
import { deleteOldGrants } from './grants/queries.ts';
import { milestoneMayResume, openMilestones, overdueMilestones } from './timers/queries.ts';

/** They count for 24 hours. */
const GRANT_DAYS = 2;

export const register: Registration = {
  openRows: {
    escrowLifecycle: { open: openMilestones, overdue: overdueMilestones, mayResume: milestoneMayResume },
  },
  exportParts: [
    rowsOfParties('milestones', 'milestones'),
    rowsOfParties('deal-events', 'escrow_events'),
    rowsOfParties('cancel-requests', 'cancel_requests'),
    rowsOfParties('release-parts', 'release_parts'),
    rowsOfOrgs('refunds', 'refunds', ['brand_org']),
    rowsOfOrgs('transfers', 'transfers', ['payee_org']),
  ],
  deletePast: pastDays(GRANT_DAYS, deleteOldGrants),
  find: {
    deal: async (tx, query) =>
      (await findDeals(tx.db, query)).map((d) => ({
        id: d.id,
        title: d.title,
        detail: d.other,
        path: ADDRESSES.deal(d.id),
      })),
  },
};
