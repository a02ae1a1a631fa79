import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../lib/migrate.ts';
import { findFreePorts } from './ports.ts';
import { databaseUrls, ensureRolesAndDatabase } from './postgres-roles.ts';
import type { DatabaseUrls } from './postgres-roles.ts';
import { dataFolderFor, launchPostgres, preparePostgres, socketFolderFor, waitForPostgres } from './postgres-server.ts';
import { endInOrder } from './process-identity.mjs';
import { attachWatchdog, openRunRecord, recordChild, saveRunRecord } from './run-record.ts';
import { generateSecrets } from './secrets.ts';

export interface ThrowawayPostgres extends DatabaseUrls {
  adminUrl: string;
}

/**
 * Runs `work` with a freshly migrated database on its own server, which is removed afterwards in any case. `durable`:
 * with fsync, like a real server; for measurements.
 */
export async function withThrowawayPostgres<T>(
  work: (urls: ThrowawayPostgres) => Promise<T>,
  { durable = false } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-throwaway-'));
  chmodSync(folder, 0o711);
  const runFolder = join(folder, 'run');
  const record = openRunRecord(runFolder);
  record.removeOnEnd = [dataFolderFor(join(folder, 'postgres')), folder];
  saveRunRecord(runFolder, record);
  attachWatchdog(runFolder, record);
  const secrets = generateSecrets();
  const [port = 0] = await findFreePorts(1);
  const options = {
    folder: join(folder, 'postgres'),
    port,
    adminPassword: secrets.POSTGRES_ADMIN_PASSWORD,
    logFile: join(folder, 'postgres.log'),
    durable,
  };
  try {
    const prepared = await preparePostgres(options);
    const child = launchPostgres(prepared, options);
    const recorded = recordChild(runFolder, 'postgres', 1, child.pid ?? 0, { stopSignal: 'SIGINT' });
    try {
      await waitForPostgres(prepared.adminUrl, child, options.logFile);
      await ensureRolesAndDatabase(prepared.adminUrl, secrets);
      const urls = databaseUrls({ port, socketFolder: socketFolderFor(options.folder, port) }, secrets);
      await migrate(urls.DATABASE_OWNER_URL);
      return await work({ ...urls, adminUrl: prepared.adminUrl });
    } finally {
      await endInOrder([recorded]);
    }
  } finally {
    for (const path of record.removeOnEnd) rmSync(path, { recursive: true, force: true });
  }
}
