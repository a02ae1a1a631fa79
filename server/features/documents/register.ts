import { rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';
import { roleMay } from '../orgs/rules.ts';
import { deleteDocumentExports } from './export.ts';
import { documentExportMayResume, openDocumentExports, storedDocumentExports } from './queries/exports.ts';
import { findDocuments } from './service.ts';

export const register: Registration = {
  openRows: { documentExport: { open: openDocumentExports, mayResume: documentExportMayResume } },
  exportParts: [rowsOfOrgs('documents', 'documents', ['org_id']), rowsOfPerson('document-exports', 'document_exports')],
  erase: (tx, { userId }) => deleteDocumentExports(tx, userId),
  storedObjects: storedDocumentExports,
  find: {
    document: async (tx, query) =>
      roleMay(tx.actor.role, 'money.view') && !tx.actor.acting ? findDocuments(tx, query) : [],
  },
};
