// Plain JavaScript: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const oldestNode = [20, 19];

export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return null;
  return `Sponsio needs Node ${oldestNode.join('.')} or newer; this is ${version}.`;
}

/** True when every package that the lock file names is installed in that version. */
export function isInstalled(folder = root) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' || entry.optional || entry.devOptional || entry.peer || present[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

/** Installs packages exactly as locked. Rejects with the end of npm's output. */
export async function ensureInstalled() {
  if (isInstalled()) return false;
  const started = Date.now();
  const command = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
  process.stdout.write(`  installing packages (npm ${command}), once; about a minute and a half\n`);
  const child = spawn('npm', [command, '--no-fund', '--no-audit'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const ticker = setInterval(
    () => process.stdout.write(`  still installing (${Math.round((Date.now() - started) / 1000)} s)\n`),
    15_000,
  );
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', resolve);
  });
  clearInterval(ticker);
  if (code !== 0) throw new Error(`npm ${command} failed:\n${output.trim().split('\n').slice(-20).join('\n')}`);
  process.stdout.write(`  packages installed in ${Math.round((Date.now() - started) / 1000)} s\n`);
  return true;
}

/** Checks Node, installs, then runs a TypeScript program in this process. */
export async function runTypeScript(program) {
  const problem = checkNodeVersion();
  if (problem) {
    process.stderr.write(`${problem}\n`);
    process.exit(1);
  }
  try {
    await ensureInstalled();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const { register } = await import('tsx/esm/api');
  register();
  await import(program);
}
