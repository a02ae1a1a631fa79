import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { AppError } from '../../server/core/errors.ts';
import { bindActivities, type ActivityContext } from '../../workflows/activities/context.ts';

/** A context whose transactions begin, or where the database is away. */
const contextWith = (answers: boolean): ActivityContext =>
  ({
    actor: { kind: 'system', name: 'test' },
    db: {
      isTransaction: answers,
      startTransaction: () => ({ execute: () => Promise.reject(new Error('connect ECONNREFUSED')) }),
    },
  }) as unknown as ActivityContext;

async function failureOf(error: Error, { answers, attempt }: { answers: boolean; attempt: number }): Promise<unknown> {
  const { fails } = bindActivities(contextWith(answers), 'test', {
    fails: async () => {
      throw error;
    },
  });
  const env = new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') });
  return env.run(() => fails(undefined as never)).catch((seen: unknown) => seen);
}

test('an activity that meets a database which is away is tried again within ten seconds, however often it was', async () => {
  const lost = new Error('Connection terminated unexpectedly');
  for (const [attempt, delay] of [
    [1, '1 seconds'],
    [3, '4 seconds'],
    [9, '10 seconds'],
  ] as const) {
    const failure = await failureOf(lost, { answers: false, attempt });
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ nextRetryDelay: delay, nonRetryable: false, cause: lost });
  }
});

test('what fails for another reason keeps the tries of its activity; a cancellation stays one, and a refusal has none', async () => {
  const slow = new Error('the provider did not answer');
  expect(await failureOf(slow, { answers: true, attempt: 9 })).toBe(slow);
  const cancelled = new CancelledFailure('cancelled');
  expect(await failureOf(cancelled, { answers: false, attempt: 1 })).toBe(cancelled);
  const refused = await failureOf(new AppError('state.changed'), { answers: false, attempt: 1 });
  expect(refused).toMatchObject({ nonRetryable: true, type: 'state.changed' });
});
