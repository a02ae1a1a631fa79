import { readFileSync } from 'node:fs';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../workflows/worker-temporal.ts';
import { explain, StartFailure } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';

const HELP = `npm run replay -- WORKFLOW-ID [--address 127.0.0.1:7233] [--namespace default]
npm run replay -- --file events.json

Replays the history of a workflow, running or closed, with the workflow code of this folder, and changes nothing: no
activity runs and no command is sent. WORKFLOW-ID is what Temporal's UI shows, such as social-account/01a2…; --file is a
history that was downloaded there. Ends with 0 where code and history agree, with 1 at the first command that differs.`;

interface Events {
  events: { workflowExecutionStartedEventAttributes?: { workflowId?: string } }[];
}

/** Temporal's UI writes the events alone or as an object. */
function readHistory(file: string): Events {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Events | Events['events'];
  const history = Array.isArray(read) ? { events: read } : read;
  if (!Array.isArray(history.events) || history.events.length === 0)
    throw new StartFailure(`${file} holds no history of a workflow.`);
  return history;
}

async function fetchHistory(id: string, { address, namespace }: { address: string; namespace: string }) {
  const connection = await Connection.connect({ address, connectTimeout: '5 seconds' }).catch((error: unknown) => {
    throw new StartFailure(`Temporal does not answer at ${address}: ${explain(error).split('\n')[0]}`);
  });
  try {
    return await new Client({ connection, namespace }).workflow.getHandle(id).fetchHistory();
  } catch (error) {
    throw new StartFailure(`${id} was not read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await connection.close();
  }
}

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    address: { type: 'string', default: process.env['TEMPORAL_ADDRESS'] ?? '127.0.0.1:7233' },
    namespace: { type: 'string', default: process.env['TEMPORAL_NAMESPACE'] ?? 'default' },
    file: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [wanted] = positionals;
if (values.help || (wanted === undefined) === (values.file === undefined)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
try {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const history = values.file === undefined ? await fetchHistory(wanted ?? '', values) : readHistory(values.file);
  const id =
    wanted ?? history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowId ?? values.file ?? 'replayed';
  const workflowBundle = await bundleWorkflows(() => {});
  await Worker.runReplayHistory({ workflowBundle, replayName: id.replaceAll('/', '-') }, history, id);
  console.log(`${id}: ${history.events?.length ?? 0} events replayed without a difference`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : `differs: ${explain(error).split('\n')[0]}`);
  process.exit(1);
}
