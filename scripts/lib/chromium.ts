import { existsSync } from 'node:fs';
import { StartFailure } from './failure.ts';
import { runsAsRoot } from '../stack/identity.ts';
import { findOnPath, runToEnd } from '../stack/launch.ts';

/** Headless Chromium: the same pages for half of the work of the complete browser. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const wholeNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const wholePaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Fonts for Arabic, Chinese and emoji. */
const fontPackages = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

/** `whole`: the complete browser; measurements of loading times need it. */
type Kind = 'any' | 'whole';

async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

const firstOnPath = (names: readonly string[]): string | null =>
  names.map((name) => findOnPath(name)).find((path) => path !== null) ?? null;
const shellHere = (): string | null => firstOnPath(shellNames);

/** An installed browser; null when there is none. Throws when `CHROMIUM` names no file. */
export async function findChromium(kind: Kind = 'any', given = process.env.CHROMIUM): Promise<string | null> {
  if (given) {
    if (!existsSync(given)) throw new StartFailure(`CHROMIUM=${given} does not exist.`);
    return given;
  }
  return (
    (kind === 'any' ? shellHere() : null) ??
    firstOnPath(wholeNames) ??
    wholePaths.find((path) => existsSync(path)) ??
    (await playwrightsOwn())
  );
}

/** Debian's packages, the first one that can be installed; otherwise the error of the last one. */
async function install(
  aptGet: string,
  offered: readonly string[],
  report: (line: string) => void,
): Promise<string | null> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runToEnd(aptGet, ['update'], { env });
  let problem: string | null = null;
  for (const browser of offered) {
    report(`installing ${[browser, ...fontPackages].join(', ')}; about a minute`);
    const { code, output } = await runToEnd(
      aptGet,
      ['install', '-y', '--no-install-recommends', browser, ...fontPackages],
      { env },
    );
    if (code === 0) return null;
    problem = `apt-get failed:\n${output.trim().split('\n').slice(-6).join('\n')}`;
  }
  return problem;
}

/**
 * As `findChromium`, but installs Debian's when that is allowed, and otherwise reports what is missing. In unattended
 * runs (`CI`) the headless one is installed even beside a complete browser.
 */
export async function ensureChromium(report: (line: string) => void, kind: Kind = 'any'): Promise<string> {
  const present = await findChromium(kind);
  const lighter = kind === 'any' && process.env.CI && !process.env.CHROMIUM && !shellHere();
  if (present && !lighter) return present;
  const aptGet = findOnPath('apt-get');
  let problem = 'it may not be installed from here (needs root and apt-get)';
  if (aptGet && runsAsRoot()) {
    const failed = await install(
      aptGet,
      [...(kind === 'any' ? ['chromium-headless-shell'] : []), ...(present ? [] : ['chromium'])],
      report,
    );
    const path = await findChromium(kind);
    if (path) return path;
    problem = failed ?? 'its program is in none of the usual places';
  }
  if (present) return present;
  throw new StartFailure(
    `No Chromium was found for the tests in a browser, and ${problem}\nAny one of these helps:\n  set CHROMIUM to its program\n  apt-get install -y chromium ${fontPackages.join(' ')}\n  npx playwright install chromium`,
  );
}
