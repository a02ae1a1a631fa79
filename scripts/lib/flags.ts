import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * `parseArgs` for a script of `npm run`: what cannot be read is named in one line, with where to look, and ends the script
 * with 2 instead of a stack.
 */
export function readFlags<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const script = process.env.npm_lifecycle_event;
    const [what] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    process.stderr.write(`${what}\nSee: ${script && script !== 'npx' ? `npm run ${script} -- --help` : '--help'}\n`);
    process.exit(2);
  }
}
