// Written by `npm run index` from the files it imports.
import { SCREENS as accounts } from '../features/accounts/screens.ts';
import { SCREENS as ads } from '../features/ads/screens.ts';
import { SCREENS as agencies } from '../features/agencies/screens.ts';
import { SCREENS as brands } from '../features/brands/screens.ts';
import { SCREENS as campaigns } from '../features/campaigns/screens.ts';
import { SCREENS as content } from '../features/content/screens.ts';
import { SCREENS as contracts } from '../features/contracts/screens.ts';
import { SCREENS as creators } from '../features/creators/screens.ts';
import { SCREENS as discovery } from '../features/discovery/screens.ts';
import { SCREENS as disputes } from '../features/disputes/screens.ts';
import { SCREENS as home } from '../features/home/screens.ts';
import { SCREENS as imports } from '../features/imports/screens.ts';
import { SCREENS as lists } from '../features/lists/screens.ts';
import { SCREENS as matching } from '../features/matching/screens.ts';
import { SCREENS as messages } from '../features/messages/screens.ts';
import { SCREENS as microMarket } from '../features/micro-market/screens.ts';
import { SCREENS as offers } from '../features/offers/screens.ts';
import { SCREENS as outreach } from '../features/outreach/screens.ts';
import { SCREENS as packages } from '../features/packages/screens.ts';
import { SCREENS as payments } from '../features/payments/screens.ts';
import { SCREENS as payouts } from '../features/payouts/screens.ts';
import { SCREENS as planned } from '../features/planned/screens.ts';
import { SCREENS as platform } from '../features/platform/screens.ts';
import { SCREENS as policies } from '../features/policies/screens.ts';
import { SCREENS as priceRules } from '../features/price-rules/screens.ts';
import { SCREENS as profile } from '../features/profile/screens.ts';
import { SCREENS as rates } from '../features/rates/screens.ts';
import { SCREENS as security } from '../features/security/screens.ts';
import { SCREENS as social } from '../features/social/screens.ts';
import { SCREENS as welcome } from '../features/welcome/screens.ts';

export const SCREENS = {
  ...accounts,
  ...ads,
  ...agencies,
  ...brands,
  ...campaigns,
  ...content,
  ...contracts,
  ...creators,
  ...discovery,
  ...disputes,
  ...home,
  ...imports,
  ...lists,
  ...matching,
  ...messages,
  ...microMarket,
  ...offers,
  ...outreach,
  ...packages,
  ...payments,
  ...payouts,
  ...planned,
  ...platform,
  ...policies,
  ...priceRules,
  ...profile,
  ...rates,
  ...security,
  ...social,
  ...welcome,
} as const;
