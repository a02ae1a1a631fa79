import { join } from 'node:path';
import { prepareNamespace } from '../../workflows/worker-namespace.ts';
import { StartFailure } from '../lib/failure.ts';
import { step } from '../lib/progress.ts';
import type { Ports } from './ports.ts';
import { stages } from './services.ts';
import type { StackOptions } from './stack-options.ts';
import type { Supervisor } from './supervisor.ts';
import { findTemporalBinary } from './temporal-binary.ts';
import { isTemporalHealthy, launchTemporal, waitForTemporal } from './temporal-server.ts';

export interface TemporalPlace {
  address: string;
  namespace: string;
}

/** Starts Temporal, or makes sure that the given server answers; then prepares the namespace. */
export async function bringTemporal(
  options: StackOptions,
  supervisor: Supervisor,
  ports: Ports,
  { address, namespace }: TemporalPlace,
  report: (line: string) => void,
): Promise<void> {
  await step('Temporal', async (note) => {
    const given = options.given.TEMPORAL_ADDRESS;
    if (given) {
      try {
        await isTemporalHealthy(given);
      } catch (error) {
        throw new StartFailure(
          `Temporal at ${given} (TEMPORAL_ADDRESS) does not answer: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      note(`your server at ${given}`);
    } else {
      const binary = await findTemporalBinary(report);
      const logFile = join(options.paths.logs, 'temporal.log');
      await supervisor.start({
        name: 'temporal',
        label: 'Temporal',
        stage: stages.temporal,
        manner: { graceMs: 4000 },
        logFile,
        launch: () =>
          launchTemporal({
            binary: binary.path,
            port: ports.TEMPORAL_PORT,
            uiPort: ports.TEMPORAL_UI_PORT,
            folder: options.paths.temporal,
            logFile,
          }),
        ready: (child) => waitForTemporal(address, child, logFile),
      });
      note(`${binary.source}, port ${ports.TEMPORAL_PORT}`);
    }
    await prepareNamespace({ address, namespace, retentionDays: 30 });
  });
}
