import { randomBytes } from 'node:crypto';
import { badParam, refused } from '../engine/api-error.ts';
import { boolean, metadata, object, oneOf, required, text, url } from '../engine/params.ts';
import { liftBankRestriction, removeBank } from '../objects/onboarding.ts';
import { endpoint, listPage, pagination } from './endpoint.ts';
import { bank, accountOf, attachBank } from './account-fields.ts';

const LINK_SECONDS = 300;

/** What belongs to an account: its pages, capabilities and banks. */
export const accountPartEndpoints = [
  endpoint('POST', '/v1/accounts/:/login_links', {}, (call) => {
    const account = accountOf(call);
    if (!account.details_submitted) {
      throw refused(
        'Cannot create a login link for an account that has not completed onboarding.',
        undefined,
        'account',
      );
    }
    return {
      object: 'login_link',
      created: call.world.now(),
      url: `${call.world.options.publicUrl}/express/${account.id}`,
    };
  }),
  endpoint('GET', '/v1/accounts/:/capabilities', {}, (call) => {
    const account = accountOf(call);
    const data = Object.entries(account.capabilities).map(([id, status]) => ({
      id,
      object: 'capability',
      account: account.id,
      requested: true,
      requested_at: account.created,
      requirements: account.requirements,
      status,
    }));
    return { object: 'list', data, has_more: false, url: `/v1/accounts/${account.id}/capabilities` };
  }),
  endpoint(
    'GET',
    '/v1/accounts/:/external_accounts',
    { ...pagination, object: oneOf(['bank_account', 'card']) },
    (call) => {
      const account = accountOf(call);
      return listPage(call.world, 'bank_account', `/v1/accounts/${account.id}/external_accounts`, call.params, {
        owner: account.id,
        keep: () => call.params.object !== 'card',
      });
    },
    { forConnected: true },
  ),
  endpoint(
    'POST',
    '/v1/accounts/:/external_accounts',
    { external_account: required(bank), metadata: metadata(), default_for_currency: boolean() },
    (call) => {
      const account = accountOf(call);
      const created = attachBank(call.world, account, call.params.external_account);
      liftBankRestriction(call.world, account.id);
      return created;
    },
  ),
  endpoint(
    'GET',
    '/v1/accounts/:/external_accounts/:',
    {},
    (call) => call.world.need('bank_account', call.ids[1]!, 'id', accountOf(call).id),
    { forConnected: true },
  ),
  endpoint('DELETE', '/v1/accounts/:/external_accounts/:', {}, (call) => {
    const account = accountOf(call);
    const found = call.world.need('bank_account', call.ids[1]!, 'id', account.id);
    removeBank(call.world, found);
    return { id: found.id, object: 'bank_account', deleted: true };
  }),
  endpoint(
    'POST',
    '/v1/account_links',
    {
      account: required(text(255)),
      collect: oneOf(['currently_due', 'eventually_due']),
      collection_options: object({
        fields: oneOf(['currently_due', 'eventually_due']),
        future_requirements: oneOf(['include', 'omit']),
      }),
      refresh_url: url(),
      return_url: url(),
      type: required(oneOf(['account_onboarding', 'account_update'])),
    },
    ({ world, params }) => {
      const account = world.need('account', params.account, 'account');
      if (params.refresh_url === undefined)
        throw badParam('Missing required param: refresh_url.', 'refresh_url', 'parameter_missing');
      if (params.return_url === undefined)
        throw badParam('Missing required param: return_url.', 'return_url', 'parameter_missing');
      if (params.type === 'account_update' && account.controller.requirement_collection !== 'application') {
        throw refused('You cannot create `account_update` type Account Links for this account.', undefined, 'type');
      }
      const now = world.now();
      const ticket = world.create('onboarding_ticket', {
        id: randomBytes(12).toString('base64url'),
        account: account.id,
        created: now,
        expires_at: now + LINK_SECONDS,
        refresh_url: params.refresh_url,
        return_url: params.return_url,
        used: false,
      });
      return {
        object: 'account_link',
        created: now,
        expires_at: ticket.expires_at,
        url: `${world.options.publicUrl}/onboard/${account.id}/${ticket.id}`,
      };
    },
  ),
];
