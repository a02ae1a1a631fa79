import { symmetricDecrypt } from 'better-auth/crypto';
import type { Db } from '../../../db/client.ts';
import { demoAccounts, oldestAuthenticators } from './queries/sign-in-accounts.ts';
import { DEMO_AUTHENTICATOR_SECRET } from './rules.ts';

/** Scenarios are loaded into an empty database: their authenticators are among its oldest. */
const MAX_AUTHENTICATORS = 5_000;

/**
 * Traces of a scenario in a database, a line each; production must not start on it: passwords and second factors of its
 * accounts, staff among them, are published. `signInAccounts` is for the role that may read them; the other one reads
 * profiles.
 */
export async function demoLeftovers(
  db: Db,
  options: { authSecret: string; signInAccounts: boolean },
): Promise<string[]> {
  const found: string[] = [];
  const accounts = await demoAccounts(db, options.signInAccounts);
  if (accounts.length > 0)
    found.push(
      `DATABASE_URL: its database holds accounts of a scenario (${accounts.join(', ')}); name one that was never seeded`,
    );
  if (!options.signInAccounts) return found;
  for (const { secret, email } of await oldestAuthenticators(db, MAX_AUTHENTICATORS)) {
    // A factor that this secret does not decrypt cannot be used to sign in, either.
    const opened = await symmetricDecrypt({ key: options.authSecret, data: secret }).catch(() => null);
    if (opened === DEMO_AUTHENTICATOR_SECRET)
      found.push(
        `DATABASE_URL: the second factor of ${email} is the demo's, whose secret is published; take it away with npm run staff -- reset --email ${email}`,
      );
  }
  return found;
}

/**
 * Throws an Error that names what to change where production would start on a scenario's data. Waits for a database that is
 * away, as a running process does.
 */
export async function refuseDemoData(look: () => Promise<string[]>, onWait: (error: unknown) => void): Promise<void> {
  for (;;) {
    const found = await look().catch((error: unknown) => {
      onWait(error);
      return null;
    });
    if (found?.length === 0) return;
    if (found)
      throw new Error(`Sponsio refuses to start in production:\n${found.map((line) => `  ${line}`).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
