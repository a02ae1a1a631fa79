// Written by `npm run index` from the files it imports.
import { REFUSALS as accounts } from './accounts/refusals.ts';
import { REFUSALS as addenda } from './addenda/refusals.ts';
import { REFUSALS as ads } from './ads/refusals.ts';
import { REFUSALS as agencies } from './agencies/refusals.ts';
import { REFUSALS as agreements } from './agreements/refusals.ts';
import { REFUSALS as approvals } from './approvals/refusals.ts';
import { REFUSALS as brands } from './brands/refusals.ts';
import { REFUSALS as campaigns } from './campaigns/refusals.ts';
import { REFUSALS as cases } from './cases/refusals.ts';
import { REFUSALS as connections } from './connections/refusals.ts';
import { REFUSALS as contacts } from './contacts/refusals.ts';
import { REFUSALS as content } from './content/refusals.ts';
import { REFUSALS as contracts } from './contracts/refusals.ts';
import { REFUSALS as conversations } from './conversations/refusals.ts';
import { REFUSALS as creators } from './creators/refusals.ts';
import { REFUSALS as discovery } from './discovery/refusals.ts';
import { REFUSALS as disputes } from './disputes/refusals.ts';
import { REFUSALS as documents } from './documents/refusals.ts';
import { REFUSALS as escrow } from './escrow/refusals.ts';
import { REFUSALS as feeSchedules } from './fee-schedules/refusals.ts';
import { REFUSALS as imports } from './imports/refusals.ts';
import { REFUSALS as lists } from './lists/refusals.ts';
import { REFUSALS as moderation } from './moderation/refusals.ts';
import { REFUSALS as offers } from './offers/refusals.ts';
import { REFUSALS as orgs } from './orgs/refusals.ts';
import { REFUSALS as outreach } from './outreach/refusals.ts';
import { REFUSALS as packages } from './packages/refusals.ts';
import { REFUSALS as paymentMethods } from './payment-methods/refusals.ts';
import { REFUSALS as payments } from './payments/refusals.ts';
import { REFUSALS as payouts } from './payouts/refusals.ts';
import { REFUSALS as portfolio } from './portfolio/refusals.ts';
import { REFUSALS as priceRules } from './price-rules/refusals.ts';
import { REFUSALS as privacy } from './privacy/refusals.ts';
import { REFUSALS as publications } from './publications/refusals.ts';
import { REFUSALS as ratings } from './ratings/refusals.ts';
import { REFUSALS as representations } from './representations/refusals.ts';
import { REFUSALS as savedSearches } from './saved-searches/refusals.ts';
import { REFUSALS as security } from './security/refusals.ts';
import { REFUSALS as taxProfiles } from './tax-profiles/refusals.ts';
import { REFUSALS as templates } from './templates/refusals.ts';
import { REFUSALS as terms } from './terms/refusals.ts';
import { REFUSALS as visits } from './visits/refusals.ts';

export const REFUSALS = {
  ...accounts,
  ...addenda,
  ...ads,
  ...agencies,
  ...agreements,
  ...approvals,
  ...brands,
  ...campaigns,
  ...cases,
  ...connections,
  ...contacts,
  ...content,
  ...contracts,
  ...conversations,
  ...creators,
  ...discovery,
  ...disputes,
  ...documents,
  ...escrow,
  ...feeSchedules,
  ...imports,
  ...lists,
  ...moderation,
  ...offers,
  ...orgs,
  ...outreach,
  ...packages,
  ...paymentMethods,
  ...payments,
  ...payouts,
  ...portfolio,
  ...priceRules,
  ...privacy,
  ...publications,
  ...ratings,
  ...representations,
  ...savedSearches,
  ...security,
  ...taxProfiles,
  ...templates,
  ...terms,
  ...visits,
} as const;
