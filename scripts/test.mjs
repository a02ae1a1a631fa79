import { runTypeScript } from './lib/ensure-install.mjs';

const help = `npm test [-- layer …]

Runs every layer, from a fresh clone if need be, and ends with "N passed, N failed".
Layers: build types format lint unit generated integration e2e; those between build and integration run beside the latter. Naming some runs only those.

npm run format writes what the format layer asks for; npm run check runs types, format, lint and unit.
CHROMIUM names the browser for e2e; otherwise the usual places are searched, and Debian's is
installed where that is allowed.
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(help);
} else {
  await runTypeScript(new URL('./test.ts', import.meta.url).href);
}
