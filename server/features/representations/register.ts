import { rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';
import {
  blankPerson,
  isOpenRepresentation,
  openRepresentations,
  overdueRepresentations,
} from './queries/representations.ts';

export const register: Registration = {
  openRows: {
    representation: { open: openRepresentations, overdue: overdueRepresentations, mayResume: isOpenRepresentation },
  },
  exportParts: [
    rowsOfOrgs('representations', 'representations', ['agency_org', 'creator_org']),
    rowsOfPerson('representation-signatures', 'representation_signatures'),
    rowsOfOrgs('acts-of-the-agency', 'representation_acts', ['agency_org', 'creator_org']),
    rowsOfOrgs('requests-of-the-agency', 'representation_requests', ['agency_org', 'creator_org']),
  ],
  erase: (tx, person) => blankPerson(tx.db, person),
};
