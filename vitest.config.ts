import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const integrationFiles = ['tests/integration/**/*.test.{ts,tsx}', 'tests/**/*.integration.test.{ts,tsx}'];

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // A forgotten `.only` or an empty file must not look like success.
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...integrationFiles, 'tests/e2e/**', '**/node_modules/**'],
          testTimeout: 20_000,
        },
      },
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
          // Half of what a file does is waiting for others: twice the two cores of the smallest machine.
          maxWorkers: 4,
        },
      },
    ],
  },
});
