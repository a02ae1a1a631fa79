import { expect, test } from 'vitest';
import type { SubmissionState } from '../../../../server/features/content/schema.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import {
  briefStatus,
  disclosureIn,
  distinctNames,
  gapsOf,
  mayTakeFiles,
} from '../../../../server/features/content/rules.ts';

test('names become distinct for one folder, whatever its system takes for the same', () => {
  expect(distinctNames(['reel.mp4', 'Reel.mp4', 'reel.mp4', 'reel (2).mp4', '.hidden', 'plain', 'plain'])).toEqual([
    'reel.mp4',
    'Reel (2).mp4',
    'reel (3).mp4',
    'reel (2) (2).mp4',
    '.hidden',
    'plain',
    'plain (2)',
  ]);
});

test('a caption lacks the label when it does not carry it, in whatever case or width; a contract without a label requires none', () => {
  expect(gapsOf('', { disclosureText: 'Pubblicità' })).toEqual({ empty: true, label: true });
  expect(gapsOf('  \n', { disclosureText: '' })).toEqual({ empty: true, label: false });
  expect(gapsOf('Ciao. PUBBLICITÀ', { disclosureText: 'Pubblicità' })).toEqual({ empty: false, label: false });
  expect(gapsOf('Ciao', { disclosureText: 'Pubblicità' })).toEqual({ empty: false, label: true });
  expect(disclosureIn('Ｐｕｂｂｌｉｃｉｔà!', 'Pubblicità')).toBe(true);
});

test('a label is not found in another word: only in scripts that set no words apart may it touch others', () => {
  for (const caption of ['#adventure', '#ads #ad2', 'reads', ''])
    expect(disclosureIn(caption, '#ad'), caption).toBe(false);
  for (const caption of ['#ad', 'A day outside.#AD', '#adventure #ad!', 'café#ad', '#ad_2027', '#ad\n'])
    expect(disclosureIn(caption, '#ad'), caption).toBe(true);
  expect([disclosureIn('Промореклама', 'Реклама'), disclosureIn('Кофе. Реклама.', 'Реклама')]).toEqual([false, true]);
  expect([disclosureIn('咖啡广告合作', '广告'), disclosureIn('قهوة #إعلان', 'إعلان')]).toEqual([true, true]);
});

test('an item is met or requested only where the brand marked it in that version; earlier marks are shown as earlier', () => {
  const versions = [
    { n: 3, marks: [] },
    { n: 2, marks: [{ item: 'front', mark: 'met' as const }] },
    {
      n: 1,
      marks: [
        { item: 'front', mark: 'asked' as const },
        { item: 'drinks', mark: 'met' as const },
      ],
    },
  ];
  expect(briefStatus('front', versions, 1)).toEqual({ mark: 'asked', before: null });
  expect(briefStatus('front', versions, 2)).toEqual({ mark: 'met', before: { n: 1, mark: 'asked' } });
  expect(briefStatus('front', versions, 3)).toEqual({ mark: null, before: { n: 2, mark: 'met' } });
  expect(briefStatus('drinks', versions, 3)).toEqual({ mark: null, before: { n: 1, mark: 'met' } });
  expect(briefStatus('price', versions, 3)).toEqual({ mark: null, before: null });
  expect(briefStatus('front', [], 0)).toEqual({ mark: null, before: null });
});

test('the brand takes the files of a version once it was accepted or its milestone paid, the creator always', () => {
  const brandMay = (submission: SubmissionState, milestone: MilestoneState) =>
    mayTakeFiles('brand', { submission, milestone });
  expect(mayTakeFiles('creator', { submission: 'draft', milestone: 'funded' })).toBe(true);
  for (const milestone of ['delivered', 'changes_requested', 'disputed', 'refunding', 'refunded'] as const)
    for (const submission of ['submitted', 'changes_requested'] as const)
      expect(brandMay(submission, milestone), `${submission}, ${milestone}`).toBe(false);
  expect(brandMay('approved', 'clearing')).toBe(true);
  expect(brandMay('auto_approved', 'retention')).toBe(true);
  expect(brandMay('submitted', 'settled_split')).toBe(true);
  expect(brandMay('changes_requested', 'released')).toBe(true);
});
