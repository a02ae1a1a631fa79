import { expect, test } from 'vitest';
import { refusal } from '../../../../server/core/state-machine.ts';
import { calendarFile } from '../../../../server/features/visits/calendar/rules.ts';
import { isVisitCode, visitCode } from '../../../../server/features/visits/code.ts';
import {
  bookRefusal,
  CHECK_IN_AFTER_END_MS,
  CODE_TRIES,
  CORRECTION_MS,
  remindersLeft,
  slotProblem,
  VISIT_MACHINE,
  VISIT_STATES,
  visitRefusal,
  type VisitAction,
  type VisitState,
} from '../../../../server/features/visits/rules.ts';

const HOUR = 3_600_000;
const start = new Date('2026-12-10T09:00:00Z');
const at = (hours: number): Date => new Date(start.getTime() + hours * HOUR);
const slot = { startsAt: start, endsAt: at(1), cancelHours: 12 };
const open = { ...slot, state: 'open' as const, capacity: 2, taken: 1 };

test('each act starts from its states and is its side’s alone', () => {
  const allowed = (Object.keys(VISIT_MACHINE) as VisitAction[]).flatMap((act) =>
    (['creator', 'brand', 'system'] as const).flatMap((by) =>
      VISIT_STATES.filter((state) => refusal(VISIT_MACHINE, act, state, by) === null).map(
        (state) => `${by} ${act} ${state}`,
      ),
    ),
  );
  expect(allowed.toSorted()).toEqual([
    'brand arrive booked',
    'brand arrive missed',
    'brand cancel booked',
    'creator cancel booked',
    'creator checkIn booked',
    'creator move booked',
    'system cancel booked',
    'system miss booked',
  ]);
});

test('a slot is booked while it is open, free and to come, once for each deal and time', () => {
  const book = (patch: object = {}, more: object = {}, now = at(-1)) =>
    bookRefusal({ slot: { ...open, ...patch }, subjectTakes: true, hasVisit: false, overlaps: false, ...more }, now);
  expect(book()).toBeNull();
  expect(book({ taken: 2 })).toBe('visit.full');
  expect(book({ state: 'closed' })).toBe('visit.slot_closed');
  expect(book({}, {}, start)).toBe('visit.slot_started');
  expect(book({}, { hasVisit: true })).toBe('visit.already_booked');
  expect(book({}, { overlaps: true })).toBe('visit.overlap');
  expect(book({}, { subjectTakes: false })).toBe('visit.not_open');
});

test('a creator changes a visit until the stated time, a brand cancels until the start', () => {
  const visit = { state: 'booked' as VisitState, slot, tries: 0 };
  expect(visitRefusal('cancel', visit, 'creator', at(-12))).toBeNull();
  expect(visitRefusal('cancel', visit, 'creator', at(-11.9))).toBe('visit.too_late_to_change');
  expect(visitRefusal('move', visit, 'creator', at(-11.9))).toBe('visit.too_late_to_change');
  expect(visitRefusal('cancel', visit, 'brand', at(-0.1))).toBeNull();
  expect(visitRefusal('cancel', visit, 'brand', at(0.1))).toBe('visit.too_late_to_change');
});

test('check-in opens at the start and closes half an hour after the end; a brand may correct it for two days', () => {
  const visit = { state: 'booked' as VisitState, slot, tries: 0 };
  const end = 1 + CHECK_IN_AFTER_END_MS / HOUR;
  expect(visitRefusal('checkIn', visit, 'creator', at(-0.01))).toBe('visit.check_in_early');
  expect(visitRefusal('checkIn', visit, 'creator', at(0))).toBeNull();
  expect(visitRefusal('checkIn', visit, 'creator', at(end))).toBe('visit.check_in_over');
  expect(visitRefusal('checkIn', { ...visit, tries: CODE_TRIES }, 'creator', at(0))).toBe('visit.code_locked');
  const missed = { ...visit, state: 'missed' as VisitState, tries: CODE_TRIES };
  expect(visitRefusal('arrive', missed, 'brand', at(end + 1))).toBeNull();
  expect(visitRefusal('arrive', missed, 'brand', at(end + CORRECTION_MS / HOUR))).toBe('visit.check_in_over');
});

test('reminders are sent 24 and 2 hours before; one before the booking is left out, a late one is made up for', () => {
  const of = (bookedAt: Date, now: Date, reminded: number | null = null) =>
    remindersLeft({ startsAt: start, bookedAt, reminded }, now).map(({ hours }) => hours);
  expect(of(at(-72), at(-72))).toEqual([24, 2]);
  expect(of(at(-20), at(-20))).toEqual([2]);
  expect(of(at(-72), at(-20))).toEqual([24, 2]);
  expect(of(at(-72), at(-20), 24)).toEqual([2]);
  expect(of(at(-72), at(-1))).toEqual([2]);
  expect(of(at(-72), at(0))).toEqual([]);
});

test('a slot lies ahead, lasts a quarter to twelve hours and is at most half a year away', () => {
  const problem = (startsAt: Date, endsAt: Date) => slotProblem({ startsAt, endsAt }, at(0))?.code ?? null;
  expect(problem(at(1), at(2))).toBeNull();
  expect(problem(at(0), at(1))).toBe('visit.time_in_past');
  expect(problem(at(1), at(1.1))).toBe('visit.length');
  expect(problem(at(2), at(1))).toBe('visit.length');
  expect(problem(at(1), at(14))).toBe('visit.length');
  expect(problem(at(24 * 181), at(24 * 181 + 1))).toBe('visit.too_far');
});

test('a code has six digits, is bound to visit and slot, and is no other’s', () => {
  const code = visitCode('secret', { visitId: 'a', slotId: 'b' });
  expect(code).toMatch(/^\d{6}$/);
  expect(visitCode('secret', { visitId: 'a', slotId: 'b' })).toBe(code);
  expect(visitCode('secret', { visitId: 'a', slotId: 'c' })).not.toBe(code);
  expect(visitCode('other', { visitId: 'a', slotId: 'b' })).not.toBe(code);
  expect(isVisitCode(code, code)).toBe(true);
  expect(isVisitCode('12345', code)).toBe(false);
});

test('the calendar file escapes texts, folds long lines at 75 bytes and writes times in UTC', () => {
  const text = calendarFile(
    {
      id: 'v1',
      summary: 'Visit: Café Lumen; tasting',
      description: 'é'.repeat(100),
      location: '12, rue de la République\nLyon',
      startsAt: start,
      endsAt: at(1),
      url: 'https://sponsio.example/d',
    },
    at(-30),
  );
  expect(text).toContain('\r\nDTSTART:20261210T090000Z\r\nDTEND:20261210T100000Z\r\n');
  expect(text).toContain('SUMMARY:Visit: Café Lumen\\; tasting');
  expect(text).toContain('LOCATION:12\\, rue de la République\\nLyon');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'é'.repeat(100)}`);
});

test('a deadline is a moment in the calendar file: it has a beginning and no end', () => {
  const moment = { id: 'd1', summary: 'Reel', description: '', location: '', startsAt: start, endsAt: start, url: '' };
  const text = calendarFile(moment, at(-30));
  expect(text).toContain('\r\nDTSTART:20261210T090000Z\r\n');
  expect(text).not.toContain('DTEND');
});
