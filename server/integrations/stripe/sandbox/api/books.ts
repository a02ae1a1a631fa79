import { refused } from '../engine/api-error.ts';
import {
  boolean,
  clearableText,
  currency,
  inRange,
  list,
  metadata,
  object,
  range,
  text,
  type OptionalRule,
  type Shape,
} from '../engine/params.ts';
import type { World } from '../engine/world.ts';
import { closeDispute } from '../objects/disputing.ts';
import { showBalance } from '../objects/showing.ts';
import type { Dispute } from '../objects/payment-types.ts';
import type { StripeEvent } from '../objects/records.ts';
import { endpoint, firstIndex, listPage, mergeMetadata, pagination } from './endpoint.ts';
import { matches } from './payments.ts';

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const evidence = object(
  Object.fromEntries(EVIDENCE.map((field) => [field, clearableText(20_000)])) as Record<
    (typeof EVIDENCE)[number],
    OptionalRule<string>
  > satisfies Shape,
);

const transactionFilters = {
  ...pagination,
  created: range(),
  currency: currency(),
  payout: text(255),
  source: text(255),
  type: text(50),
};

/** Balances, balance transactions, disputes, early fraud warnings, events. */
export const bookEndpoints = [
  endpoint('GET', '/v1/balance', {}, ({ world }) => showBalance(world, world.scope), { forConnected: true }),
  endpoint(
    'GET',
    '/v1/balance_transactions',
    transactionFilters,
    ({ world, params }) =>
      listPage(world, 'balance_transaction', '/v1/balance_transactions', params, {
        index: firstIndex(['source', params.source]),
        keep: (transaction) =>
          inRange(transaction.created, params.created) &&
          matches(transaction.currency, params.currency?.toLowerCase()) &&
          matches(transaction.type, params.type) &&
          // The sandbox supports manual payouts only, which settle no particular transactions.
          params.payout === undefined,
      }),
    { forConnected: true },
  ),
  endpoint(
    'GET',
    '/v1/balance_transactions/:',
    {},
    ({ world, ids }) => world.need('balance_transaction', ids[0]!, 'id'),
    { forConnected: true },
  ),
  endpoint(
    'GET',
    '/v1/disputes',
    { ...pagination, charge: text(255), created: range(), payment_intent: text(255) },
    ({ world, params }) =>
      listPage(world, 'dispute', '/v1/disputes', params, {
        index: firstIndex(['charge', params.charge], ['payment_intent', params.payment_intent]),
        keep: ({ created }) => inRange(created, params.created),
      }),
  ),
  endpoint('GET', '/v1/disputes/:', {}, ({ world, ids }) => world.need('dispute', ids[0]!, 'dispute')),
  endpoint(
    'POST',
    '/v1/disputes/:',
    { evidence, metadata: metadata(), submit: boolean() },
    ({ world, params, ids }) => {
      const dispute = world.need('dispute', ids[0]!, 'dispute');
      if (
        params.evidence !== undefined &&
        dispute.status !== 'needs_response' &&
        dispute.status !== 'warning_needs_response'
      ) {
        throw refused('You cannot submit evidence for this dispute any more.', undefined, 'evidence');
      }
      const given =
        params.evidence === undefined
          ? {}
          : Object.fromEntries(
              Object.entries(params.evidence).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
            );
      const updated = world.update('dispute', dispute.id, {
        evidence: { ...dispute.evidence, ...given },
        evidence_details: {
          ...dispute.evidence_details,
          has_evidence: dispute.evidence_details.has_evidence || Object.values(given).some((value) => value !== null),
        },
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(dispute.metadata, params.metadata) }),
      });
      // As at Stripe, evidence is submitted unless `submit` is false.
      if (params.evidence === undefined || params.submit === false) {
        world.emit('charge.dispute.updated', updated);
        return updated;
      }
      return submitEvidence(world, updated);
    },
  ),
  endpoint('POST', '/v1/disputes/:/close', {}, ({ world, ids }) =>
    closeDispute(world, world.need('dispute', ids[0]!, 'dispute').id, 'lost'),
  ),
  endpoint(
    'GET',
    '/v1/radar/early_fraud_warnings',
    { ...pagination, charge: text(255), created: range(), payment_intent: text(255) },
    ({ world, params }) =>
      listPage(world, 'fraud_warning', '/v1/radar/early_fraud_warnings', params, {
        index: firstIndex(['charge', params.charge]),
        keep: (warning) =>
          inRange(warning.created, params.created) && matches(warning.payment_intent, params.payment_intent),
      }),
  ),
  endpoint('GET', '/v1/radar/early_fraud_warnings/:', {}, ({ world, ids }) =>
    world.need('fraud_warning', ids[0]!, 'early_fraud_warning'),
  ),
  endpoint(
    'GET',
    '/v1/events',
    { ...pagination, created: range(), delivery_success: boolean(), type: text(100), types: list(text(100), 20) },
    ({ world, params }) =>
      listPage(world, 'event', '/v1/events', params, {
        keep: (event: StripeEvent) =>
          inRange(event.created, params.created) &&
          typeMatches(event.type, params.type) &&
          (params.types === undefined || params.types.some((type) => typeMatches(event.type, type))) &&
          (params.delivery_success === undefined ||
            (world.store.indexed('delivery', 'event', event.id).length === 0) === params.delivery_success),
      }),
    { forConnected: true },
  ),
  endpoint('GET', '/v1/events/:', {}, ({ world, ids }) => world.need('event', ids[0]!, 'id'), { forConnected: true }),
];

/** "payout.*" names every event that begins with "payout.". */
const typeMatches = (type: string, wanted: string | undefined): boolean =>
  wanted === undefined || (wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);

/** The texts `winning_evidence` and `losing_evidence` decide at once. https://docs.stripe.com/testing#disputes */
function submitEvidence(world: World, dispute: Dispute): Dispute {
  const isWarning = dispute.status === 'warning_needs_response';
  const submitted = world.update('dispute', dispute.id, {
    status: isWarning ? 'warning_under_review' : 'under_review',
    evidence_details: { ...dispute.evidence_details, submission_count: dispute.evidence_details.submission_count + 1 },
  });
  world.emit('charge.dispute.updated', submitted);
  const verdict = submitted.evidence['uncategorized_text'];
  if (verdict === 'winning_evidence') return closeDispute(world, dispute.id, 'won');
  if (verdict === 'losing_evidence') return closeDispute(world, dispute.id, 'lost');
  return submitted;
}
