import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { hashPassword } from 'better-auth/crypto';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { createDb, createPool } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import { newId } from '../server/core/ids.ts';
import { isAppError } from '../server/core/errors.ts';
import { checkPassword } from '../server/features/accounts/passwords.ts';
import { MIN_PASSWORD } from '../server/features/accounts/rules.ts';
import { mailboxOf } from '../server/core/mailbox.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { readRunningInstance } from './stack/instance.ts';
import { asMaintenance } from './stack/postgres-roles.ts';
import { print, table } from './lib/progress.ts';

const ROLES = ['support', 'finance', 'trust', 'super'] as const;

const HELP = `npm run staff -- COMMAND [options] [--home DIR]

Staff accounts are made here and nowhere else. They sign in at /admin only, and until an authenticator app is set up
at the first sign-in nothing else opens.

  add --email ADDRESS --name NAME --role ${ROLES.join('|')} [--password-stdin]
                       makes an account; prints a first password unless one of at least ${MIN_PASSWORD.staff} characters comes in by stdin
  list                 names everybody, and whether their authenticator is set up
  reset --email ADDRESS   takes the authenticator and every passkey away and signs out: for a lost phone
  remove --email ADDRESS  deletes the account

The database is that of DATABASE_OWNER_URL, else of the instance that runs with its state in DIR (.data by default).`;

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    home: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    'password-stdin': { type: 'boolean', default: false },
  },
});

function given<T>(option: string, schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new StartFailure(`--${option} is missing or not right. See: npm run staff -- --help`);
  return read.data;
}
const email = (): string => mailboxOf(given('email', z.email().max(254), values.email));

async function audited(
  db: Kysely<DB>,
  action: string,
  userId: string,
  data: Record<string, string> = {},
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ actor_kind: 'system', action, target: `user:${userId}`, data: JSON.stringify(data), at: new Date() })
    .execute();
}

async function staffOf(db: Kysely<DB>, address: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select u."id" from auth."user" u join staff s on s.user_id = u."id" where u."email" = ${address}`.execute(db);
  if (!rows[0]) throw new StartFailure(`${address} is not staff.`);
  return rows[0].id;
}

const commands: Record<string, (db: Kysely<DB>) => Promise<void>> = {
  async add(db) {
    const address = email();
    const name = given('name', z.string().trim().min(1).max(80), values.name);
    const role = given('role', z.enum(ROLES), values.role);
    const chosen = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/u, '') : null;
    const password = chosen ?? randomBytes(15).toString('base64url');
    try {
      checkPassword(password, { min: MIN_PASSWORD.staff, person: { email: address, name } });
    } catch (error) {
      throw isAppError(error)
        ? new StartFailure(
            `This password is refused (${error.code}); it needs at least ${MIN_PASSWORD.staff} characters.`,
          )
        : error;
    }
    const hash = await hashPassword(password);
    const userId = newId();
    await db.transaction().execute(async (tx) => {
      const { rows } =
        await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${userId}, ${name}, ${address}, true) on conflict do nothing returning 1`.execute(
          tx,
        );
      if (rows.length === 0)
        throw new StartFailure(`${address} has an account already; staff need an address of their own.`);
      await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "updatedAt") values (${newId()}, ${userId}, 'credential', ${userId}, ${hash}, now())`.execute(
        tx,
      );
      await tx.insertInto('staff').values({ user_id: userId, display_name: name, role }).execute();
      await audited(tx, 'staff.added', userId, { role });
    });
    print(`${name} <${address}> is staff (${role}).`);
    if (chosen === null) print(`First password, shown only now: ${password}`);
    print('At the first sign-in at /admin an authenticator app is set up; before that nothing else opens.');
  },
  async list(db) {
    const { rows } = await sql<{ email: string; name: string; role: string; factor: boolean | null }>`
      select u."email", s.display_name as name, s.role, u."twoFactorEnabled" as factor from staff s join auth."user" u on u."id" = s.user_id order by u."email"`.execute(
      db,
    );
    print(
      rows.length === 0
        ? 'no staff yet'
        : table(rows.map((r) => [r.email, r.name, r.role, r.factor ? 'authenticator set up' : 'no authenticator yet'])),
    );
  },
  async reset(db) {
    const address = email();
    const userId = await staffOf(db, address);
    await db.transaction().execute(async (tx) => {
      await sql`delete from auth."twoFactor" where "userId" = ${userId}`.execute(tx);
      await sql`delete from auth."passkey" where "userId" = ${userId}`.execute(tx);
      await sql`delete from auth."session" where "userId" = ${userId}`.execute(tx);
      await sql`update auth."user" set "twoFactorEnabled" = false where "id" = ${userId}`.execute(tx);
      await audited(tx, 'staff.factor_reset', userId);
    });
    print(`${address} is signed out and sets up an authenticator at the next sign-in.`);
  },
  async remove(db) {
    const address = email();
    const userId = await staffOf(db, address);
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('staff').where('user_id', '=', userId).execute();
      await sql`delete from auth."user" where "id" = ${userId}`.execute(tx);
      await audited(tx, 'staff.removed', userId);
    });
    print(`${address} is no longer staff; the account is deleted.`);
  },
};

async function main(): Promise<void> {
  const command = commands[positionals[0] ?? ''];
  if (values.help || !command) {
    print(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const url = process.env.DATABASE_OWNER_URL || readRunningInstance(values.home).env.DATABASE_OWNER_URL;
  if (!url) throw new StartFailure('No database: set DATABASE_OWNER_URL or name a running instance with --home.');
  const db = createDb(createPool(asMaintenance(url), { max: 1, applicationName: 'sponsio-staff' }));
  try {
    await command(db);
  } finally {
    await db.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartFailure ? error.message : explain(error));
  process.exitCode = 1;
});
