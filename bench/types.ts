import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { countLines, sumOfLines } from '../scripts/lib/hand-written.ts';
import { projectRoot } from '../scripts/lib/paths.ts';
import { runToEnd } from '../scripts/stack/launch.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

/** Seconds: of the check at the size of the baseline (`npm run lines`), after one edited file, in the editor. */
const BARS = { check: 10, edited: 10, refresh: 2 };
const SCREEN = join(projectRoot, 'src', 'features', 'deals', 'DealPage.tsx');
const EDITS = 5;
/** A screen, a service, and rules that most of the tree imports. */
const EDITED = [
  'src/features/deals/DealPage.tsx',
  'server/features/home/service.ts',
  'server/features/escrow/rules.ts',
];
const SOURCES = [
  ...['bench', 'db', 'locales', 'scripts', 'server', 'src', 'tests', 'workflows'],
  ...['playwright.config.ts', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'],
];
const TSC = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

const { values } = readFlags({
  options: { scale: { type: 'string', default: '1' }, ...RECORD, help: { type: 'boolean', default: false } },
});
const scale = countOf('scale', values.scale);
if (values.help) {
  console.log(`npm run bench:types -- [--scale 4] [--record]

How long types take: the whole check, and the time from an edit in one screen until the editor knows its errors anew.
With --scale: the whole check of a copy with that many times the features, then the check after one edited file.
The whole check is the median of three; its bar, ${BARS.check} s at the baseline, grows with the hand-written lines. ${RECORD_HELP}`);
  process.exit(0);
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
  error?: { message: string };
}

/** A client of the compiler's language server, like an editor. */
function connect(server: ChildProcess) {
  const waiting = new Map<number, (message: Message) => void>();
  let [buffer, count] = [Buffer.alloc(0), 0];
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  server.stdout?.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end < 0 || buffer.length < end + 4 + length) return;
      const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString()) as Message;
      buffer = buffer.subarray(end + 4 + length);
      if (message.method) {
        if (message.id !== undefined) send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      } else if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  return {
    notify: (method: string, params: object) => send({ method, params }),
    request: (method: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        const id = (count += 1);
        waiting.set(id, ({ result, error }) =>
          error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
        );
        send({ id, method, params });
      }),
  };
}

async function refreshSeconds(): Promise<number[]> {
  const server = spawn(process.execPath, [TSC, '--lsp', '--stdio'], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const client = connect(server);
    const uri = pathToFileURL(SCREEN).href;
    const text = readFileSync(SCREEN, 'utf8');
    const capabilities = { textDocument: { diagnostic: { dynamicRegistration: false, relatedDocumentSupport: true } } };
    await client.request('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(projectRoot).href,
      workspaceFolders: [{ uri: pathToFileURL(projectRoot).href, name: 'sponsio' }],
      capabilities,
    });
    client.notify('initialized', {});
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescriptreact', version: 1, text } });
    const errors = async () =>
      (
        (await client.request('textDocument/diagnostic', { textDocument: { uri } })) as {
          items: { severity?: number }[];
        }
      ).items.filter(({ severity }) => severity === 1).length;
    if ((await errors()) > 0) throw new Error(`${SCREEN} has errors`);
    const times: number[] = [];
    for (let edit = 1; edit <= EDITS; edit += 1) {
      const since = performance.now();
      client.notify('textDocument/didChange', {
        textDocument: { uri, version: edit + 1 },
        contentChanges: [{ text: `${text}\nexport const wrong${edit}: number = 'text';\n` }],
      });
      if ((await errors()) !== 1) throw new Error('the edit was not seen');
      times.push((performance.now() - since) / 1000);
    }
    return times;
  } finally {
    server.kill();
  }
}

/** Seconds of a whole check in `root`, with the compiler's build info in `buildInfo`. */
async function checkSeconds(root: string, buildInfo: string): Promise<number> {
  const started = performance.now();
  const { code, output } = await runToEnd(process.execPath, [join(root, 'scripts', 'types.mjs'), '--incremental'], {
    cwd: root,
    env: { ...process.env, XDG_CACHE_HOME: buildInfo },
  });
  if (code !== 0) throw new Error(output);
  return (performance.now() - started) / 1000;
}

/** The tree in `into` with each feature of server and browser `scale` times, all of them in one router. */
function multiply(into: string, scale: number): void {
  for (const name of SOURCES) cpSync(join(projectRoot, name), join(into, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(into, 'node_modules'));
  const copies = Array.from({ length: scale - 1 }, (_, index) => `features${index + 2}`);
  for (const copy of copies) {
    for (const side of ['server', 'src']) {
      const folder = join(into, side, copy);
      cpSync(join(projectRoot, side, 'features'), folder, { recursive: true });
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f))) {
        const path = join(folder, file);
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace(/(from '(?:@|[./]+\/server))\/features\//g, `$1/${copy}/`));
      }
    }
  }
  writeFileSync(
    join(into, 'server', 'router.ts'),
    [
      `import { ROUTERS } from './features/routers.gen.ts';`,
      `import { router } from './trpc.ts';`,
      ...copies.map((copy) => `import { ROUTERS as ${copy} } from './${copy}/routers.gen.ts';`),
      `export const appRouter = router({ ...ROUTERS, ${copies.map((copy) => `${copy}: router(${copy})`).join(', ')} });`,
      `export type AppRouter = typeof appRouter;`,
    ].join('\n'),
  );
}

async function measureScaled(scale: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-types-'));
  try {
    const root = join(folder, 'tree');
    multiply(root, scale);
    const cold = await checkSeconds(root, folder);
    measurement.figure(`features × ${scale}, whole check`, cold, { unit: 's' });
    for (const file of EDITED) {
      appendFileSync(join(root, file), '\nexport const EDITED = 1;\n');
      const seconds = await checkSeconds(root, folder);
      measurement.figure(`after an edit of ${file}`, seconds, { unit: 's', atMost: BARS.edited });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const measurement = await beginMeasurement('bench:types', values.record);
if (scale > 1) await measureScaled(scale);
else {
  const whole: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const cache = mkdtempSync(join(tmpdir(), 'sponsio-types-'));
    whole.push(await checkSeconds(projectRoot, cache));
    rmSync(cache, { recursive: true, force: true });
  }
  const { before, now } = sumOfLines(countLines());
  const bar = Math.round((BARS.check * now * 10) / before) / 10;
  measurement.figure(`hand-written lines (${before} at the baseline)`, now, { unit: '', digits: 0, exact: true });
  measurement.figure(`whole check (${BARS.check} s at the baseline)`, median(whole), { unit: 's', atMost: bar });
  const refresh = await refreshSeconds();
  const screen = SCREEN.slice(projectRoot.length + 1);
  measurement.figure(`errors after an edit of ${screen}, median of ${EDITS}`, median(refresh), {
    unit: 's',
    atMost: BARS.refresh,
    digits: 2,
  });
  measurement.figure('the slowest of them', Math.max(...refresh), { unit: 's', digits: 2 });
}
process.exit(await measurement.end());
