import { migrateToLatest, OtherVersion } from '../../db/migrate.ts';

try {
  const names = await migrateToLatest(process.env.DATABASE_OWNER_URL ?? '');
  for (const name of names) process.stdout.write(`applied ${name}\n`);
} catch (error) {
  if (!(error instanceof OtherVersion)) throw error;
  process.stderr.write(`refused: ${error.message}\n`);
  process.exitCode = 1;
}
