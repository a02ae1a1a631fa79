// Written by `npm run index` from the files it imports.
import { MAILS as accounts } from './accounts/mails.ts';
import { MAILS as approvals } from './approvals/mails.ts';
import { MAILS as content } from './content/mails.ts';
import { MAILS as disputes } from './disputes/mails.ts';
import { MAILS as help } from './help/mails.ts';
import { MAILS as moneyCheck } from './money-check/mails.ts';
import { MAILS as outreach } from './outreach/mails.ts';
import { MAILS as payments } from './payments/mails.ts';
import { MAILS as payouts } from './payouts/mails.ts';
import { MAILS as privacy } from './privacy/mails.ts';
import { MAILS as representations } from './representations/mails.ts';
import { MAILS as security } from './security/mails.ts';

export const MAILS = {
  ...accounts,
  ...approvals,
  ...content,
  ...disputes,
  ...help,
  ...moneyCheck,
  ...outreach,
  ...payments,
  ...payouts,
  ...privacy,
  ...representations,
  ...security,
} as const;
