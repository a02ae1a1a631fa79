import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { MUTATE_TESTS } from './tests.ts';

/** The unit tests of the rules of money, for `npm run mutate`: without a stack, and without the rest of the tree. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
  test: {
    isolate: false,
    testTimeout: 60_000,
    include: process.env[MUTATE_TESTS]?.split(',') ?? [
      'tests/server/core/**/*.test.ts',
      'tests/server/features/{contracts,disputes,escrow,ledger,money-check,payments,provider-calls}/**/*.test.ts',
      'tests/scripts/{ledger-examples,sim-seeds}.test.ts',
    ],
    exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  },
});
