// Written by `npm run index` from the files it imports.
import { accountsRouter } from './accounts/router.ts';
import { addendaRouter } from './addenda/router.ts';
import { adsRouter } from './ads/router.ts';
import { agenciesRouter } from './agencies/router.ts';
import { agreementsRouter } from './agreements/router.ts';
import { approvalsRouter } from './approvals/router.ts';
import { brandsRouter } from './brands/router.ts';
import { campaignsRouter } from './campaigns/router.ts';
import { casesRouter } from './cases/router.ts';
import { connectionsRouter } from './connections/router.ts';
import { contentRouter } from './content/router.ts';
import { contractsRouter } from './contracts/router.ts';
import { conversationsRouter } from './conversations/router.ts';
import { creatorsRouter } from './creators/router.ts';
import { discoveryRouter } from './discovery/router.ts';
import { disputesRouter } from './disputes/router.ts';
import { documentsRouter } from './documents/router.ts';
import { escrowRouter } from './escrow/router.ts';
import { feeSchedulesRouter } from './fee-schedules/router.ts';
import { figuresRouter } from './figures/router.ts';
import { findRouter } from './find/router.ts';
import { helpRouter } from './help/router.ts';
import { homeRouter } from './home/router.ts';
import { importsRouter } from './imports/router.ts';
import { listsRouter } from './lists/router.ts';
import { liveRouter } from './live/router.ts';
import { matchingRouter } from './matching/router.ts';
import { messagesRouter } from './messages/router.ts';
import { microMarketRouter } from './micro-market/router.ts';
import { moderationRouter } from './moderation/router.ts';
import { moneyCheckRouter } from './money-check/router.ts';
import { moneyStopsRouter } from './money-stops/router.ts';
import { notificationsRouter } from './notifications/router.ts';
import { offersRouter } from './offers/router.ts';
import { operationsRouter } from './operations/router.ts';
import { operatorsRouter } from './operators/router.ts';
import { orgsRouter } from './orgs/router.ts';
import { outboxRouter } from './outbox/router.ts';
import { outreachRouter } from './outreach/router.ts';
import { packagesRouter } from './packages/router.ts';
import { paymentMethodsRouter } from './payment-methods/router.ts';
import { paymentsRouter } from './payments/router.ts';
import { payoutsRouter } from './payouts/router.ts';
import { placesRouter } from './places/router.ts';
import { platformRouter } from './platform/router.ts';
import { policiesRouter } from './policies/router.ts';
import { portfolioRouter } from './portfolio/router.ts';
import { priceRulesRouter } from './price-rules/router.ts';
import { privacyRouter } from './privacy/router.ts';
import { publicationsRouter } from './publications/router.ts';
import { ratesRouter } from './rates/router.ts';
import { ratingsRouter } from './ratings/router.ts';
import { representationsRouter } from './representations/router.ts';
import { savedSearchesRouter } from './saved-searches/router.ts';
import { securityRouter } from './security/router.ts';
import { suspensionsRouter } from './suspensions/router.ts';
import { taxProfilesRouter } from './tax-profiles/router.ts';
import { templatesRouter } from './templates/router.ts';
import { visitsRouter } from './visits/router.ts';

export const ROUTERS = {
  accounts: accountsRouter,
  addenda: addendaRouter,
  ads: adsRouter,
  agencies: agenciesRouter,
  agreements: agreementsRouter,
  approvals: approvalsRouter,
  brands: brandsRouter,
  campaigns: campaignsRouter,
  cases: casesRouter,
  connections: connectionsRouter,
  content: contentRouter,
  contracts: contractsRouter,
  conversations: conversationsRouter,
  creators: creatorsRouter,
  discovery: discoveryRouter,
  disputes: disputesRouter,
  documents: documentsRouter,
  escrow: escrowRouter,
  feeSchedules: feeSchedulesRouter,
  figures: figuresRouter,
  find: findRouter,
  help: helpRouter,
  home: homeRouter,
  imports: importsRouter,
  lists: listsRouter,
  live: liveRouter,
  matching: matchingRouter,
  messages: messagesRouter,
  microMarket: microMarketRouter,
  moderation: moderationRouter,
  moneyCheck: moneyCheckRouter,
  moneyStops: moneyStopsRouter,
  notifications: notificationsRouter,
  offers: offersRouter,
  operations: operationsRouter,
  operators: operatorsRouter,
  orgs: orgsRouter,
  outbox: outboxRouter,
  outreach: outreachRouter,
  packages: packagesRouter,
  paymentMethods: paymentMethodsRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  places: placesRouter,
  platform: platformRouter,
  policies: policiesRouter,
  portfolio: portfolioRouter,
  priceRules: priceRulesRouter,
  privacy: privacyRouter,
  publications: publicationsRouter,
  rates: ratesRouter,
  ratings: ratingsRouter,
  representations: representationsRouter,
  savedSearches: savedSearchesRouter,
  security: securityRouter,
  suspensions: suspensionsRouter,
  taxProfiles: taxProfilesRouter,
  templates: templatesRouter,
  visits: visitsRouter,
};
