import type { Step, Variant } from './schema.ts';

export const MAX_MESSAGE = 2_000;
export const MAX_STEPS = 7;
export const MAX_WAIT_DAYS = 30;
/** Of one sequence. */
export const MAX_RECIPIENTS = 1_000;

const DAY_MS = 24 * 3_600_000;

/** Values of a recipient that a text may name in braces: `{name}`. */
export const MERGE_FIELDS = ['name', 'handle', 'city', 'headline', 'brand', 'campaign'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];
export type MergeValues = Record<MergeField, string | null>;

const FIELD = /\{([^{}\n]{1,40})\}/gu;
const isField = (name: string): name is MergeField => (MERGE_FIELDS as readonly string[]).includes(name);

/** What stands in braces in the text and is no merge field. */
export const unknownFields = (text: string): string[] => [
  ...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name.trim()).filter((name) => !isField(name))),
];

/** The text with its values, and the fields that have none; those stay as they are. */
export function fillIn(text: string, values: MergeValues): { text: string; missing: MergeField[] } {
  const missing = new Set<MergeField>();
  const filled = text.replace(FIELD, (whole, given: string) => {
    const name = given.trim();
    if (!isField(name)) return whole;
    const value = values[name]?.trim();
    if (value) return value;
    missing.add(name);
    return whole;
  });
  return { text: filled, missing: [...missing] };
}

/** A message of a sequence, with its days after the one before. */
export interface PlannedMessage {
  texts: readonly string[];
  afterDays: number;
}

/** The messages in their order. */
export function messagesOf(steps: readonly Step[]): PlannedMessage[] {
  const messages: PlannedMessage[] = [];
  let afterDays = 0;
  for (const step of steps) {
    if (step.kind === 'wait') afterDays = step.days;
    else {
      messages.push({ texts: step.texts, afterDays });
      afterDays = 0;
    }
  }
  return messages;
}

/** A text of a sequence: the subject of its mails (`message` is null), or one of a message. */
export interface SequenceText {
  text: string;
  message: number | null;
  variant: Variant;
}
/** The texts that people read, in their order. */
export const partsOf = (subject: string, steps: readonly Step[]): SequenceText[] => [
  ...(subject === '' ? [] : [{ text: subject, message: null, variant: 'a' as const }]),
  ...messagesOf(steps).flatMap(({ texts }, message) =>
    texts.map((text, n) => ({ text, message, variant: n === 0 ? ('a' as const) : ('b' as const) })),
  ),
];

/** A sequence begins with its message; each follow-up has a wait before it, and nothing ends with a wait. */
export const isInOrder = (steps: readonly Step[]): boolean =>
  steps.length % 2 === 1 &&
  steps.every(({ kind }, i) => kind === (i === 0 ? 'message' : i % 2 === 1 ? 'wait' : 'follow_up'));

/** The text of a message for a variant; the first one where there is no second. */
export const textFor = ({ texts }: PlannedMessage, variant: Variant): string =>
  (variant === 'b' ? texts[1] : undefined) ?? texts[0] ?? '';

/** Variants in turn, so that both have the same number; one where no message has two texts. */
export const variantOf = (position: number, steps: readonly Step[]): Variant =>
  position % 2 === 1 && messagesOf(steps).some(({ texts }) => texts.length > 1) ? 'b' : 'a';

/** Nothing is sent from 20:00 to 8:00 of the recipient's day. */
export const QUIET = { from: 20, until: 8 } as const;

const clocks = new Map<string, Intl.DateTimeFormat>();
function localTime(at: Date, zone: string): { hour: number; minute: number; second: number } {
  let format = clocks.get(zone);
  if (!format) {
    const how = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    try {
      format = new Intl.DateTimeFormat('en-GB', { ...how, timeZone: zone });
    } catch {
      format = new Intl.DateTimeFormat('en-GB', { ...how, timeZone: 'UTC' });
    }
    clocks.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return { hour: parts['hour'] ?? 0, minute: parts['minute'] ?? 0, second: parts['second'] ?? 0 };
}

/** `at`, or the end of the quiet hours that it is in. */
export function outsideQuietHours(at: Date, zone: string): Date {
  const { hour, minute, second } = localTime(at, zone);
  if (hour >= QUIET.until && hour < QUIET.from) return at;
  const hours = hour >= QUIET.from ? 24 - hour + QUIET.until : QUIET.until - hour;
  const end = new Date(at.getTime() + hours * 3_600_000 - minute * 60_000 - second * 1_000);
  // On a day when the clocks change, an hour is missing or comes twice.
  const off = localTime(end, zone).hour - QUIET.until;
  return new Date(Math.ceil((end.getTime() - off * 3_600_000) / 1_000) * 1_000);
}

/** When a message is due that is sent so many days after `sent`. */
export const dueAfter = (sent: Date, days: number): Date => new Date(sent.getTime() + days * DAY_MS);

/** The time zones of a country; none where it is not known. */
export function zonesOf(country: string | null): readonly string[] {
  if (country === null || !/^[A-Z]{2}$/u.test(country)) return [];
  const region = new Intl.Locale('und', { region: country }) as Intl.Locale & {
    getTimeZones?(): string[] | undefined;
    timeZones?: string[];
  };
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}

/** `at`, or a later time that is outside of the quiet hours of each zone: of a person of whom only the country is known. */
export function outsideQuietHoursOfAll(at: Date, zones: readonly string[]): Date {
  let open = at;
  // The first and the last zone of a country are less than half a day apart; a second round is enough.
  for (let round = 0; round < 3; round++) {
    const before = open;
    for (const zone of zones) open = outsideQuietHours(open, zone);
    if (open.getTime() === before.getTime()) return open;
  }
  return open;
}
