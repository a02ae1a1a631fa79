export interface HostileBody {
  what: string;
  path: string;
  payload: string;
  /** Send it with a session of a brand: schemas are checked only then. */
  signedIn: boolean;
}

/** The server's limit, less a little for the surrounding JSON. */
const FULL = 99_000;

const repeated = (part: string, between = ''): string =>
  Array.from({ length: Math.floor(FULL / (part.length + between.length)) }, () => part).join(between);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const annotated = (json: unknown, meta: unknown): string => JSON.stringify({ json, meta });
const nested = (open: string, close: string): string => {
  const levels = Math.floor((FULL - 40) / (open.length + close.length));
  return `{"json":${open.repeat(levels)}1${close.repeat(levels)}}`;
};

/** One field of a form that is filled with `value`, as JSON text. */
const field = (name: string, value: string): string => `{"json":{${JSON.stringify(name)}:${value}}}`;

/** Bodies of up to 100 KB, each made to cost a server far more than it costs to send. */
const PAYLOADS: Record<string, () => string> = {
  'a set, and references into it': () =>
    annotated(
      { s: numbers(9_000) },
      { values: { s: ['set'] }, referentialEqualities: { 's.8999': numbers(3_500).map((n) => `s.${n}.x`) } },
    ),
  'a map, and references into it': () =>
    annotated(
      { s: numbers(3_000).map((n) => [n, n]) },
      { values: { s: ['map'] }, referentialEqualities: { 's.2999': numbers(3_000).map((n) => `s.${n}.1`) } },
    ),
  'a set of sets': () =>
    annotated(
      { s: numbers(3_000).map(() => []) },
      { values: { s: ['set', Object.fromEntries(numbers(3_000).map((n) => [n, ['set']]))] } },
    ),
  'references to itself': () =>
    annotated({ a: '1' }, { referentialEqualities: [['a'], { a: numbers(9_000).map((n) => `b${n}`) }] }),
  'references that double': () =>
    annotated(Object.fromEntries(numbers(1_000).map((n) => [`l${n}`, { a: 1 }])), {
      referentialEqualities: Object.fromEntries(numbers(999).map((n) => [`l${n + 1}`, [`l${n}.a`, `l${n}.b`]])),
    }),
  'dates by the thousand': () =>
    annotated(
      { s: numbers(1_500).map(() => '2026-01-01T00:00:00Z') },
      { values: Object.fromEntries(numbers(1_500).map((n) => [`s.${n}`, ['Date']])) },
    ),
  'a date of 10^5 digits': () => annotated({ d: '1'.repeat(FULL - 100) }, { values: { d: ['Date'] } }),
  'a big integer of 10^5 digits': () => annotated({ d: '9'.repeat(FULL - 100) }, { values: { d: ['bigint'] } }),
  'a regular expression': () => annotated({ d: `/${'(a*)*'.repeat(9_000)}/` }, { values: { d: ['regexp'] } }),
  'an annotation of depth': () =>
    `{"json":{"a":1},"meta":{"values":${'{"a":'.repeat(14_000)}["Date"]${'}'.repeat(14_000)}}}`,
  'a path of depth': () => annotated({ a: 1 }, { values: { [`a${'.a'.repeat(45_000)}`]: ['Date'] } }),
  'lists in lists': () => nested('[', ']'),
  'records in records': () => nested('{"a":', '}'),
  'lists and records in turn': () => nested('[{"a":', '}]'),
  'a list of zeros': () => field('patch', `[${repeated('0', ',')}]`),
  'a list of empty records': () => field('topics', `[${repeated('{}', ',')}]`),
  'a list of lists': () => field('applicationIds', `[${repeated('[]', ',')}]`),
  'a list of texts': () => field('ids', `[${repeated('"x"', ',')}]`),
  'a record of many keys': () =>
    `{"json":{${numbers(9_000)
      .map((n) => `"k${n}":0`)
      .join(',')}}}`,
  'one key many times': () => `{"json":{${repeated('"k":0', ',')}}}`,
  'a number of 10^5 digits': () => field('price', '9'.repeat(FULL - 30)),
  'a fraction of 10^5 digits': () => field('price', `0.${'3'.repeat(FULL - 30)}`),
  'an exponent of 10^5 digits': () => field('price', `1e${'9'.repeat(FULL - 30)}`),
  'numbers of a thousand digits': () => field('price', `[${repeated('8'.repeat(1_000), ',')}]`),
  'a text of 10^5 letters': () => field('title', `"${'a'.repeat(FULL - 30)}"`),
  'an address of 10^5 letters': () => field('email', `"${'a@'.repeat((FULL - 30) / 2)}"`),
  'a link of 10^5 letters': () => field('url', `"https://${'a.'.repeat((FULL - 40) / 2)}"`),
  'a text of escapes': () => field('title', `"${'\\u0041'.repeat((FULL - 30) / 6)}"`),
  'a text of half letters': () => field('title', `"${'\\ud800'.repeat((FULL - 30) / 6)}"`),
  prototypes: () => `{"json":{${repeated('"__proto__":{"x":1}', ',')}}}`,
  'a form filled too far': () =>
    field(
      'patch',
      `{"milestones":[${repeated('{"title":"x","amount":1,"dueAt":"2030-01-01"}', ',')
        .slice(0, FULL - 60)
        .replace(/,[^,]*$/, '')
        .replace(/,\{[^}]*$/, '')}]}`,
    ),
  spaces: () => `{"json":${' '.repeat(FULL - 20)}1}`,
  'ten inputs at once': () =>
    JSON.stringify(
      Object.fromEntries(
        numbers(10).map((n) => [n, { json: { s: numbers(1_500) }, meta: { values: { s: ['set'] } } }]),
      ),
    ),
  'not closed': () => '['.repeat(FULL),
};

const OPEN = ['privacy.requestAccountDeletion', 'privacy.confirmDeletion', 'accounts.completeSignUp'];
const OF_BRANDS = ['campaigns.saveDraft', 'offers.send', 'notifications.markRead'];

/** Every payload to procedures that a stranger and a signed-in brand reach, and to the calls outside of the procedures. */
export function hostileBodies(count: number): HostileBody[] {
  const made: HostileBody[] = [];
  const payloads = Object.entries(PAYLOADS).map(([what, make]) => ({ what, payload: make() }));
  const targets = [
    ...OPEN.map((name) => ({ path: `/api/trpc/${name}`, signedIn: false })),
    ...OF_BRANDS.map((name) => ({ path: `/api/trpc/${name}`, signedIn: true })),
    ...['/api/auth/sign-in/email', '/api/request-reset', '/api/consent'].map((path) => ({ path, signedIn: false })),
  ];
  for (let n = 0; made.length < count; n += 1) {
    const round = Math.floor(n / payloads.length);
    const { what, payload } = payloads[n % payloads.length]!;
    const { path, signedIn } = targets[(n + round) % targets.length]!;
    const batch = what === 'ten inputs at once' && path.startsWith('/api/trpc/');
    made.push({
      what,
      payload,
      signedIn,
      path: batch
        ? `/api/trpc/${numbers(10)
            .map(() => path.slice('/api/trpc/'.length))
            .join(',')}?batch=1`
        : path,
    });
  }
  return made;
}
