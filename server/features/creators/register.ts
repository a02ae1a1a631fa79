import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { blankDetailsOfPerson, deleteDraftsOfPerson } from './queries/drafts.ts';
import { picturesOf, rowsOfAccounts } from './queries.ts';
import { accountPictureKey } from './rules.ts';
import { releaseProfileText } from './service.ts';

export const register: Registration = {
  heldTexts: {
    headline: { release: releaseProfileText('headline') },
    bio: { release: releaseProfileText('bio') },
  },
  exportParts: [
    rowsOfOrgs('creator-profile', 'creator_profiles', ['org_id']),
    rowsOfOrgs('creator-profile-draft', 'creator_profile_drafts', ['org_id']),
    rowsOfOrgs('creator-accounts', 'social_accounts', ['org_id']),
    rowsOfOrgs('creator-rates', 'creator_rates', ['org_id']),
    rowsOfAccounts('creator-account-days', 'account_days'),
    rowsOfAccounts('creator-account-audience', 'account_audience'),
  ],
  async erase(tx, { userId }) {
    await deleteDraftsOfPerson(tx.db, userId);
    await blankDetailsOfPerson(tx.db, userId);
  },
  storedObjects: async (db, { orgIds }) => (await picturesOf(db, orgIds)).map(accountPictureKey),
};
