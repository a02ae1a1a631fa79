import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * `parseArgs` for a script of `npm run`: an invalid flag is reported in one line with a reference to the help, and ends
 * the script with 2 and without a stack.
 */
export function readFlags<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [what] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    return refuse(String(what));
  }
}

/** A flag that is a count: an integer from 1; anything else ends the script like an unknown flag. */
export function countOf(flag: string, text: string): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0
    ? count
    : refuse(`--${flag} is a whole number from 1 on, not ${text || 'nothing'}`);
}

function refuse(what: string): never {
  const script = process.env.npm_lifecycle_event;
  process.stderr.write(`${what}\nSee: ${script && script !== 'npx' ? `npm run ${script} -- --help` : '--help'}\n`);
  process.exit(2);
}
