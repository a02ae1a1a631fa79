import type { AgreeingAct } from './schema.ts';

/** Procedures that agree to something: they need the terms in force to be accepted. */
export const AGREEING_PROCEDURES: Readonly<Record<string, AgreeingAct>> = {
  'campaigns.sendApplication': 'apply',
  'agencies.pitch': 'apply',
  'offers.send': 'offer',
  'lists.invite': 'offer',
  'offers.counter': 'offer',
  'offers.accept': 'accept',
  'contracts.sign': 'sign',
  'agencies.confirm': 'accept',
  'representations.invite': 'sign',
  'representations.accept': 'sign',
  'payments.pay': 'pay',
  'payouts.startOnboarding': 'bank_account',
};
