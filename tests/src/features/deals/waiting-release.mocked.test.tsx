import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { DealDto, DeadlineEvent } from '../../../../server/features/escrow/schema.ts';
import type { HomeTask } from '../../../../server/features/home/schema.ts';
import {
  approvalTexts,
  comesAtZero,
  dealWhilePaused,
  ifNothingText,
  isReleasePaused,
  releaseWait,
} from '../../../../src/components/deal/waiting-money.ts';
import { deadlineEffect } from '../../../../src/features/content/ReviewQueue.tsx';
import { TaskList, taskText } from '../../../../src/features/home/TaskList.tsx';
import { LOCALES } from '../../../../server/core/locale.ts';
import { markup, textsIn } from '../../../support/texts.tsx';

const reader = vi.hoisted(() => ({ paused: [] as string[] }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../../../src/components/money/PaymentsPaused.tsx', () => ({ usePausedCurrencies: () => reader.paused }));

const EVENTS: readonly DeadlineEvent[] = ['void', 'due', 'overdue', 'refund', 'auto_approve', 'release'];
const deadlineAt = new Date('2026-11-27T09:00:00Z');
const task = (change: Partial<HomeTask> = {}): HomeTask => ({
  kind: 'review',
  title: 'Autumn – Reel',
  who: 'Maya',
  amount: 45_000,
  currency: 'EUR',
  count: null,
  deadlineAt,
  onHold: false,
  link: '/content-approval/m1',
  ...change,
});

/** Every text beside a deadline or an approval, by where it stands: the key, or null where nothing is written. */
function textsBeside(atZero: DeadlineEvent, onHold: boolean, paused: readonly 'EUR'[]): Record<string, string | null> {
  const m = { currency: 'EUR', onHold } as const;
  const wait = releaseWait(m, paused);
  const room = comesAtZero(atZero, wait);
  const { whatIf } = dealWhilePaused(
    {
      currency: 'EUR',
      milestones: [],
      whatIf: { rows: [{ choice: 'approve', outcome: onHold ? 'releaseOnHold' : 'release', recipient: 'creator' }] },
    } as unknown as DealDto,
    paused,
  );
  return {
    home: `home:${taskText(task({ onHold }), paused)}`,
    // What is not funded is not in the queue.
    queue: atZero === 'void' ? null : `content:queue.then.${deadlineEffect({ atZero, ...m }, paused)}`,
    room: room && `content:room.then.${room}`,
    deal: onHold && atZero === 'release' ? null : room && `deals:${ifNothingText(atZero as 'release', wait)}`,
    preview: `deals:outcome.${whatIf?.rows[0]?.outcome}`,
    payments: isReleasePaused(atZero, 'EUR', paused) || room === null ? null : `payments:nextEvent.${atZero}`,
    button: `content:${approvalTexts(wait).button}`,
    sum: `content:${approvalTexts(wait).to}`,
    dialog: `content:${approvalTexts(wait).next}`,
    after: `content:after.${approvalTexts(wait).after}`,
    creator: `content:submit.after.${approvalTexts(wait).after}`,
  };
}

describe('what is written beside a deadline and an approval', () => {
  it.each([
    ['on hold', true, []],
    ['paused', false, ['EUR']],
    ['on hold and paused', true, ['EUR']],
  ] as const)('promises a release at no place while its money is %s', async (_, onHold, paused) => {
    const texts = await textsIn('en');
    for (const event of EVENTS)
      for (const [place, key] of Object.entries(textsBeside(event, onHold, paused))) {
        if (!key) continue;
        const text = String(texts.t(key as 'home:task.review.text', { amount: '€450.00' } as never));
        expect(text, `${place}: no text`).not.toBe(key.split(':')[1]);
        if (/released|paid out|leaves escrow|clears|clearing/iu.test(text))
          expect(text, `${place} at ${event}`).toMatch(/once (the hold|payments|they resume)/u);
      }
  });

  it('names the release at every place while money goes out', () => {
    expect(textsBeside('auto_approve', false, [])).toEqual({
      home: 'home:task.review.text',
      queue: 'content:queue.then.release',
      room: 'content:room.then.auto_approve',
      deal: 'deals:ifNothing.auto_approve',
      preview: 'deals:outcome.release',
      payments: 'payments:nextEvent.auto_approve',
      button: 'content:decide.approve',
      sum: 'content:approve.to',
      dialog: 'content:approve.next',
      after: 'content:after.approved',
      creator: 'content:submit.after.approved',
    });
    expect(textsBeside('release', false, ['EUR']).room).toBeNull();
  });

  it.each(LOCALES)('a home shows it in %s, for a pause of its own currency and for a hold', async (locale) => {
    const shown = (await textsIn(locale)).t('home:task.review.text', { who: 'Maya', amount: '€1' });
    const html = async (paused: string[], ...tasks: HomeTask[]) => {
      reader.paused = paused;
      return markup(<TaskList tasks={tasks} />, locale);
    };
    // The words behind the amount; in Chinese it stands at the end, and the words are before it.
    const [, after = '', before = ''] = [...shown.split('€1'), shown.split(/Maya|€1/u)[1]].map((part) =>
      (part ?? '').replaceAll(/[\p{Cf}.。·]/gu, '').trim(),
    );
    const promise = after || before;
    expect(promise).not.toBe('');
    expect(await html([], task())).toContain(promise);
    expect(await html(['USD'], task())).toContain(promise);
    expect(await html(['EUR'], task())).not.toContain(promise);
    expect(await html([], task({ onHold: true }))).not.toContain(promise);
  });
});
