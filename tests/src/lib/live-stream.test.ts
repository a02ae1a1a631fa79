import { beforeEach, expect, test, vi } from 'vitest';
import { createLiveStream, type LiveStream } from '@/lib/live-stream.ts';

interface Opened {
  topics: readonly string[];
  event(changed: readonly string[]): void;
  end(): void;
  closed: boolean;
}

let opened: Opened[];
let inView: boolean;
let stream: LiveStream;
beforeEach(() => {
  opened = [];
  inView = true;
  stream = createLiveStream({
    maxTopics: 3,
    isInView: () => inView,
    open(topics, on) {
      const one: Opened = { topics, ...on, closed: false };
      opened.push(one);
      return () => (one.closed = true);
    },
  });
});

const follow = (refresh: () => unknown, ...topics: string[]) => stream.follow({ topics, latest: { current: refresh } });
const settled = () => Promise.resolve();
const isOpen = () => opened.filter(({ closed }) => !closed).map(({ topics }) => topics);

test('all parts of a tab share one stream, and each is refreshed by its own topics', async () => {
  const [frame, deal] = [vi.fn(), vi.fn()];
  follow(frame, 'user:1', 'org:1');
  follow(deal, 'contract:1');
  await settled();
  expect(isOpen()).toEqual([['user:1', 'org:1', 'contract:1']]);
  opened[0]!.event(['user:1', 'org:1', 'contract:1']);
  opened[0]!.event(['contract:1']);
  expect([frame.mock.calls.length, deal.mock.calls.length]).toEqual([1, 2]);
});

test('a function that several parts share runs once for an event', async () => {
  const screen = vi.fn();
  follow(screen, 'org:1');
  follow(screen, 'org:1', 'contract:1');
  await settled();
  opened[0]!.event(['org:1', 'contract:1']);
  expect(screen).toHaveBeenCalledTimes(1);
});

test('a part whose topics are followed already is refreshed at once, without another stream', async () => {
  follow(() => {}, 'org:1');
  await settled();
  const home = vi.fn();
  const leave = follow(home, 'org:1');
  await settled();
  expect([opened.length, home.mock.calls.length]).toEqual([1, 1]);
  leave();
  await settled();
  opened[0]!.event(['org:1']);
  expect([opened.length, home.mock.calls.length, isOpen().length], 'left, and the stream stays').toEqual([1, 1, 1]);
});

test('another page of the same tab replaces the stream by one with its topics', async () => {
  follow(() => {}, 'org:1');
  const leave = follow(() => {}, 'contract:1');
  await settled();
  leave();
  follow(() => {}, 'contract:2');
  await settled();
  expect([opened.length, isOpen()]).toEqual([2, [['org:1', 'contract:2']]]);
});

test('a tab out of view has no stream, and one in view again; so has one that nothing follows', async () => {
  const leave = follow(() => {}, 'org:1');
  await settled();
  inView = false;
  stream.settle();
  expect(isOpen()).toEqual([]);
  inView = true;
  stream.settle();
  expect(isOpen()).toEqual([['org:1']]);
  leave();
  await settled();
  expect(isOpen()).toEqual([]);
});

test('a stream that the server ended is opened again when there is a reason to look; its late events count no more', async () => {
  const refresh = vi.fn();
  follow(refresh, 'org:1');
  await settled();
  opened[0]!.end();
  opened[0]!.event(['org:1']);
  expect(refresh).not.toHaveBeenCalled();
  stream.settle();
  expect(opened).toHaveLength(2);
  opened[1]!.event(['org:1']);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('no more topics are requested than the server takes', async () => {
  follow(() => {}, 'org:1', 'org:2', 'org:3', 'org:4');
  await settled();
  expect(isOpen()).toEqual([['org:1', 'org:2', 'org:3']]);
  stream.settle();
  expect(opened.length, 'and it settles').toBe(1);
});
