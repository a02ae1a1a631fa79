// Written by `npm run index` from the files it imports.
import type { TableTypes } from '../core/tables.ts';
import { TABLES as accounts } from './accounts/tables.ts';
import { TABLES as addenda } from './addenda/tables.ts';
import { TABLES as ads } from './ads/tables.ts';
import { TABLES as agencies } from './agencies/tables.ts';
import { TABLES as agreements } from './agreements/tables.ts';
import { TABLES as approvals } from './approvals/tables.ts';
import { TABLES as audit } from './audit/tables.ts';
import { TABLES as brands } from './brands/tables.ts';
import { TABLES as campaigns } from './campaigns/tables.ts';
import { TABLES as cases } from './cases/tables.ts';
import { TABLES as connections } from './connections/tables.ts';
import { TABLES as consents } from './consents/tables.ts';
import { TABLES as content } from './content/tables.ts';
import { TABLES as contracts } from './contracts/tables.ts';
import { TABLES as conversations } from './conversations/tables.ts';
import { TABLES as creators } from './creators/tables.ts';
import { TABLES as discovery } from './discovery/tables.ts';
import { TABLES as disputes } from './disputes/tables.ts';
import { TABLES as documents } from './documents/tables.ts';
import { TABLES as escrow } from './escrow/tables.ts';
import { TABLES as help } from './help/tables.ts';
import { TABLES as imports } from './imports/tables.ts';
import { TABLES as ledger } from './ledger/tables.ts';
import { TABLES as lists } from './lists/tables.ts';
import { TABLES as matching } from './matching/tables.ts';
import { TABLES as messages } from './messages/tables.ts';
import { TABLES as moderation } from './moderation/tables.ts';
import { TABLES as moneyCheck } from './money-check/tables.ts';
import { TABLES as moneyStops } from './money-stops/tables.ts';
import { TABLES as notifications } from './notifications/tables.ts';
import { TABLES as offers } from './offers/tables.ts';
import { TABLES as operations } from './operations/tables.ts';
import { TABLES as operators } from './operators/tables.ts';
import { TABLES as orgs } from './orgs/tables.ts';
import { TABLES as outbox } from './outbox/tables.ts';
import { TABLES as outreach } from './outreach/tables.ts';
import { TABLES as packages } from './packages/tables.ts';
import { TABLES as paymentMethods } from './payment-methods/tables.ts';
import { TABLES as payments } from './payments/tables.ts';
import { TABLES as payouts } from './payouts/tables.ts';
import { TABLES as policies } from './policies/tables.ts';
import { TABLES as portfolio } from './portfolio/tables.ts';
import { TABLES as priceRules } from './price-rules/tables.ts';
import { TABLES as privacy } from './privacy/tables.ts';
import { TABLES as providerCalls } from './provider-calls/tables.ts';
import { TABLES as publications } from './publications/tables.ts';
import { TABLES as ratings } from './ratings/tables.ts';
import { TABLES as representations } from './representations/tables.ts';
import { TABLES as savedSearches } from './saved-searches/tables.ts';
import { TABLES as security } from './security/tables.ts';
import { TABLES as taxProfiles } from './tax-profiles/tables.ts';
import { TABLES as templates } from './templates/tables.ts';
import { TABLES as visits } from './visits/tables.ts';

/** By the feature that owns them. */
export const TABLES: Readonly<Record<string, TableTypes>> = {
  accounts,
  addenda,
  ads,
  agencies,
  agreements,
  approvals,
  audit,
  brands,
  campaigns,
  cases,
  connections,
  consents,
  content,
  contracts,
  conversations,
  creators,
  discovery,
  disputes,
  documents,
  escrow,
  help,
  imports,
  ledger,
  lists,
  matching,
  messages,
  moderation,
  'money-check': moneyCheck,
  'money-stops': moneyStops,
  notifications,
  offers,
  operations,
  operators,
  orgs,
  outbox,
  outreach,
  packages,
  'payment-methods': paymentMethods,
  payments,
  payouts,
  policies,
  portfolio,
  'price-rules': priceRules,
  privacy,
  'provider-calls': providerCalls,
  publications,
  ratings,
  representations,
  'saved-searches': savedSearches,
  security,
  'tax-profiles': taxProfiles,
  templates,
  visits,
};
