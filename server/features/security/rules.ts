import { exponentOf, isCurrency, type Currency, type Money } from '../../core/money.ts';
import { RETENTION } from '../policies/rules.ts';

/** How long a proof of identity is valid. */
export const PROOF_LIFE_MS = 10 * 60_000;
/** Wrong proofs within a session before it is blocked, and for how long. */
export const PROOF_TRIES = 5;
export const PROOF_WAIT_MS = 15 * 60_000;

/** How long the last second factor stays after its removal was requested. */
export const LAST_FACTOR_DELAY: Record<'standard' | 'demo' | 'test', string> = {
  standard: 'PT24H',
  demo: 'PT24H',
  test: 'PT24H',
};

/** A session slides by seven days, but ends thirty days after its sign-in; that of staff much sooner. */
export const MEMBER_SESSION = { absoluteMs: RETENTION.sessionDays * 24 * 3_600_000, idleMs: null } as const;
export const STAFF_SESSION = { absoluteMs: 12 * 3_600_000, idleMs: 30 * 60_000 } as const;
/** "Last seen" is written at most this often. */
export const SEEN_EVERY_MS = 60_000;

/** In minor units; releases above them require a proof. */
export type ReleaseLimits = Record<Currency, number>;
/** About a thousand euros in each currency; the setting of the same name replaces some of them or all. */
export const RELEASE_STEP_UP_ABOVE: ReleaseLimits = {
  EUR: 100_000,
  GBP: 90_000,
  USD: 110_000,
  CAD: 150_000,
  JPY: 170_000,
  KWD: 340_000,
};

/** About five thousand euros in each currency: contracts above them require a proof when they are signed. */
export const SIGN_STEP_UP_ABOVE: ReleaseLimits = {
  EUR: 500_000,
  GBP: 450_000,
  USD: 550_000,
  CAD: 750_000,
  JPY: 850_000,
  KWD: 1_700_000,
};

/** Reads the setting, whole units by currency such as `EUR 500, JPY 80000`; currencies it does not name keep what is shipped. Throws RangeError. */
export function sumsByCurrency(text: string, usual: Readonly<ReleaseLimits>): ReleaseLimits {
  const limits = { ...usual };
  for (const part of text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, currency = '', sum = ''] = /^([A-Z]{3}) (\d{1,9})$/.exec(part) ?? [];
    if (!isCurrency(currency))
      throw new RangeError(`"${part}" is not a currency of ours and a whole sum, such as "EUR 1000"`);
    limits[currency] = Number(sum) * 10 ** exponentOf(currency);
  }
  return limits;
}

export const requiresProof = ({ amount, currency }: Money, limits: ReleaseLimits): boolean => amount > limits[currency];

export function sessionOver(
  session: { signedInAt: Date; lastSeenAt: Date },
  limits: { absoluteMs: number; idleMs: number | null },
  now: Date,
): boolean {
  if (now.getTime() - session.signedInAt.getTime() >= limits.absoluteMs) return true;
  return limits.idleMs !== null && now.getTime() - session.lastSeenAt.getTime() >= limits.idleMs;
}

/**
 * The authenticator secret of the demo's staff. Only the demo scenario writes it to an account, and only the demo shows
 * its codes.
 */
export const DEMO_AUTHENTICATOR_SECRET = 'sponsio-demo-staff-authenticator';

/** The network of a client address, not the full address: /24 of IPv4, /48 of IPv6. */
export function ipRange(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.\d+$/i.exec(ip);
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.x`;
  if (!ip.includes(':')) return '';
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups.slice(0, 3).join(':')}:x`;
}

export interface Device {
  browser: string | null;
  system: string | null;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system as a User-Agent names them; product names, the same in every language. */
export function deviceOf(userAgent: string | null): Device {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
