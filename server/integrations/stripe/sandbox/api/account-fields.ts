import { ApiError } from '../engine/api-error.ts';
import { currency, object, oneOf, required, text, type OptionalRule } from '../engine/params.ts';
import { PLATFORM } from '../engine/store.ts';
import type { World } from '../engine/world.ts';
import { addBank, normaliseBankNumber } from '../objects/onboarding.ts';
import type { Account } from '../objects/connect-types.ts';
import type { Call } from './endpoint.ts';

const bankFields = {
  object: required(oneOf(['bank_account'])),
  account_holder_name: text(100),
  account_holder_type: oneOf(['individual', 'company']),
  account_number: required(text(40)),
  country: required(text(2)),
  currency: required(currency()),
  routing_number: text(20),
};

export const bank = object(bankFields);

type BankInput = typeof bank extends OptionalRule<infer T> ? T : never;

/** Stripe answers 403, not 404, for an account a platform may not see. https://docs.stripe.com/error-codes#account-invalid */
export function accountInvalid(id: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });
}

export function accountOf({ world, ids }: Call<unknown>): Account {
  const account = world.store.get('account', ids[0]!);
  if (!account || (world.scope !== PLATFORM && world.scope !== account.id)) throw accountInvalid(ids[0]!);
  return account;
}

export function attachBank(world: World, account: Account, input: NonNullable<BankInput>) {
  return addBank(world, account, {
    number: normaliseBankNumber(input.account_number),
    currency: input.currency.toLowerCase(),
    country: input.country,
    holder: input.account_holder_name ?? null,
    routing: input.routing_number ?? null,
  });
}
