import { rowsOfParties, type Registration } from '../../registration.ts';
import { filesToExport, storedFiles } from './queries/stored.ts';

export const register: Registration = {
  exportParts: [
    rowsOfParties('submissions', 'submissions'),
    rowsOfParties('brief-marks', 'brief_marks'),
    rowsOfParties('review-comments', 'review_comments'),
    { name: 'files', rows: filesToExport },
  ],
  storedObjects: storedFiles,
};
