import { expect, test } from 'vitest';
import { arranged } from '../../../../src/components/portfolio/arrange.ts';

const works = ['a', 'b', 'c', 'd'].map((id) => ({ id, pinned: id < 'c' }));
const order = (id: string, to: number) =>
  arranged(works, id, to)
    ?.map((work) => work.id)
    .join('');

test('a work goes to the place it is dropped on, and the pinned ones stay before the others', () => {
  expect(order('d', 2)).toBe('abdc');
  expect(order('a', 1)).toBe('bacd');
  // Dropped among the others, a pinned work becomes the last of the pinned ones.
  expect(order('a', 3)).toBe('bacd');
  expect(order('d', 0)).toBe('abdc');
});

test('a work at the end of its way does not move, nor does one that is gone', () => {
  expect([order('c', 1), order('b', 2), order('d', 9), order('x', 0)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
