import { accountsRouter } from './features/accounts/router.ts';
import { approvalsRouter } from './features/approvals/router.ts';
import { campaignsRouter } from './features/campaigns/router.ts';
import { casesRouter } from './features/cases/router.ts';
import { contentRouter } from './features/content/router.ts';
import { contractsRouter } from './features/contracts/router.ts';
import { creatorsRouter } from './features/creators/router.ts';
import { documentsRouter } from './features/documents/router.ts';
import { escrowRouter } from './features/escrow/router.ts';
import { figuresRouter } from './features/figures/router.ts';
import { findRouter } from './features/find/router.ts';
import { helpRouter } from './features/help/router.ts';
import { homeRouter } from './features/home/router.ts';
import { liveRouter } from './features/live/router.ts';
import { messagesRouter } from './features/messages/router.ts';
import { moneyCheckRouter } from './features/money-check/router.ts';
import { moneyStopsRouter } from './features/money-stops/router.ts';
import { notificationsRouter } from './features/notifications/router.ts';
import { offersRouter } from './features/offers/router.ts';
import { operatorsRouter } from './features/operators/router.ts';
import { orgsRouter } from './features/orgs/router.ts';
import { paymentsRouter } from './features/payments/router.ts';
import { payoutsRouter } from './features/payouts/router.ts';
import { platformRouter } from './features/platform/router.ts';
import { privacyRouter } from './features/privacy/router.ts';
import { securityRouter } from './features/security/router.ts';
import { router } from './trpc.ts';

/** All routers of the API. */
export const appRouter = router({
  accounts: accountsRouter,
  approvals: approvalsRouter,
  campaigns: campaignsRouter,
  cases: casesRouter,
  content: contentRouter,
  contracts: contractsRouter,
  creators: creatorsRouter,
  documents: documentsRouter,
  escrow: escrowRouter,
  figures: figuresRouter,
  find: findRouter,
  help: helpRouter,
  home: homeRouter,
  live: liveRouter,
  messages: messagesRouter,
  moneyCheck: moneyCheckRouter,
  moneyStops: moneyStopsRouter,
  notifications: notificationsRouter,
  offers: offersRouter,
  operators: operatorsRouter,
  orgs: orgsRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  platform: platformRouter,
  privacy: privacyRouter,
  security: securityRouter,
});

export type AppRouter = typeof appRouter;
