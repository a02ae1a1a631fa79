import type { Kysely } from 'kysely';
import { runSqlFile } from '../sql-file.ts';

/** An erasure keeps the tax details of a payee that was paid, and deletes those of one that was not. */
export const up = (db: Kysely<unknown>): Promise<void> => runSqlFile(db, '20261218T0400-keep-tax-details.sql');

export const down = (db: Kysely<unknown>): Promise<void> => runSqlFile(db, '20261216T0210-erase-banks.sql');
