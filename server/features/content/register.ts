import { rowsOfOrgs, rowsOfParties, type Registration } from '../../registration.ts';
import { deleteAssignmentsOf } from './queries/assignments.ts';
import { filesToExport, storedFiles } from './queries/stored.ts';

export const register: Registration = {
  exportParts: [
    rowsOfParties('submissions', 'submissions'),
    rowsOfParties('brief-marks', 'brief_marks'),
    rowsOfParties('review-comments', 'review_comments'),
    rowsOfOrgs('review-assignments', 'review_assignments', ['brand_org']),
    { name: 'files', rows: filesToExport },
  ],
  erase: (tx, { userId }) => deleteAssignmentsOf(tx.db, userId),
  storedObjects: storedFiles,
};
