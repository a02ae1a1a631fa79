import { CURRENCY_CODES } from '../../../../core/money.ts';
import { refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import type { World } from '../engine/world.ts';
import type { Account, BankAccount, CapabilityStatus, Requirements } from './connect-types.ts';

/** The platform's own bank account, present from the start. */
export const PLATFORM_BANK = 'ba_platform';

/** Countries a European platform can pay, with the currency an account there starts with. */
export const PAYEE_COUNTRIES: Readonly<Record<string, string>> = {
  AT: 'eur',
  BE: 'eur',
  BG: 'eur',
  CH: 'chf',
  CY: 'eur',
  CZ: 'czk',
  DE: 'eur',
  DK: 'dkk',
  EE: 'eur',
  ES: 'eur',
  FI: 'eur',
  FR: 'eur',
  GB: 'gbp',
  GR: 'eur',
  HR: 'eur',
  HU: 'huf',
  IE: 'eur',
  IS: 'eur',
  IT: 'eur',
  LI: 'chf',
  LT: 'eur',
  LU: 'eur',
  LV: 'eur',
  MT: 'eur',
  NL: 'eur',
  NO: 'nok',
  PL: 'pln',
  PT: 'eur',
  RO: 'ron',
  SE: 'sek',
  SI: 'eur',
  SK: 'eur',
  US: 'usd',
  CA: 'cad',
};

type BusinessType = Account['business_type'];
const isCompany = (type: BusinessType): boolean => type !== null && type !== 'individual';

/**
 * Fields that an account requires first; the type when it is missing.
 * https://docs.stripe.com/connect/required-verification-information
 */
function firstRequirements(type: BusinessType): string[] {
  const ofType =
    type === null
      ? ['business_type']
      : isCompany(type)
        ? [
            'company.name',
            'company.tax_id',
            'representative.dob.day',
            'representative.first_name',
            'representative.last_name',
          ]
        : ['individual.dob.day', 'individual.first_name', 'individual.last_name'];
  return ['business_profile.url', 'external_account', ...ofType, 'tos_acceptance.date'].sort();
}
const identityDocument = (type: BusinessType): string =>
  `${isCompany(type) ? 'company' : 'individual'}.verification.document`;

export function requirements(due: string[], disabledReason: string | null, pastDue = false): Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: pastDue ? due : [],
    pending_verification: [],
  };
}

export const openRequirements = (type: BusinessType): Requirements =>
  requirements(firstRequirements(type), 'requirements.past_due', true);

export type OnboardingOutcome = 'complete' | 'incomplete' | 'pending' | 'rejected';

export interface OnboardingInput {
  outcome: OnboardingOutcome;
  name?: string | undefined;
  number?: string | undefined;
  /** Add the bank account for every currency of the platform, not only the account's own. */
  allCurrencies?: boolean | undefined;
}

/** The name the account goes by; null until its form was sent. */
export const holderOf = ({ company, individual }: Account): string | null =>
  company?.name ?? (individual ? `${individual.first_name} ${individual.last_name}` : null);

/** Effects of the hosted onboarding form on an account. */
export function finishOnboarding(world: World, accountId: string, input: OnboardingInput): Account {
  const account = world.get('account', accountId);
  const [first, ...rest] = (input.name ?? 'Camille Test').trim().split(/\s+/);
  const holder = isCompany(account.business_type)
    ? { company: { name: input.name?.trim() || 'Test Company' } }
    : { individual: { first_name: first ?? 'Camille', last_name: rest.join(' ') || 'Test' } };
  if (input.number) replaceBank(world, account, input.number, input.name ?? null, input.allCurrencies ?? true);
  const hasBank = world.store.indexed('bank_account', 'account', accountId).some(({ status }) => status !== 'errored');
  const submitted = { details_submitted: true, ...holder, tos_acceptance: { date: world.now() } };
  switch (input.outcome) {
    case 'complete': {
      const due = hasBank ? [] : ['external_account'];
      return change(world, account, {
        ...submitted,
        charges_enabled: true,
        payouts_enabled: hasBank,
        requirements: requirements(due, hasBank ? null : 'requirements.past_due', true),
        capabilities: every(account, 'active'),
      });
    }
    case 'pending':
      return change(world, account, {
        ...submitted,
        charges_enabled: false,
        payouts_enabled: false,
        requirements: {
          ...requirements([], 'requirements.pending_verification'),
          pending_verification: [identityDocument(account.business_type)],
        },
        capabilities: every(account, 'pending'),
      });
    case 'incomplete':
      return change(world, account, {
        ...submitted,
        charges_enabled: false,
        payouts_enabled: false,
        requirements: requirements([identityDocument(account.business_type)], 'requirements.past_due', true),
        capabilities: every(account, 'inactive'),
      });
    case 'rejected':
      return rejectAccount(world, accountId, 'other');
  }
}

export function rejectAccount(world: World, accountId: string, reason: string): Account {
  const account = world.get('account', accountId);
  return change(world, account, {
    details_submitted: true,
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements([], `rejected.${reason}`),
    capabilities: every(account, 'inactive'),
  });
}

/** After a failed payout no further one is sent until the bank details are renewed; of a bank account that was replaced they are. */
export function restrictForBank(world: World, accountId: string, bankId: string): void {
  if (!world.store.get('bank_account', bankId)) return;
  const bank = world.update('bank_account', bankId, { status: 'errored' });
  world.emit('account.external_account.updated', bank, accountId);
  const account = world.get('account', accountId);
  change(world, account, {
    payouts_enabled: false,
    requirements: requirements(['external_account'], 'requirements.past_due', true),
  });
}

export function addBank(
  world: World,
  account: Account,
  input: { number: string; currency: string; country: string; holder: string | null; routing: string | null },
): BankAccount {
  const siblings = world.store.indexed('bank_account', 'account', account.id);
  const bank = world.create(
    'bank_account',
    {
      id: stripeId('ba'),
      object: 'bank_account',
      account: account.id,
      account_holder_name: input.holder,
      account_holder_type: input.holder === null ? null : isCompany(account.business_type) ? 'company' : 'individual',
      account_type: null,
      available_payout_methods: ['standard'],
      bank_name: 'STRIPE TEST BANK',
      country: input.country,
      currency: input.currency,
      default_for_currency: !siblings.some(
        ({ currency, default_for_currency }) => default_for_currency && currency === input.currency,
      ),
      fingerprint: `bank${input.number.slice(-8)}`,
      last4: input.number.slice(-4),
      metadata: {},
      routing_number: input.routing,
      status: 'new',
    },
    account.id,
  );
  world.create('bank_account_secret', { id: bank.id, number: input.number }, account.id);
  world.emit('account.external_account.created', bank, account.id);
  return bank;
}

export function removeBank(world: World, bank: BankAccount): void {
  world.store.remove('bank_account', bank.id);
  world.store.remove('bank_account_secret', bank.id);
  world.emit('account.external_account.deleted', bank, bank.account);
}

/** Renewed bank details end the restriction that a failed payout left. */
export function liftBankRestriction(world: World, accountId: string): Account {
  const account = world.get('account', accountId);
  const { currently_due } = account.requirements;
  if (!account.details_submitted || currently_due.length !== 1 || currently_due[0] !== 'external_account')
    return account;
  return change(world, account, { payouts_enabled: true, requirements: requirements([], null) });
}

export function normaliseBankNumber(number: string): string {
  const compact = number.replace(/[\s-]/g, '').toUpperCase();
  if (!/^(?:[A-Z]{2}\d{2}[A-Z0-9]{8,30}|\d{5,20})$/.test(compact)) {
    throw refused(
      'You must use a test bank account number in test mode.',
      'account_number_invalid',
      'external_account[account_number]',
    );
  }
  return compact;
}

function replaceBank(
  world: World,
  account: Account,
  number: string,
  holder: string | null,
  allCurrencies: boolean,
): void {
  const compact = normaliseBankNumber(number);
  for (const bank of world.store.indexed('bank_account', 'account', account.id)) removeBank(world, bank);
  const currencies = new Set([
    account.default_currency,
    ...(allCurrencies ? CURRENCY_CODES.map((code) => code.toLowerCase()) : []),
  ]);
  for (const currency of currencies) {
    addBank(world, account, { number: compact, currency, country: account.country, holder, routing: null });
  }
}

function every(account: Account, status: CapabilityStatus): Record<string, CapabilityStatus> {
  return Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, status]));
}

function change(world: World, account: Account, patch: Partial<Account>): Account {
  const next = world.update('account', account.id, patch);
  world.emit('account.updated', next, account.id);
  for (const [name, status] of Object.entries(next.capabilities)) {
    if (account.capabilities[name] === status) continue;
    world.emit(
      'capability.updated',
      { id: name, object: 'capability', account: account.id, requested: true, requested_at: account.created, status },
      account.id,
    );
  }
  return next;
}
