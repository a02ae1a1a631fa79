import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const integrationFiles = ['tests/integration/**/*.test.{ts,tsx}', 'tests/**/*.integration.test.{ts,tsx}'];

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // A forgotten `.only` or an empty file must not look like success.
    allowOnly: false,
    passWithNoTests: false,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
