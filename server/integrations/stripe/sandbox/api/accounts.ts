import { badParam, refused } from '../engine/api-error.ts';
import { stripeId } from '../engine/ids.ts';
import {
  boolean,
  currency,
  email,
  inRange,
  integer,
  metadata,
  object,
  oneOf,
  range,
  required,
  text,
  url,
} from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import {
  liftBankRestriction,
  openRequirements,
  PAYEE_COUNTRIES,
  rejectAccount,
  removeBank,
  requirements,
} from '../objects/onboarding.ts';
import type { Account } from '../objects/connect-types.ts';
import { endpoint, listPage, mergeMetadata, pagination } from './endpoint.ts';
import { bank, accountOf, attachBank } from './account-fields.ts';

const capability = object({ requested: required(boolean()) });

const capabilities = object({
  card_payments: capability,
  transfers: capability,
  sepa_debit_payments: capability,
});

const schedule = object({
  delay_days: text(10),
  interval: oneOf(['daily', 'manual', 'monthly', 'weekly']),
  monthly_anchor: integer(1, 31),
  weekly_anchor: text(10),
});

const settings = object({
  payouts: object({ debit_negative_balances: boolean(), schedule, statement_descriptor: text(22) }),
});

const businessProfile = object({
  mcc: text(4),
  name: text(200),
  product_description: text(),
  support_email: email(),
  url: url(),
});

const companyFields = object({ name: text(100), tax_id: text(50) });

const person = object({ email: email(), first_name: text(100), last_name: text(100) });

export const accountEndpoints = [
  endpoint(
    'POST',
    '/v1/accounts',
    {
      business_profile: businessProfile,
      business_type: oneOf(['company', 'government_entity', 'individual', 'non_profit']),
      capabilities,
      company: companyFields,
      controller: object({
        fees: object({ payer: required(oneOf(['account', 'application'])) }),
        losses: object({ payments: required(oneOf(['application', 'stripe'])) }),
        requirement_collection: oneOf(['application', 'stripe']),
        stripe_dashboard: object({ type: oneOf(['express', 'full', 'none']) }),
      }),
      country: text(2),
      default_currency: currency(),
      email: email(),
      external_account: bank,
      individual: person,
      metadata: metadata(),
      settings,
      tos_acceptance: object({
        date: integer(0),
        ip: text(50),
        service_agreement: oneOf(['full', 'recipient']),
        user_agent: text(),
      }),
      type: oneOf(['custom', 'express', 'standard']),
    },
    ({ world, params }) => {
      if (params.type !== undefined && params.controller !== undefined) {
        throw badParam('You may only specify one of these parameters: type, controller.', 'controller');
      }
      const country = params.country ?? world.options.platformCountry;
      const home = PAYEE_COUNTRIES[country];
      if (home === undefined)
        throw badParam(
          `${country} is not currently supported by Stripe for platforms in ${world.options.platformCountry}.`,
          'country',
          'country_unsupported',
        );
      const requested = Object.entries(params.capabilities ?? {})
        .filter(([, value]) => value?.requested === true)
        .map(([name]) => name);
      assertCapabilities(requested, params.tos_acceptance?.service_agreement);
      const id = stripeId('acct').replace('acct_', 'acct_1').slice(0, 21);
      assertHolder(params.business_type ?? null, params);
      const { payouts } = params.settings ?? {};
      const account = world.create('account', {
        id,
        object: 'account',
        business_profile: {
          name: params.business_profile?.name ?? null,
          url: params.business_profile?.url ?? null,
          product_description: params.business_profile?.product_description ?? null,
        },
        business_type: params.business_type ?? null,
        capabilities: Object.fromEntries(requested.map((name) => [name, 'inactive' as const])),
        charges_enabled: false,
        controller: controllerOf(params.type, params.controller),
        country,
        created: world.now(),
        default_currency: params.default_currency?.toLowerCase() ?? home,
        details_submitted: false,
        email: params.email ?? null,
        external_accounts: {
          object: 'list',
          data: [],
          has_more: false,
          total_count: 0,
          url: `/v1/accounts/${id}/external_accounts`,
        },
        future_requirements: requirements([], null),
        metadata: mergeMetadata({}, params.metadata),
        payouts_enabled: false,
        requirements: openRequirements(params.business_type ?? null),
        settings: {
          payouts: {
            debit_negative_balances: payouts?.debit_negative_balances ?? false,
            schedule: { delay_days: 7, interval: payouts?.schedule?.interval ?? 'daily' },
            statement_descriptor: payouts?.statement_descriptor ?? null,
          },
        },
        tos_acceptance: { date: params.tos_acceptance?.date ?? null },
        type: params.type ?? 'none',
      });
      if (params.external_account) attachBank(world, account, params.external_account);
      return account;
    },
  ),
  endpoint('GET', '/v1/accounts', { ...pagination, created: range() }, ({ world, params }) =>
    listPage(world, 'account', '/v1/accounts', params, { keep: ({ created }) => inRange(created, params.created) }),
  ),
  endpoint(
    'GET',
    '/v1/account',
    {},
    ({ world }) => (world.scope === PLATFORM ? platformAccount(world) : world.get('account', world.scope)),
    { forConnected: true },
  ),
  endpoint('GET', '/v1/accounts/:', {}, (call) => accountOf(call), { forConnected: true }),
  endpoint(
    'POST',
    '/v1/accounts/:',
    {
      business_profile: businessProfile,
      business_type: oneOf(['company', 'government_entity', 'individual', 'non_profit']),
      capabilities,
      company: companyFields,
      default_currency: currency(),
      email: email(),
      external_account: bank,
      individual: person,
      metadata: metadata(),
      settings,
    },
    (call) => {
      const { world, params } = call;
      const account = accountOf(call);
      const requested = Object.entries(params.capabilities ?? {})
        .filter(([, value]) => value?.requested === true)
        .map(([name]) => name);
      const added = requested.filter((name) => !(name in account.capabilities));
      assertCapabilities([...Object.keys(account.capabilities), ...added], undefined);
      if (
        params.business_type !== undefined &&
        params.business_type !== account.business_type &&
        account.details_submitted &&
        account.controller.requirement_collection !== 'application'
      ) {
        throw refused(
          'You cannot change `business_type` of an account whose onboarding Stripe collects after it was submitted.',
          undefined,
          'business_type',
        );
      }
      assertHolder(params.business_type ?? account.business_type, params);
      const { payouts } = params.settings ?? {};
      const updated = world.update('account', account.id, {
        ...(params.email === undefined ? {} : { email: params.email }),
        ...(params.business_type === undefined
          ? {}
          : {
              business_type: params.business_type,
              ...(account.details_submitted ? {} : { requirements: openRequirements(params.business_type) }),
            }),
        ...(params.default_currency === undefined ? {} : { default_currency: params.default_currency.toLowerCase() }),
        ...(params.metadata === undefined ? {} : { metadata: mergeMetadata(account.metadata, params.metadata) }),
        business_profile: { ...account.business_profile, ...params.business_profile },
        capabilities: {
          ...account.capabilities,
          ...Object.fromEntries(
            added.map((name) => [name, account.charges_enabled ? ('active' as const) : ('inactive' as const)]),
          ),
        },
        settings: {
          payouts: {
            debit_negative_balances:
              payouts?.debit_negative_balances ?? account.settings.payouts.debit_negative_balances,
            schedule: {
              ...account.settings.payouts.schedule,
              ...(payouts?.schedule?.interval ? { interval: payouts.schedule.interval } : {}),
            },
            statement_descriptor: payouts?.statement_descriptor ?? account.settings.payouts.statement_descriptor,
          },
        },
      });
      world.emit('account.updated', updated, account.id);
      if (params.external_account) {
        for (const old of world.store.indexed('bank_account', 'account', account.id)) {
          if (old.currency === params.external_account.currency.toLowerCase()) removeBank(world, old);
        }
        attachBank(world, updated, params.external_account);
        return liftBankRestriction(world, account.id);
      }
      return updated;
    },
  ),
  endpoint('DELETE', '/v1/accounts/:', {}, (call) => {
    const { world } = call;
    const account = accountOf(call);
    for (const code of world.balances.currencies(account.id)) {
      if (world.balances.total(account.id, code, world.now()) !== 0)
        throw refused('An account with a balance cannot be deleted.', undefined, 'account');
    }
    world.store.remove('account', account.id);
    world.emit('account.application.deauthorized', { id: account.id, object: 'application' }, account.id);
    return { id: account.id, object: 'account', deleted: true };
  }),
  endpoint(
    'POST',
    '/v1/accounts/:/reject',
    { reason: required(oneOf(['fraud', 'terms_of_service', 'other'])) },
    (call) => rejectAccount(call.world, accountOf(call).id, call.params.reason),
  ),
];

/** Individuals have the fields of a person, other types those of a company. */
function assertHolder(type: string | null, { company, individual }: { company?: unknown; individual?: unknown }): void {
  if (company !== undefined && type === 'individual')
    throw badParam('The `company` hash can only be provided when `business_type` is not `individual`.', 'company');
  if (individual !== undefined && type !== null && type !== 'individual')
    throw badParam('The `individual` hash can only be provided when `business_type` is `individual`.', 'individual');
}

function assertCapabilities(requested: string[], agreement: string | undefined): void {
  if (!requested.includes('transfers') || requested.includes('card_payments') || agreement === 'recipient') return;
  throw refused(
    'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request `transfers` without `card_payments`, please contact us via https://support.stripe.com/contact.',
    undefined,
    'capabilities',
  );
}

interface ControllerInput {
  fees?: { payer: string } | undefined;
  losses?: { payments: string } | undefined;
  requirement_collection?: string | undefined;
  stripe_dashboard?: { type?: string | undefined } | undefined;
}

function controllerOf(type: string | undefined, input: ControllerInput | undefined): Account['controller'] {
  const express = type === 'express';
  const custom = type === 'custom';
  return {
    fees: { payer: input?.fees?.payer ?? (express || custom ? 'application_express' : 'account') },
    is_controller: true,
    losses: { payments: input?.losses?.payments ?? (express || custom ? 'application' : 'stripe') },
    requirement_collection: input?.requirement_collection ?? (custom ? 'application' : 'stripe'),
    stripe_dashboard: { type: input?.stripe_dashboard?.type ?? (express ? 'express' : custom ? 'none' : 'full') },
    type: 'application',
  };
}

function platformAccount(world: World): object {
  return {
    id: 'acct_platform',
    object: 'account',
    charges_enabled: true,
    country: world.options.platformCountry,
    default_currency: PAYEE_COUNTRIES[world.options.platformCountry] ?? 'eur',
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    type: 'standard',
  };
}
