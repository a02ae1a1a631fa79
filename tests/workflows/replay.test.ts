import { DefaultLogger, Runtime, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { beforeAll, expect, test } from 'vitest';
import { buildWorkflows } from '../../scripts/lib/workflow-build.ts';
import { WORKFLOWS } from '../../workflows/contracts.ts';
import * as bundleEntry from '../../workflows/index.gen.ts';
import { savedHistories } from '../support/histories.ts';

const histories = savedHistories();
let workflowBundle: WorkflowBundleOption;
/** What each history was replayed to, in their order: null without a difference. */
const replayed: (Error | null)[] = [];

// One worker replays them all: to start one takes longer than a replay.
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  workflowBundle = { codePath: await buildWorkflows(() => {}) };
  for await (const { error } of Worker.runReplayHistories({ workflowBundle, replayName: 'saved' }, histories))
    replayed.push(error ?? null);
}, 120_000);

/*
 * Workflows that run for weeks meet newer code. Each saved history must be replayed without a difference; this also notices
 * two copies of protobufjs in the tree, with which histories from JSON cannot be read at all.
 */
test.each(histories.map(({ name }, index) => ({ name, index })))('$name replays without a difference', ({ index }) => {
  expect(replayed).toHaveLength(histories.length);
  expect(replayed[index]).toBeNull();
});

test('the bundle exports the workflows that are registered, and nothing else', () => {
  expect(Object.keys(bundleEntry).sort()).toEqual(Object.keys(WORKFLOWS).sort());
});

test('every kind of workflow has a saved history', () => {
  const kinds = new Set(histories.map(({ workflowId }) => workflowId.split('/')[0]));
  const missing = Object.values(WORKFLOWS).filter(({ noun }) => !kinds.has(noun));
  expect(missing.map((w) => w.noun)).toEqual([]);
});

test('a changed order of steps is noticed', async () => {
  const [first] = histories.filter(({ name }) => name === 'offer-expired');
  const changed = structuredClone(first!.history) as {
    events: { activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[];
  };
  const step = changed.events.find((e) => e.activityTaskScheduledEventAttributes)?.activityTaskScheduledEventAttributes;
  step!.activityType.name = 'somethingElse';
  await expect(Worker.runReplayHistory({ workflowBundle }, changed, first!.workflowId)).rejects.toThrow(
    /TMPRL1100|[Nn]ondeterminism/,
  );
});
