import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.ts';
import { findFreePorts, portNames } from './scripts/stack/ports.ts';
import { patient } from './tests/e2e/support/patient.ts';
import { copyHome, holdsScenario, loadSeededHome, newSeededHome, SEEDED_HOME } from './tests/support/seeded-home.ts';

/**
 * Every test runs against a whole instance of its own making: real Postgres, Temporal, payment sandbox and mailbox in a
 * temporary folder, seeded with the demo, or a copy of what `npm test` seeded before. `E2E_APP_URL` (with
 * `E2E_MAILBOX_URL` and `E2E_PAYMENTS_URL`) points at one that runs already.
 */
const external = process.env.E2E_EXTERNAL ?? (process.env.E2E_APP_URL ? 'yes' : 'no');
process.env.E2E_EXTERNAL = external;

// The configuration is read again in each worker: what the first reading chose must stay.
if (external === 'no' && !process.env.E2E_PORTS) {
  const free = await findFreePorts(portNames.length + 1);
  const ports = Object.fromEntries(portNames.map((name, index) => [name, String(free[index])]));
  process.env.E2E_PORTS = JSON.stringify(ports);
  process.env.E2E_SITE_URL = `http://127.0.0.1:${free.at(-1)}`;
  process.env.E2E_HOME = newSeededHome();
  const seeded = process.env[SEEDED_HOME];
  // Both ways the demo is loaded without the social sandbox: tests connect the accounts and publish the posts that they need.
  if (seeded && holdsScenario(seeded)) await copyHome(seeded, process.env.E2E_HOME);
  else await loadSeededHome(process.env.E2E_HOME, process.env);
  process.env.E2E_APP_URL = `http://localhost:${ports.APP_PORT}`;
  process.env.E2E_MAILBOX_URL = `http://127.0.0.1:${ports.MAILBOX_PORT}`;
  process.env.E2E_PAYMENTS_URL = `http://127.0.0.1:${ports.PAYMENTS_PORT}`;
  process.env.E2E_TEMPORAL_UI_URL = `http://127.0.0.1:${ports.TEMPORAL_UI_PORT}`;
}
const ports = JSON.parse(process.env.E2E_PORTS ?? '{}') as Record<string, string>;
const executablePath = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // A test waits for mails, clocks and the other side for a third of its time: more than the two cores of the smallest machine.
  workers: Number(process.env.E2E_WORKERS ?? 4),
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` plays what failed once more, after all others.
  retries: 0,
  timeout: patient(90_000),
  expect: { timeout: patient(15_000) },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_APP_URL,
    // Taking one costs a third of a run: `--trace on` for a closer look.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--disable-dev-shm-usage'] },
  },
  ...(external === 'no'
    ? {
        webServer: [
          {
            command: `${process.execPath} scripts/start.mjs --throw-away --home ${process.env.E2E_HOME ?? ''}`,
            url: `http://127.0.0.1:${ports.APP_PORT}/readyz`,
            timeout: 300_000,
            stdout: 'pipe' as const,
            stderr: 'pipe' as const,
            gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
            env: {
              ...ports,
              SPONSIO_MODE: 'demo',
              NO_COLOR: '1',
              SITE_TEST_ORIGIN: process.env.E2E_SITE_URL ?? '',
            },
          },
          {
            command: `${process.execPath} --import tsx tests/e2e/support/brand-site.ts`,
            url: process.env.E2E_SITE_URL ?? '',
            env: { E2E_SITE_URL: process.env.E2E_SITE_URL ?? '' },
          },
        ],
      }
    : {}),
});
