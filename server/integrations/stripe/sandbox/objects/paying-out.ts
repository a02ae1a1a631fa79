import { refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import { payoutOutcome } from '../engine/test-numbers.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import { DAY } from '../engine/world.ts';
import { PLATFORM_BANK, restrictForBank } from './onboarding.ts';
import type { BankAccount, Payout } from './connect-types.ts';
import type { Metadata } from './payment-types.ts';

/** A bank that returns a payout does so this long after it was marked as paid. */
export const RETURN_SECONDS = 2 * DAY;

/** Sends available money of the account in scope to its bank. https://docs.stripe.com/payouts */
export function createPayout(
  world: World,
  input: {
    amount: number;
    currency: string;
    description: string | null;
    destination: string | null;
    metadata: Metadata;
    statement_descriptor: string | null;
  },
): Payout {
  const owner = world.scope;
  if (owner !== PLATFORM && !world.get('account', owner).payouts_enabled) {
    throw refused(
      'Cannot create payouts: this account has requirements that need to be collected.',
      'payouts_not_allowed',
    );
  }
  const bank = bankFor(world, owner, input.currency, input.destination);
  if (world.balances.available(owner, input.currency, world.now()) < input.amount) {
    throw refused(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
      'balance_insufficient',
    );
  }
  const id = stripeId('po');
  const transaction = world.book(owner, {
    type: 'payout',
    category: 'payout',
    amount: -input.amount,
    currency: input.currency,
    source: id,
    availableOn: world.now(),
    description: 'STRIPE PAYOUT',
  });
  const arrival = world.now() + world.options.payoutSeconds;
  const payout = world.create(
    'payout',
    {
      id,
      object: 'payout',
      amount: input.amount,
      arrival_date: arrival,
      automatic: false,
      balance_transaction: transaction.id,
      created: world.now(),
      currency: input.currency,
      description: input.description,
      destination: bank,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: input.metadata,
      method: 'standard',
      original_payout: null,
      reconciliation_status: 'not_applicable',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: input.statement_descriptor,
      status: 'pending',
      type: 'bank_account',
    },
    owner,
  );
  world.schedule('payout_transit', world.now() + Math.floor(world.options.payoutSeconds / 2), id);
  world.schedule('payout_arrive', arrival, id);
  world.emit('payout.created', payout, owner);
  return payout;
}

export function cancelPayout(world: World, payout: Payout): Payout {
  if (payout.status !== 'pending')
    throw refused('Only a pending payout can be canceled.', 'payout_not_cancelable', 'payout');
  const owner = ownerOf(world, payout);
  const back = giveBack(world, payout, 'payout_cancel');
  const canceled = world.update('payout', payout.id, { status: 'canceled', failure_balance_transaction: back });
  world.emit('payout.canceled', canceled, owner);
  return canceled;
}

export function sendPayout(world: World, id: string): void {
  const payout = world.get('payout', id);
  if (payout.status !== 'pending') return;
  world.emit('payout.updated', world.update('payout', id, { status: 'in_transit' }), ownerOf(world, payout));
}

/** The bank takes longer: the payout arrives at `until` (Unix seconds). */
export function delayPayout(world: World, id: string, until: number): void {
  const payout = world.get('payout', id);
  if (payout.status !== 'pending' && payout.status !== 'in_transit')
    throw refused('This payout has already ended.', undefined, 'payout');
  world.emit('payout.updated', world.update('payout', id, { arrival_date: until }), ownerOf(world, payout));
  world.schedule('payout_arrive', until, id);
}

/** The job of an arrival: a payout that was delayed meanwhile has another one. */
export function arriveWhenDue(world: World, id: string): void {
  if (world.get('payout', id).arrival_date <= world.now()) arrivePayout(world, id);
}

/** The arrival date has come: the bank takes the payout or refuses it. */
export function arrivePayout(world: World, id: string): void {
  const payout = world.get('payout', id);
  if (payout.status !== 'pending' && payout.status !== 'in_transit') return;
  const outcome = payoutOutcome(world.store.get('bank_account_secret', payout.destination)?.number ?? '');
  if (outcome.kind === 'fails') {
    failPayout(world, id, outcome.code, outcome.message);
    return;
  }
  world.emit('payout.paid', world.update('payout', id, { status: 'paid' }), ownerOf(world, payout));
  if (outcome.kind === 'returned') world.schedule('payout_return', world.now() + RETURN_SECONDS, id);
}

/** A payout comes back, also after it was paid; the account's bank details must be renewed before the next one. */
export function failPayout(
  world: World,
  id: string,
  code = 'could_not_process',
  message = 'The bank could not process this payout.',
): Payout {
  const payout = world.get('payout', id);
  if (payout.status === 'failed' || payout.status === 'canceled')
    throw refused('This payout has already ended.', undefined, 'payout');
  const owner = ownerOf(world, payout);
  const back = giveBack(world, payout, 'payout_failure');
  const failed = world.update('payout', id, {
    status: 'failed',
    failure_balance_transaction: back,
    failure_code: code,
    failure_message: message,
  });
  world.emit('payout.failed', failed, owner);
  if (owner !== PLATFORM) restrictForBank(world, owner, payout.destination);
  return failed;
}

function giveBack(world: World, payout: Payout, type: 'payout_cancel' | 'payout_failure'): string {
  return world.book(ownerOf(world, payout), {
    type,
    category: 'payout_reversal',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    availableOn: world.now(),
    description: type === 'payout_cancel' ? 'STRIPE PAYOUT CANCELED' : 'STRIPE PAYOUT FAILED',
  }).id;
}

const ownerOf = (world: World, payout: Payout): string => world.store.ownerOf('payout', payout.id) ?? PLATFORM;

function bankFor(world: World, owner: string, currency: string, wanted: string | null): string {
  if (owner === PLATFORM) return PLATFORM_BANK;
  const banks = world.store.indexed('bank_account', 'account', owner);
  const usable = (bank: BankAccount): boolean => bank.currency === currency && bank.status !== 'errored';
  const bank =
    wanted === null
      ? banks.find((candidate) => usable(candidate) && candidate.default_for_currency)
      : banks.find(({ id }) => id === wanted);
  // Unknown, removed, or of another account.
  if (wanted !== null && !bank)
    throw refused(`No such external account: '${wanted}'`, 'resource_missing', 'destination');
  if (!bank || !usable(bank)) {
    throw refused(
      `Sorry, you don't have any external accounts in that currency (${currency}).`,
      'no_account',
      wanted === null ? 'currency' : 'destination',
    );
  }
  return bank.id;
}
