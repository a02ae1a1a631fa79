import { runTypeScript } from './lib/ensure-install.mjs';

const help = `npm run dev [-- options]

As npm start, for working on Sponsio: the client is served by Vite with hot reload, API and worker
start again when a source file changes. State in .data/ as with npm start.

  --home DIR · --auto-ports · --fresh · --no-seed   as in npm start -- --help
  VITE_PORT   port of the client (default 5173)
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(help);
} else {
  await runTypeScript(new URL('./dev.ts', import.meta.url).href);
}
