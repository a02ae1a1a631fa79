import { DefaultLogger, Runtime, Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, expect, test } from 'vitest';
import { WORKFLOWS } from '../../workflows/contracts.ts';
import * as bundleEntry from '../../workflows/index.gen.ts';
import { bundleWorkflows } from '../../workflows/worker-temporal.ts';
import { savedHistories } from '../support/histories.ts';

let workflowBundle: WorkflowBundleWithSourceMap;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  workflowBundle = await bundleWorkflows(() => {});
}, 60_000);

/*
 * Workflows that run for weeks meet newer code. Each saved history must be replayed without a difference; this also notices
 * two copies of protobufjs in the tree, with which histories from JSON cannot be read at all.
 */
test.each(savedHistories())('$name replays without a difference', async ({ history, workflowId }) => {
  await expect(
    Worker.runReplayHistory({ workflowBundle, replayName: workflowId.replace('/', '-') }, history, workflowId),
  ).resolves.toBeUndefined();
});

test('the bundle exports the workflows that are registered, and nothing else', () => {
  expect(Object.keys(bundleEntry).sort()).toEqual(Object.keys(WORKFLOWS).sort());
});

test('every kind of workflow has a saved history', () => {
  const kinds = new Set(savedHistories().map(({ workflowId }) => workflowId.split('/')[0]));
  const missing = Object.values(WORKFLOWS).filter(({ noun }) => !kinds.has(noun));
  expect(missing.map((w) => w.noun)).toEqual([]);
});

test('a changed order of steps is noticed', async () => {
  const [first] = savedHistories().filter(({ name }) => name === 'offer-expired');
  const changed = structuredClone(first!.history) as {
    events: { activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[];
  };
  const step = changed.events.find((e) => e.activityTaskScheduledEventAttributes)?.activityTaskScheduledEventAttributes;
  step!.activityType.name = 'somethingElse';
  await expect(Worker.runReplayHistory({ workflowBundle }, changed, first!.workflowId)).rejects.toThrow(
    /TMPRL1100|[Nn]ondeterminism/,
  );
});
