import { rowsOfOrgs, type ExportPart, type Registration } from '../../registration.ts';
import { deleteBrandsOfPerson, rowsOfPictures } from './queries/profiles.ts';
import { isOpenVerification, openVerifications, overdueVerifications } from './queries/verifications.ts';
import { HELD_BRAND_TEXTS } from './texts.ts';

/** Pictures without their bytes: the brand has the files. */
const PICTURES: ExportPart = { name: 'brand-pictures', rows: rowsOfPictures };

export const register: Registration = {
  openRows: {
    brandVerification: { open: openVerifications, overdue: overdueVerifications, mayResume: isOpenVerification },
  },
  heldTexts: HELD_BRAND_TEXTS,
  exportParts: [
    rowsOfOrgs('brand-profile', 'brand_profiles', ['org_id']),
    rowsOfOrgs('brand-locations', 'brand_locations', ['org_id']),
    rowsOfOrgs('brand-verifications', 'brand_verifications', ['org_id']),
    PICTURES,
  ],
  erase: (tx, { userId }) => deleteBrandsOfPerson(tx.db, userId),
};
