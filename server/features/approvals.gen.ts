// Written by `npm run index` from the files it imports.
import { APPROVALS as brands } from './brands/approvals.ts';
import { APPROVALS as disputes } from './disputes/approvals.ts';
import { APPROVALS as feeSchedules } from './fee-schedules/approvals.ts';
import { APPROVALS as moneyCheck } from './money-check/approvals.ts';
import { APPROVALS as operations } from './operations/approvals.ts';
import { APPROVALS as payments } from './payments/approvals.ts';

export const APPROVALS = {
  ...brands,
  ...disputes,
  ...feeSchedules,
  ...moneyCheck,
  ...operations,
  ...payments,
} as const;
