// Entry of the workflow bundle: every workflow by the name it is started under.
export { factorRemoval, verificationCodeExpiry } from './accounts.ts';
export { campaignLifecycle } from './campaigns.ts';
export { escrowLifecycle } from './escrow.ts';
export { moneyCheck } from './money-checks.ts';
export { offerExpiry } from './offers.ts';
export { documentExport } from './documents.ts';
export { accountDeletion, dataExport } from './privacy.ts';
export { payoutAccountWatch, payoutDelivery } from './payouts.ts';
export { contractSigning } from './signing.ts';
