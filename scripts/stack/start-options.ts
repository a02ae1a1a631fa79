import { parseArgs } from 'node:util';
import { StartFailure } from '../lib/failure.ts';
import type { Mode } from './stack-env.ts';

export interface StartOptions {
  home: string | undefined;
  fresh: boolean;
  seed: string | null;
  autoPorts: boolean;
  /** Delete the state at the end. */
  throwAway: boolean;
  /** Load the scenario, then end; API, worker, mailbox and Temporal are not started. */
  loadOnly: boolean;
  /** Folder of a backup to begin with, instead of a scenario. */
  restore: string | undefined;
}

export function parseStartOptions(args: readonly string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        home: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        'no-seed': { type: 'boolean', default: false },
        seed: { type: 'string', default: 'demo' },
        'auto-ports': { type: 'boolean', default: false },
        'throw-away': { type: 'boolean', default: false },
        'load-only': { type: 'boolean', default: false },
        restore: { type: 'string' },
      },
    });
    if (values['throw-away'] && !values.home) throw new Error('--throw-away needs --home DIR');
    if (values.seed !== 'demo') throw new Error(`There is no scenario "${values.seed}"; there is: demo`);
    return {
      home: values.home,
      fresh: values.fresh,
      seed: values['no-seed'] ? null : values.seed,
      autoPorts: values['auto-ports'],
      throwAway: values['throw-away'],
      loadOnly: values['load-only'],
      restore: values.restore,
    };
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : String(error)}\nSee: npm start -- --help`);
  }
}

export function readMode(value: string | undefined): Mode {
  if (!value) return 'demo';
  if (value === 'demo' || value === 'test' || value === 'production') return value;
  throw new StartFailure(`SPONSIO_MODE=${value} is unknown. It is demo, test or production.`);
}
