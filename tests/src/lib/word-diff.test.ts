import { expect, it } from 'vitest';
import { wordDiff } from '../../../src/lib/word-diff.ts';

const shown = (before: string, after: string, language?: string) =>
  wordDiff(before, after, language).map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`);

it('names the words that were removed and added, and what stays gives both texts back', () => {
  expect(shown('within 14 days', 'within 30 days')).toEqual(['within ', '-14', '+30', ' days']);
  expect(shown('', 'new')).toEqual(['+new']);
  expect(shown('same', 'same')).toEqual(['same']);
  const [before, after] = ['The brand pays for parking.', 'The creator pays for parking and trains.'];
  const parts = wordDiff(before, after);
  const text = (left: 'removed' | 'added') => parts.flatMap((p) => (p.kind === left ? [] : [p.text])).join('');
  expect([text('added'), text('removed')]).toEqual([before, after]);
});

it('cuts words where a script has no spaces', () => {
  expect(shown('费用由品牌方承担', '费用由创作者承担', 'zh').join('')).toContain('+创作者');
});
