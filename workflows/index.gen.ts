// Written by `npm run index` from the files it imports.
export * from './accounts.ts';
export * from './ads.ts';
export * from './brands.ts';
export * from './campaigns.ts';
export * from './connections.ts';
export * from './documents.ts';
export * from './escrow.ts';
export * from './imports.ts';
export * from './matching.ts';
export * from './money-checks.ts';
export * from './offers.ts';
export * from './outreach.ts';
export * from './payouts.ts';
export * from './privacy.ts';
export * from './saved-searches.ts';
export * from './signing.ts';
export * from './visits.ts';
