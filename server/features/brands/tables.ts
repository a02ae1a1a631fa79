import { typeIn, type TableTypes } from '../../core/tables.ts';

const DOMAINS = 'server/features/brands/domains/rules.ts';

export const TABLES: TableTypes = {
  brand_profiles: {},
  brand_locations: {},
  brand_pictures: {
    kind: typeIn('server/features/brands/rules.ts', 'PictureKind'),
    mime: typeIn('server/features/brands/rules.ts', 'PictureMime'),
  },
  brand_verifications: {
    method: typeIn(DOMAINS, 'VerificationMethod'),
    state: typeIn(DOMAINS, 'VerificationState'),
    reason: `${typeIn(DOMAINS, 'VerificationReason')} | null`,
    found: `${typeIn(DOMAINS, 'FoundInstead')} | null`,
  },
};
