import type { ActivityOptions } from '@temporalio/workflow';

/** Database only: short, and tried again for as long as the database is away. */
export const DATABASE_STEP = {
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
} as const satisfies ActivityOptions;

/**
 * Calls the payment provider: time for its slowest answer, slower retries. Every such activity is idempotent by its
 * keys.
 */
export const PROVIDER_STEP = {
  startToCloseTimeout: '90 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
} as const satisfies ActivityOptions;

/**
 * Calls a network that connected accounts are on: as `PROVIDER_STEP`, several calls long, with a sign of life, so that a
 * worker that was killed is noticed before the time is over.
 */
export const NETWORK_STEP = {
  ...PROVIDER_STEP,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
} as const satisfies ActivityOptions;

/** Reads much and writes files: may take minutes; a retry begins from the start. */
export const LONG_STEP = {
  startToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
} as const satisfies ActivityOptions;
