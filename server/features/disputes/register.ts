import { rowsOfParties, type Registration } from '../../registration.ts';
import { eraseAuthor, openDisputes } from './queries/disputes.ts';

export const register: Registration = {
  openRows: { disputeCase: openDisputes },
  // Offers are not exported: they are hidden from the role that makes copies, and deleted when the dispute is decided.
  exportParts: [
    rowsOfParties('disputes', 'disputes'),
    rowsOfParties('dispute-statements', 'dispute_statements'),
    rowsOfParties('dispute-decisions', 'dispute_decisions'),
  ],
  erase: (tx, person) => eraseAuthor(tx.db, person),
};
