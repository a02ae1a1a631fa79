import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFlags } from '../scripts/lib/flags.ts';
import { projectRoot } from '../scripts/lib/paths.ts';
import { runToEnd } from '../scripts/lib/launch.ts';

const BARS = { check: 10, refresh: 2 };
const SCREEN = join(projectRoot, 'src', 'features', 'deals', 'DealPage.tsx');
const EDITS = 5;
const TSC = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

if (readFlags({ options: { help: { type: 'boolean' } } }).values.help) {
  console.log(`npm run bench:types

How long types take: the whole check, and the time from an edit in one screen until the editor knows its errors anew.
Run it on a quiet machine: it measures seconds of one core.`);
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
    ask: (method: string, params: object) =>
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
    await client.ask('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(projectRoot).href,
      workspaceFolders: [{ uri: pathToFileURL(projectRoot).href, name: 'sponsio' }],
      capabilities,
    });
    client.notify('initialized', {});
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescriptreact', version: 1, text } });
    const errors = async () =>
      (
        (await client.ask('textDocument/diagnostic', { textDocument: { uri } })) as { items: { severity?: number }[] }
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

const started = performance.now();
const { code, output } = await runToEnd('npm', ['run', '--silent', 'types'], { cwd: projectRoot });
if (code !== 0) throw new Error(output);
const check = (performance.now() - started) / 1000;
const refresh = (await refreshSeconds()).sort((a, b) => a - b);
console.log(`whole check                   ${check.toFixed(1)} s   bar ${BARS.check} s`);
console.log(
  `errors after an edit, median  ${refresh[EDITS >> 1]!.toFixed(2)} s, longest ${refresh.at(-1)!.toFixed(2)} s   bar ${BARS.refresh} s   (${EDITS} edits of ${SCREEN.slice(projectRoot.length + 1)})`,
);
