// Written by `npm run index` from the files it imports.
import { NOTICES as addenda } from './addenda/notices.ts';
import { NOTICES as ads } from './ads/notices.ts';
import { NOTICES as brands } from './brands/notices.ts';
import { NOTICES as campaigns } from './campaigns/notices.ts';
import { NOTICES as connections } from './connections/notices.ts';
import { NOTICES as contracts } from './contracts/notices.ts';
import { NOTICES as conversations } from './conversations/notices.ts';
import { NOTICES as disputes } from './disputes/notices.ts';
import { NOTICES as documents } from './documents/notices.ts';
import { NOTICES as escrow } from './escrow/notices.ts';
import { NOTICES as matching } from './matching/notices.ts';
import { NOTICES as messages } from './messages/notices.ts';
import { NOTICES as moderation } from './moderation/notices.ts';
import { NOTICES as offers } from './offers/notices.ts';
import { NOTICES as orgs } from './orgs/notices.ts';
import { NOTICES as paymentMethods } from './payment-methods/notices.ts';
import { NOTICES as payments } from './payments/notices.ts';
import { NOTICES as payouts } from './payouts/notices.ts';
import { NOTICES as publications } from './publications/notices.ts';
import { NOTICES as ratings } from './ratings/notices.ts';
import { NOTICES as representations } from './representations/notices.ts';
import { NOTICES as savedSearches } from './saved-searches/notices.ts';
import { NOTICES as taxProfiles } from './tax-profiles/notices.ts';
import { NOTICES as visits } from './visits/notices.ts';

export const NOTICES = {
  ...addenda,
  ...ads,
  ...brands,
  ...campaigns,
  ...connections,
  ...contracts,
  ...conversations,
  ...disputes,
  ...documents,
  ...escrow,
  ...matching,
  ...messages,
  ...moderation,
  ...offers,
  ...orgs,
  ...paymentMethods,
  ...payments,
  ...payouts,
  ...publications,
  ...ratings,
  ...representations,
  ...savedSearches,
  ...taxProfiles,
  ...visits,
} as const;
