import type accounts from '../locales/en/accounts.json';
import type billing from '../locales/en/billing.json';
import type campaigns from '../locales/en/campaigns.json';
import type clauses from '../locales/en/clauses.json';
import type common from '../locales/en/common.json';
import type consent from '../locales/en/consent.json';
import type content from '../locales/en/content.json';
import type contracts from '../locales/en/contracts.json';
import type creators from '../locales/en/creators.json';
import type deals from '../locales/en/deals.json';
import type errors from '../locales/en/errors.json';
import type features from '../locales/en/features.json';
import type home from '../locales/en/home.json';
import type install from '../locales/en/install.json';
import type landing from '../locales/en/landing.json';
import type nav from '../locales/en/nav.json';
import type offers from '../locales/en/offers.json';
import type notices from '../locales/en/notices.json';
import type notifications from '../locales/en/notifications.json';
import type platform from '../locales/en/platform.json';
import type payments from '../locales/en/payments.json';
import type profile from '../locales/en/profile.json';
import type payouts from '../locales/en/payouts.json';
import type social from '../locales/en/social.json';
import type security from '../locales/en/security.json';
import type policies from '../locales/en/policies.json';
import type policyCookies from '../locales/en/policy-cookies.json';
import type policyPrivacy from '../locales/en/policy-privacy.json';
import type policyTerms from '../locales/en/policy-terms.json';
import type terms from '../locales/en/terms.json';

/** English is the reference: a key that is not there does not compile. One line per namespace. */
interface Texts {
  accounts: typeof accounts;
  billing: typeof billing;
  campaigns: typeof campaigns;
  clauses: typeof clauses;
  common: typeof common;
  consent: typeof consent;
  content: typeof content;
  contracts: typeof contracts;
  creators: typeof creators;
  deals: typeof deals;
  errors: typeof errors;
  features: typeof features;
  home: typeof home;
  install: typeof install;
  landing: typeof landing;
  nav: typeof nav;
  offers: typeof offers;
  notices: typeof notices;
  notifications: typeof notifications;
  platform: typeof platform;
  payments: typeof payments;
  payouts: typeof payouts;
  profile: typeof profile;
  social: typeof social;
  security: typeof security;
  policies: typeof policies;
  'policy-cookies': typeof policyCookies;
  'policy-privacy': typeof policyPrivacy;
  'policy-terms': typeof policyTerms;
  terms: typeof terms;
}

type Leaf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaf<T[K]>}` }[keyof T & string];
/** A text with plural forms is named without them. */
type Named<K> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem | K : K;
type Keys = { [Ns in keyof Texts]: Named<Leaf<Texts[Ns]>> };
type KeyIn<Ns> = Ns extends keyof Texts
  ? Keys[Ns]
  : Ns extends readonly [infer First extends keyof Texts, ...unknown[]]
    ? Keys[First]
    : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Texts;
  }

  /** The plain call, tried first: the library's own signature works out each text's type anew. */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (
      key: KPrefix extends undefined ? KeyIn<Ns> : never,
      values?: { [name: string]: unknown; ns?: never; returnObjects?: never; defaultValue?: never; context?: never },
    ): string;
  }
}
