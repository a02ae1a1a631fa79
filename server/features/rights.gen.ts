// Written by `npm run index` from the files it imports.
import { RIGHTS as ads } from './ads/rights.ts';
import { RIGHTS as approvals } from './approvals/rights.ts';
import { RIGHTS as brands } from './brands/rights.ts';
import { RIGHTS as cases } from './cases/rights.ts';
import { RIGHTS as disputes } from './disputes/rights.ts';
import { RIGHTS as escrow } from './escrow/rights.ts';
import { RIGHTS as feeSchedules } from './fee-schedules/rights.ts';
import { RIGHTS as help } from './help/rights.ts';
import { RIGHTS as moderation } from './moderation/rights.ts';
import { RIGHTS as moneyCheck } from './money-check/rights.ts';
import { RIGHTS as notifications } from './notifications/rights.ts';
import { RIGHTS as operations } from './operations/rights.ts';
import { RIGHTS as outbox } from './outbox/rights.ts';
import { RIGHTS as payments } from './payments/rights.ts';
import { RIGHTS as platform } from './platform/rights.ts';
import { RIGHTS as ratings } from './ratings/rights.ts';
import { RIGHTS as suspensions } from './suspensions/rights.ts';

export const RIGHTS = {
  ...ads,
  ...approvals,
  ...brands,
  ...cases,
  ...disputes,
  ...escrow,
  ...feeSchedules,
  ...help,
  ...moderation,
  ...moneyCheck,
  ...notifications,
  ...operations,
  ...outbox,
  ...payments,
  ...platform,
  ...ratings,
  ...suspensions,
} as const;
