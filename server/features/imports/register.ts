import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteImportsOfPerson, isOpenImport, openImports, overdueImports, storedImports } from './queries/imports.ts';
import { rowsAboutPerson } from './queries/people.ts';

export const register: Registration = {
  openRows: { creatorImport: { open: openImports, overdue: overdueImports, mayResume: isOpenImport } },
  exportParts: [
    rowsOfOrgs('imports', 'imports', ['org_id']),
    rowsOfOrgs('imported-creators', 'imported_creators', ['org_id']),
    rowsOfOrgs('import-refused-rows', 'import_refused_rows', ['org_id']),
    rowsOfOrgs('import-merges', 'import_merges', ['org_id']),
    { name: 'imported-by-others', rows: rowsAboutPerson },
  ],
  erase: (tx, { userId }) => deleteImportsOfPerson(tx.db, userId),
  storedObjects: (db, { orgIds }) => storedImports(db, orgIds),
};
