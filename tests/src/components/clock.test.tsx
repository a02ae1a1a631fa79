import { describe, expect, it } from 'vitest';
import { deadlineId } from '../../../src/components/time/calendar-file.ts';
import { Clock } from '../../../src/components/time/Clock.tsx';
import { Countdown } from '../../../src/components/time/Countdown.tsx';
import { markup } from '../../support/texts.tsx';

const HOUR = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms + 500);

describe('a clock on screen', () => {
  it('is a timer with its time in words', async () => {
    const html = await markup(
      <Clock deadline={inMs(31 * HOUR)} start={new Date(Date.now() - 31 * HOUR)} until="until it approves itself" />,
    );
    expect(html).toContain('role="timer"');
    expect(html).toContain('aria-label="1 day 7 hours 0 minutes left"');
    expect(html).toContain('until it approves itself');
    expect(html).toMatch(/width:(49\.9\d*|50)%/u);
  });

  it('turns urgent under 24 hours', async () => {
    expect(await markup(<Clock deadline={inMs(6 * HOUR)} />)).toContain('text-urgent');
    expect(await markup(<Clock deadline={inMs(31 * HOUR)} />)).not.toContain('text-urgent');
  });

  it('stops while paused and shows the reason', async () => {
    const html = await markup(
      <Clock deadline={inMs(HOUR)} paused={{ reason: 'A dispute stops the clock.', leftMs: 31 * HOUR }} />,
    );
    expect(html).toContain('Paused');
    expect(html).toContain('A dispute stops the clock.');
    expect(html).not.toContain('role="timer"');
  });

  it('is offered as an entry for a calendar while it runs, and not once it is over', async () => {
    const entry = 'Reel · approved automatically, and €400.00 is paid';
    const offered = 'Add to calendar';
    expect(await markup(<Clock deadline={inMs(HOUR)} calendar={entry} />)).toContain(offered);
    expect(await markup(<Clock deadline={inMs(HOUR)} />)).not.toContain(offered);
    expect(await markup(<Clock deadline={inMs(-HOUR)} calendar={entry} />)).not.toContain(offered);
    const paused = { reason: 'A dispute stops the clock.', leftMs: HOUR };
    expect(await markup(<Clock deadline={inMs(HOUR)} calendar={entry} paused={paused} />)).not.toContain(offered);
  });

  it('of two milestones that end at one moment are two entries of a calendar, each the same when it is added again', () => {
    const [page, at] = ['/smart-contracts/c1', new Date('2027-02-10T09:00:00Z')];
    const id = (milestone: string) => deadlineId(page, at, milestone);
    expect(id('m1')).not.toBe(id('m2'));
    expect(id('m1')).toBe(id('m1'));
  });

  it('ends with the word for now, not with zeros', async () => {
    const html = await markup(<Clock deadline={inMs(-HOUR)} until="until it approves itself" />);
    expect(html).toContain('>now<');
    expect(html).not.toContain('until it approves itself');
  });

  it('speaks every language', async () => {
    expect(await markup(<Clock deadline={inMs(31 * HOUR)} />, 'ru')).toContain('Осталось 1 день 7 часов 0 минут');
    expect(await markup(<Countdown deadline={inMs(31 * HOUR)} />, 'ar')).toContain('1 ي 7 س');
  });
});
