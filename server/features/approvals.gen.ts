// Written by `npm run index` from the files it imports.
import { APPROVALS as moneyCheck } from './money-check/approvals.ts';
import { APPROVALS as payments } from './payments/approvals.ts';
import { APPROVALS as platform } from './platform/approvals.ts';

export const APPROVALS = {
  ...moneyCheck,
  ...payments,
  ...platform,
} as const;
