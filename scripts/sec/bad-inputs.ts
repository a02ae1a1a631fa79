/** The four public account calls, each with an input that its server would accept. */
export const CALLS: Record<string, Record<string, string>> = {
  'request-reset': { email: 'somebody@sec.example' },
  'resend-verification': { email: 'somebody@sec.example' },
  'confirm-reset': { email: 'somebody@sec.example', code: '123456', new_password: 'quiet-harbour-light' },
  'verify-account': { email: 'somebody@sec.example', code: '123456' },
};

export interface BadInput {
  what: string;
  path: string;
  method: string;
  payload: string;
  headers: Record<string, string>;
}

/** A small seeded generator (mulberry32), so that a failing case can be repeated. */
function chance(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  123456,
  '',
  ' ',
  [],
  ['a@b.example'],
  {},
  { $ne: null },
  { toString: 'x' },
  [[[[[]]]]],
  '\u0000',
  'a\u0000@b.example',
  'а@sec.example',
  'ad\u202emin@sec.example',
  'ｓomebody@sec.example',
  'somebody@sec.example\r\nBcc: x@y.example',
  '"quoted name"@',
  '@',
  'a@',
  '@b',
  'a@b',
  'a b@c.example',
  `${'a'.repeat(10_000)}@sec.example`,
  'a@'.repeat(5_000),
  '\ud800',
  '\udfff',
  'a\ud800@sec.example',
  'a@\udc00.example',
  ['\ud800'],
  { '\ud800': 1 },
  '-200000-01-01',
  '+275760-09-13T00:00:00.000Z',
  '😀@😀',
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>',
  '%00',
  '{{7*7}}',
];
const CODES: unknown[] = [
  '12345',
  '1234567',
  '12a456',
  '１２３４５６',
  '٣٤٥٦٧٨',
  ' 12345',
  '12345\n',
  '-12345',
  '1e5',
  '0x1234',
  123456,
  ['123456'],
  '\u0000'.repeat(6),
  '12 456',
];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonx',
  'application/json\ta',
  'text/html',
  'application/octet-stream',
  'image/png',
];
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const BROKEN = [
  '',
  '{',
  '{"email":',
  '[',
  'null',
  '"text"',
  '0',
  'true',
  '[]',
  '{"email":"a@b.example"}}',
  "{'email':'a@b.example'}",
  '{"__proto__":{"x":1},"email":"a@b.example"}',
  '\ufeff{}',
  '{"email":NaN}',
  '\u0000',
  '{"email":"a@b.example","email":["x"]}',
  `${'['.repeat(5_000)}`,
];

/** `count` inputs that must all be refused, the same for the same seed. */
export function badInputs(count: number, seed = 1): BadInput[] {
  const random = chance(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const names = Object.keys(CALLS);
  const made: BadInput[] = [];
  while (made.length < count) {
    const name = names[made.length % names.length]!;
    const good = CALLS[name]!;
    const fields = Object.keys(good);
    const field = pick(fields);
    const json = (what: string, value: unknown): BadInput => ({
      what,
      path: `/api/${name}`,
      method: 'POST',
      payload: JSON.stringify(value),
      headers: JSON_TYPE,
    });
    const kinds: (() => BadInput)[] = [
      () =>
        json(`${field} of another kind`, {
          ...good,
          [field]:
            field === 'code'
              ? pick(CODES)
              : field === 'email'
                ? pick(VALUES)
                : pick(VALUES.filter((v) => typeof v !== 'string' || v === '')),
        }),
      () => json(`without ${field}`, Object.fromEntries(Object.entries(good).filter(([key]) => key !== field))),
      () =>
        json('with a field more', {
          ...good,
          [pick(['admin', 'user_type', 'constructor', 'id', '$where', 'Email', 'code ', 'isAdmin'])]: pick(VALUES),
        }),
      () => json('an array of inputs', [good, good]),
      () => json('of a megabyte', { ...good, [field]: 'x'.repeat(1_048_576) }),
      () => ({ ...json('broken JSON', null), payload: pick(BROKEN) }),
      () => ({ ...json('of another content type', good), headers: { 'content-type': pick(TYPES) } }),
      () => ({ ...json('by another method', good), method: pick(METHODS) }),
      () =>
        json('of random bytes', {
          ...good,
          [field]: Array.from({ length: 40 }, () => String.fromCharCode(Math.floor(random() * 32))).join(''),
        }),
    ];
    // Any long text is a valid password, so this field is left out.
    const input = pick(kinds)();
    if (input.what === 'of random bytes' && field === 'new_password') continue;
    made.push(input);
  }
  return made;
}
