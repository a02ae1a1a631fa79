import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { rowsOfAccounts } from './queries.ts';
import { releaseProfileText } from './service.ts';

export const register: Registration = {
  heldTexts: {
    headline: { release: releaseProfileText('headline') },
    bio: { release: releaseProfileText('bio') },
  },
  exportParts: [
    rowsOfOrgs('creator-profile', 'creator_profiles', ['org_id']),
    rowsOfOrgs('creator-accounts', 'social_accounts', ['org_id']),
    rowsOfOrgs('creator-rates', 'creator_rates', ['org_id']),
    rowsOfAccounts('creator-account-days', 'account_days'),
    rowsOfAccounts('creator-account-audience', 'account_audience'),
  ],
};
