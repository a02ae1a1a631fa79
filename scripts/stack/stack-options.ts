import type { StatePaths } from '../lib/paths.ts';
import type { Mode } from './stack-env.ts';

export interface StackOptions {
  paths: StatePaths;
  given: NodeJS.ProcessEnv;
  mode: Mode;
  /** Scenario to load once into an empty installation. */
  seed: string | null;
  autoPorts: boolean;
  /** Delete the content of the state folder once the start can begin. */
  fresh: boolean;
  /** Delete the state folder at the end. */
  throwAway: boolean;
  /** Folder of a backup that a new installation begins with. */
  restore?: string | undefined;
  /** Ends once the scenario is loaded; what is on disk then may be copied. */
  loadOnly?: boolean;
  /** Restart API and worker on change instead of running them once. */
  watch: boolean;
  /** Another address for browsers than the API's own, e.g. of the Vite server. */
  appUrl?: string;
}
