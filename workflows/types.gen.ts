// Written by `npm run index` from the files it imports.
import { TYPES as accounts } from './types/accounts.ts';
import { TYPES as addenda } from './types/addenda.ts';
import { TYPES as ads } from './types/ads.ts';
import { TYPES as approvals } from './types/approvals.ts';
import { TYPES as brands } from './types/brands.ts';
import { TYPES as campaigns } from './types/campaigns.ts';
import { TYPES as cardDisputes } from './types/card-disputes.ts';
import { TYPES as connections } from './types/connections.ts';
import { TYPES as disputes } from './types/disputes.ts';
import { TYPES as documents } from './types/documents.ts';
import { TYPES as escrow } from './types/escrow.ts';
import { TYPES as imports } from './types/imports.ts';
import { TYPES as matching } from './types/matching.ts';
import { TYPES as moneyChecks } from './types/money-checks.ts';
import { TYPES as offers } from './types/offers.ts';
import { TYPES as outreach } from './types/outreach.ts';
import { TYPES as paymentMethods } from './types/payment-methods.ts';
import { TYPES as payouts } from './types/payouts.ts';
import { TYPES as priceRules } from './types/price-rules.ts';
import { TYPES as privacy } from './types/privacy.ts';
import { TYPES as publications } from './types/publications.ts';
import { TYPES as reconciliations } from './types/reconciliations.ts';
import { TYPES as representations } from './types/representations.ts';
import { TYPES as savedSearches } from './types/saved-searches.ts';
import { TYPES as signing } from './types/signing.ts';
import { TYPES as taxRequests } from './types/tax-requests.ts';
import { TYPES as visits } from './types/visits.ts';

export const TYPES = {
  ...accounts,
  ...addenda,
  ...ads,
  ...approvals,
  ...brands,
  ...campaigns,
  ...cardDisputes,
  ...connections,
  ...disputes,
  ...documents,
  ...escrow,
  ...imports,
  ...matching,
  ...moneyChecks,
  ...offers,
  ...outreach,
  ...paymentMethods,
  ...payouts,
  ...priceRules,
  ...privacy,
  ...publications,
  ...reconciliations,
  ...representations,
  ...savedSearches,
  ...signing,
  ...taxRequests,
  ...visits,
} as const;
