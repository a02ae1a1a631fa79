import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';

const folder = fileURLToPath(new URL('../workflows/histories', import.meta.url));

/** Names of machines and processes, which say nothing about the workflow. */
const MACHINE_FIELDS = new Set(['identity', 'binaryChecksum', 'workerVersion', 'buildId']);

/**
 * Saves a finished workflow's history for the replay test, when RECORD_HISTORIES is set:
 * `RECORD_HISTORIES=1 npx vitest run --project integration tests/workflows`. Record anew only when running workflows of
 * the old kind are gone, since the saved ones stand for them.
 */
export async function recordHistory(client: Client, workflowId: string, name: string): Promise<void> {
  if (!process.env.RECORD_HISTORIES) return;
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const full = JSON.parse(historyToJSON(history)) as unknown;
  const text = JSON.stringify(
    full,
    (key, value: unknown) => (MACHINE_FIELDS.has(key) ? undefined : value),
    1,
  ).replaceAll(/"\d+@[^"]*"/g, '"sticky"');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.json`, `${text}\n`);
}

export function savedHistories(): { name: string; workflowId: string; history: unknown }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const history = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
        events: { workflowExecutionStartedEventAttributes?: { workflowId?: string } }[];
      };
      return {
        name: file.replace(/\.json$/, ''),
        workflowId: history.events[0]?.workflowExecutionStartedEventAttributes?.workflowId ?? file,
        history,
      };
    });
}
