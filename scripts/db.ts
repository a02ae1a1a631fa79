import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrateTo, migrateToLatest, OtherVersion } from '../db/migrate.ts';
import { backup, restore } from './lib/backup.ts';
import { StartFailure, explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { currentTypes, generateTypes, typesFile } from './lib/generated-types.ts';
import { readRunningInstance } from './stack/instance.ts';
import { projectRoot, statePaths } from './lib/paths.ts';
import { ensureRolesAndDatabase } from './stack/postgres-roles.ts';
import { print, table } from './lib/progress.ts';
import { generateSecrets } from './stack/secrets.ts';

const commands: Record<string, { help: string; run(): Promise<void> }> = {
  migrate: {
    help: `npm run db:migrate [-- --to MIGRATION] [--home DIR]

Brings the database to the newest migration, or to MIGRATION: later ones are taken back, newest first. Names those that
ran. The database is that of DATABASE_OWNER_URL, else of the instance that runs with its state in DIR (.data by default).`,
    async run() {
      const applied = await (values.to ? migrateTo(ownerUrl(), values.to) : migrateToLatest(ownerUrl())).catch(
        (error: unknown) => {
          throw error instanceof OtherVersion ? new StartFailure(error.message) : error;
        },
      );
      print(
        applied.length === 0
          ? 'up to date'
          : applied.map((name) => `${values.to && name > values.to ? 'took back' : 'applied'} ${name}`).join('\n'),
      );
    },
  },
  types: {
    help: `npm run db:types [-- --verify]

Writes db/types.ts from a freshly migrated throw-away database. With --verify nothing is written:
the exit code says whether the committed file is current.`,
    async run() {
      const wanted = await generateTypes();
      const current = existsSync(typesFile) ? currentTypes() : '';
      if (wanted === current) return print('db/types.ts is current');
      if (values.verify)
        throw new StartFailure(
          'db/types.ts is not what the migrations make. Run npm run db:types and commit the result.',
        );
      writeFileSync(typesFile, wanted);
      print('db/types.ts written');
    },
  },
  seed: {
    help: `npm run db:seed -- [SCENARIO] [--home DIR]

Loads a scenario into the running instance; refused in production. "demo" (default) calls the product's own services.
"creators" loads the 2,400 creators that the demo brings into one that was loaded before it did.
"large", after it, gives its brand and its creator 100,000 rows in each list beside 1,000 small orgs: copies of a finished
deal, loaded in bulk as sponsio_maintenance, with their objects in the payment sandbox. "million-creators" adds 1,000,000
creators to be found, in bulk, without sign-in. "places" finds the place of each
city that was saved before places were stored.`,
    async run() {
      const program = join(projectRoot, 'db', 'seed', 'main.ts');
      if (!existsSync(program)) throw new StartFailure('There are no scenarios in db/seed yet.');
      Object.assign(process.env, process.env.DATABASE_URL ? {} : readRunningInstance(values.home).env);
      if (process.env.SPONSIO_MODE === 'production')
        throw new StartFailure('Scenarios are made up; they are refused in production.');
      const { seed } = (await import(program)) as { seed(name: string): Promise<void> };
      await seed(positionals[1] ?? 'demo');
      // The open pools and clients of the services would keep this process alive.
      process.exit(0);
    },
  },
  backup: {
    help: `npm run db:backup -- [FOLDER] [--home DIR]

Writes every table, as one consistent moment, to FOLDER (default: a dated folder in the state
folder's backups/) as gzipped COPY files with a manifest of row counts and checksums. The instance
may be running. Files, mails and the payment provider's books are not in it.`,
    async run() {
      const stamp = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);
      const folder = positionals[1] ? resolve(positionals[1]) : join(statePaths(values.home).backups, stamp);
      const manifest = await backup(ownerUrl(), folder);
      print(
        table(
          manifest.tables.filter((one) => one.rows > 0).map((one) => [String(one.rows), `${one.schema}.${one.table}`]),
        ),
      );
      print(
        `${manifest.tables.length} tables, ${manifest.tables.reduce((sum, one) => sum + one.rows, 0)} rows in ${folder}`,
      );
    },
  },
  restore: {
    help: `npm run db:restore -- FOLDER [--home DIR]

Puts a backup into a new database: migrated to the backup's version and not used yet. All of it
arrives, with every checksum right, or nothing changes. Open workflows are started again from
their rows by the repair sweep. A new instance begins with a backup by npm start -- --restore FOLDER.`,
    async run() {
      const folder = positionals[1];
      if (!folder) throw new StartFailure('Name the folder of the backup: npm run db:restore -- FOLDER');
      const manifest = await restore(ownerUrl(), resolve(folder));
      print(
        `restored ${manifest.tables.length} tables, ${manifest.tables.reduce((sum, one) => sum + one.rows, 0)} rows, as of ${manifest.takenAt}`,
      );
    },
  },
  roles: {
    help: `npm run db:roles -- --admin-url URL [--database NAME]

Makes the roles sponsio_owner, sponsio_app and sponsio_worker, the two without login that look past
row security (sponsio_definer, sponsio_maintenance), and the database (default: sponsio) on a Postgres
of your own, and prints the three addresses for the environment. Passwords are made up anew each time.`,
    async run() {
      const admin = values['admin-url'];
      if (!admin) throw new StartFailure('Give the address of a superuser: --admin-url postgres://…');
      const database = values.database ?? 'sponsio';
      const secrets = generateSecrets();
      await ensureRolesAndDatabase(admin, secrets, database);
      const address = (role: string, password: string): string => {
        const url = new URL(admin);
        url.username = role;
        url.password = password;
        url.pathname = `/${database}`;
        return url.toString();
      };
      print(`DATABASE_OWNER_URL=${address('sponsio_owner', secrets.POSTGRES_OWNER_PASSWORD)}`);
      print(`DATABASE_URL=${address('sponsio_app', secrets.POSTGRES_APP_PASSWORD)}`);
      print(`DATABASE_WORKER_URL=${address('sponsio_worker', secrets.POSTGRES_WORKER_PASSWORD)}`);
    },
  },
};

function ownerUrl(): string {
  return process.env.DATABASE_OWNER_URL || readRunningInstance(values.home).env.DATABASE_OWNER_URL || '';
}

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    home: { type: 'string' },
    verify: { type: 'boolean' },
    to: { type: 'string' },
    'admin-url': { type: 'string' },
    database: { type: 'string' },
  },
});
const command = commands[positionals[0] ?? ''];

if (!command) {
  print(
    Object.values(commands)
      .map((one) => one.help)
      .join('\n\n'),
  );
  process.exit(values.help ? 0 : 2);
}
if (values.help) {
  print(command.help);
  process.exit(0);
}
try {
  await command.run();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
