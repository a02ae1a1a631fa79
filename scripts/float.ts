import { createDb, createPool } from '../db/client.ts';
import type { SystemContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { CURRENCY_CODES, formatMoney, isCurrency, type Currency } from '../server/core/money.ts';
import { readEnv } from '../server/env.ts';
import { ensureFloat } from '../server/features/payments/float.ts';
import { createIntegrations, createLogger } from '../server/integrations/create.ts';
import { StartFailure, explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { readRunningInstance } from './stack/instance.ts';

const HELP = `npm run money:float -- [--currency EUR] [--amount 5000000] [--home DIR]

Tops the platform's own money at the payment provider up to --amount minor units (default 5000000) in one
currency, or in every currency the product knows, and posts it to the ledger. New charges are refused while
this money does not cover the provider's fee. Repeating it changes nothing.`;

async function main(): Promise<void> {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean', short: 'h' },
      currency: { type: 'string' },
      amount: { type: 'string', default: '5000000' },
      home: { type: 'string' },
    },
  });
  if (values.help) return console.log(HELP);
  const amount = Number(values.amount);
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new StartFailure('--amount must be a positive count of minor units');
  if (values.currency && !isCurrency(values.currency)) throw new StartFailure(`unknown currency ${values.currency}`);
  const currencies: readonly Currency[] =
    values.currency && isCurrency(values.currency) ? [values.currency] : CURRENCY_CODES;

  if (!process.env.DATABASE_URL) Object.assign(process.env, readRunningInstance(values.home).env);
  const env = readEnv();
  const log = createLogger(env, 'float');
  const pool = createPool(env.DATABASE_WORKER_URL ?? env.DATABASE_URL, { max: 2, applicationName: 'sponsio-float' });
  const ctx: SystemContext = {
    db: createDb(pool),
    actor: { kind: 'system', name: 'float' },
    clock: systemClock,
    integrations: createIntegrations(env, log),
    requestId: 'float',
    requestKey: null,
  };
  try {
    for (const currency of currencies)
      console.log(formatMoney({ amount: await ensureFloat(ctx, currency, amount), currency }, 'en'));
  } finally {
    await ctx.db.destroy();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
