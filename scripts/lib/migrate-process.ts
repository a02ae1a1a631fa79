import { migrateToLatest } from '../../db/migrate.ts';

const names = await migrateToLatest(process.env.DATABASE_OWNER_URL ?? '');
for (const name of names) process.stdout.write(`applied ${name}\n`);
