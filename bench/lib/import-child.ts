import { pino } from 'pino';
import { createDb, createPool } from '../../db/client.ts';
import type { SystemContext } from '../../server/context.ts';
import { systemClock } from '../../server/core/clock.ts';
import { importPart } from '../../server/features/imports/run.ts';
import { createDiskStorage } from '../../server/integrations/storage/disk.ts';

/* Imports the rows of one import, part by part as the workflow does; a process of its own, to be killed. */

const [importId = '', folder = ''] = process.argv.slice(2);
const db = createDb(createPool(process.env['DATABASE_WORKER_URL'] ?? '', { max: 2 }));
const ctx = {
  db,
  actor: { kind: 'system', name: 'bench' },
  clock: systemClock,
  integrations: { storage: createDiskStorage(folder), log: pino({ level: 'silent' }) },
  requestId: 'bench',
  requestKey: null,
} as unknown as SystemContext;
for (;;) if ((await importPart(ctx, { importId })).state !== 'running') break;
await db.destroy();
