import Stripe from 'stripe';
import { accountCalls } from './calls/accounts.ts';
import { balanceCalls } from './calls/balance.ts';
import { checkoutCalls } from './calls/checkouts.ts';
import { customerCalls } from './calls/customers.ts';
import { disputeCalls } from './calls/disputes.ts';
import { eventCalls } from './calls/events.ts';
import { paymentCalls } from './calls/payments.ts';
import { payoutCalls } from './calls/payouts.ts';
import { refundCalls } from './calls/refunds.ts';
import { transferCalls } from './calls/transfers.ts';
import type { PaymentProvider } from './provider.ts';

export interface StripeProviderOptions {
  secretKey: string;
  /** Origin of another server that speaks Stripe's API, such as the payment sandbox. */
  apiBase?: string;
  /** Time-out for an answer; after it the outcome of a write is unknown. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * The provider over Stripe's official SDK. The caller decides about retries; the SDK alone repeats a call once, under the same
 * key, when its connection was closed without an answer.
 */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(options.apiBase === undefined ? {} : serverOf(options.apiBase)),
  });
  return {
    ...checkoutCalls(stripe),
    ...paymentCalls(stripe),
    ...customerCalls(stripe),
    ...transferCalls(stripe),
    ...refundCalls(stripe),
    ...accountCalls(stripe),
    ...payoutCalls(stripe),
    ...balanceCalls(stripe),
    ...disputeCalls(stripe),
    ...eventCalls(stripe),
  };
}

function serverOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}
