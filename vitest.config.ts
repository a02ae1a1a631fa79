import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const integrationFiles = ['tests/integration/**/*.test.{ts,tsx}', 'tests/**/*.integration.test.{ts,tsx}'];
/** Files that replace modules; `tests/architecture.test.ts` holds them to the name. */
const mockedFiles = ['tests/**/*.mocked.test.{ts,tsx}'];
const stackFiles = ['tests/stack/**/*.test.ts'];
const sandboxFiles = ['tests/server/integrations/stripe/**/*.test.ts'];

/** Tests without services. They are done in milliseconds and load hundreds of modules: a worker loads each once. */
const unit = {
  isolate: false,
  testTimeout: 20_000,
  // Other files run in the same process.
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // A forgotten `.only` or an empty file must not look like success.
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // Modules as they were transformed before, by their content and this configuration: the next run loads them in half of the
    // processor time, and the projects of a run take over each other's.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            ...integrationFiles,
            ...mockedFiles,
            ...stackFiles,
            ...sandboxFiles,
            'tests/e2e/**',
            '**/node_modules/**',
          ],
        },
      },
      // A replaced module would stay replaced for the files after it.
      { extends: true, test: { ...unit, name: 'mocked', include: mockedFiles, isolate: true } },
      { extends: true, test: { ...unit, name: 'stack', include: stackFiles, exclude: integrationFiles } },
      { extends: true, test: { ...unit, name: 'sandbox', include: sandboxFiles, exclude: integrationFiles } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integrationFiles,
          globalSetup: ['tests/support/global-setup.ts'],
          // Loading every module anew for every file took more than a third of the time. A file must put back what it changed of a module's state.
          isolate: false,
          // Bounds for what hangs, not for a slow machine.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // More than half of what a file does is waiting for others, for processes that were ended and for clocks.
          maxWorkers: 5,
        },
      },
    ],
  },
});
