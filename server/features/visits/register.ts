import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { eraseVisitsOfPerson, isBooked, openVisits, overdueVisits } from './queries.ts';
import { CHECK_IN_AFTER_END_MS } from './rules.ts';

export const register: Registration = {
  openRows: {
    visitLifecycle: {
      open: openVisits,
      overdue: (db, { ids, since }) =>
        overdueVisits(db, { ids, endedBefore: new Date(since.getTime() - CHECK_IN_AFTER_END_MS) }),
      mayResume: isBooked,
    },
  },
  exportParts: [
    rowsOfOrgs('visit-slots', 'visit_slots', ['brand_org', 'creator_org']),
    rowsOfOrgs('visits', 'visits', ['brand_org', 'creator_org']),
  ],
  erase: (tx, { userId }) => eraseVisitsOfPerson(tx.db, { userId, at: tx.clock.now() }),
};
