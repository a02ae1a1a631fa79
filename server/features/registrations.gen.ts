// Written by `npm run index` from the files it imports.
import type { Registration } from '../registration.ts';
import { register as accounts } from './accounts/register.ts';
import { register as addenda } from './addenda/register.ts';
import { register as ads } from './ads/register.ts';
import { register as agencies } from './agencies/register.ts';
import { register as agreements } from './agreements/register.ts';
import { register as approvals } from './approvals/register.ts';
import { register as audit } from './audit/register.ts';
import { register as brands } from './brands/register.ts';
import { register as campaigns } from './campaigns/register.ts';
import { register as cases } from './cases/register.ts';
import { register as connections } from './connections/register.ts';
import { register as consents } from './consents/register.ts';
import { register as content } from './content/register.ts';
import { register as contracts } from './contracts/register.ts';
import { register as conversations } from './conversations/register.ts';
import { register as creators } from './creators/register.ts';
import { register as discovery } from './discovery/register.ts';
import { register as disputes } from './disputes/register.ts';
import { register as documents } from './documents/register.ts';
import { register as escrow } from './escrow/register.ts';
import { register as find } from './find/register.ts';
import { register as help } from './help/register.ts';
import { register as imports } from './imports/register.ts';
import { register as ledger } from './ledger/register.ts';
import { register as lists } from './lists/register.ts';
import { register as matching } from './matching/register.ts';
import { register as messages } from './messages/register.ts';
import { register as moderation } from './moderation/register.ts';
import { register as moneyCheck } from './money-check/register.ts';
import { register as notifications } from './notifications/register.ts';
import { register as offers } from './offers/register.ts';
import { register as orgs } from './orgs/register.ts';
import { register as outbox } from './outbox/register.ts';
import { register as outreach } from './outreach/register.ts';
import { register as packages } from './packages/register.ts';
import { register as paymentMethods } from './payment-methods/register.ts';
import { register as payments } from './payments/register.ts';
import { register as payouts } from './payouts/register.ts';
import { register as portfolio } from './portfolio/register.ts';
import { register as priceRules } from './price-rules/register.ts';
import { register as privacy } from './privacy/register.ts';
import { register as publications } from './publications/register.ts';
import { register as ratings } from './ratings/register.ts';
import { register as representations } from './representations/register.ts';
import { register as savedSearches } from './saved-searches/register.ts';
import { register as security } from './security/register.ts';
import { register as taxProfiles } from './tax-profiles/register.ts';
import { register as templates } from './templates/register.ts';
import { register as visits } from './visits/register.ts';

export const REGISTRATIONS: readonly Registration[] = [
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
  find,
  help,
  imports,
  ledger,
  lists,
  matching,
  messages,
  moderation,
  moneyCheck,
  notifications,
  offers,
  orgs,
  outbox,
  outreach,
  packages,
  paymentMethods,
  payments,
  payouts,
  portfolio,
  priceRules,
  privacy,
  publications,
  ratings,
  representations,
  savedSearches,
  security,
  taxProfiles,
  templates,
  visits,
];
