import { TAX_HOLD_DAYS } from '../policies/rules.ts';

/** Whether the payee's price contains tax: not known or none, small businesses that are exempt, registered for it. */
export const TAX_STATUSES = ['none', 'exempt', 'registered'] as const;
export type TaxStatus = (typeof TAX_STATUSES)[number];

const DAY_MS = 24 * 3_600_000;
/** Days after the first request at which a payee is reminded. */
export const REMINDER_DAYS = [14, 45] as const;
/** Days that a payee has after a reminder, however late it was sent. */
export const AFTER_REMINDER_DAYS = 7;

/** What tax authorities require of a platform about a payee: an individual's birth date, a company's number. */
export interface ReportedFacts {
  businessType: 'individual' | 'company';
  legalName: string | null;
  address: string | null;
  country: string | null;
  taxId: string | null;
  bornOn: string | null;
  registerNumber: string | null;
}
export type MissingFact = 'legalName' | 'address' | 'country' | 'taxId' | 'bornOn' | 'registerNumber';

/** The facts that are still missing, in the order of the form. */
export function missingFacts(facts: ReportedFacts): MissingFact[] {
  const required: MissingFact[] = [
    'legalName',
    'country',
    'address',
    'taxId',
    facts.businessType === 'company' ? 'registerNumber' : 'bornOn',
  ];
  return required.filter((name) => !facts[name]);
}

export interface FactsRequest {
  complete: boolean;
  requestedAt: Date | null;
  reminders: number;
  /** Of the last reminder. */
  remindedAt: Date | null;
}

/**
 * When the next reminder is due; null after the last one, and while nothing is requested or missing. Details may be missing
 * anew long after they were requested: each reminder leaves its days before the next one.
 */
export function nextReminder({ complete, requestedAt, reminders, remindedAt }: FactsRequest): Date | null {
  const days = REMINDER_DAYS[reminders];
  if (complete || !requestedAt || days === undefined) return null;
  const rested = remindedAt ? remindedAt.getTime() + AFTER_REMINDER_DAYS * DAY_MS : 0;
  return new Date(Math.max(requestedAt.getTime() + days * DAY_MS, rested));
}

/** When the time of a reminder is over: never before 60 days after the request. */
export const waitsAfter = (requestedAt: Date, remindedAt: Date): Date =>
  new Date(
    Math.max(requestedAt.getTime() + TAX_HOLD_DAYS * DAY_MS, remindedAt.getTime() + AFTER_REMINDER_DAYS * DAY_MS),
  );

/** From when payouts wait for missing facts: after two reminders and 60 days, never before both. */
export function payoutsWaitFrom({ complete, requestedAt, reminders, remindedAt }: FactsRequest): Date | null {
  if (complete || !requestedAt || !remindedAt || reminders < REMINDER_DAYS.length) return null;
  return waitsAfter(requestedAt, remindedAt);
}
