// Written by `npm run index` from the files it imports.
import * as accounts from './accounts.ts';
import * as addenda from './addenda.ts';
import * as ads from './ads.ts';
import * as approvals from './approvals.ts';
import * as brands from './brands.ts';
import * as campaigns from './campaigns.ts';
import * as cardDisputes from './card-disputes.ts';
import * as connections from './connections.ts';
import * as disputes from './disputes.ts';
import * as documents from './documents.ts';
import * as escrow from './escrow.ts';
import * as imports from './imports.ts';
import * as matching from './matching.ts';
import * as moneyChecks from './money-checks.ts';
import * as offers from './offers.ts';
import * as outreach from './outreach.ts';
import * as paymentMethods from './payment-methods.ts';
import * as payouts from './payouts.ts';
import * as priceRules from './price-rules.ts';
import * as privacy from './privacy.ts';
import * as publications from './publications.ts';
import * as reconciliations from './reconciliations.ts';
import * as representations from './representations.ts';
import * as savedSearches from './saved-searches.ts';
import * as signing from './signing.ts';
import * as taxRequests from './tax-requests.ts';
import * as visits from './visits.ts';

export const ACTIVITIES = [
  accounts,
  addenda,
  ads,
  approvals,
  brands,
  campaigns,
  cardDisputes,
  connections,
  disputes,
  documents,
  escrow,
  imports,
  matching,
  moneyChecks,
  offers,
  outreach,
  paymentMethods,
  payouts,
  priceRules,
  privacy,
  publications,
  reconciliations,
  representations,
  savedSearches,
  signing,
  taxRequests,
  visits,
];
