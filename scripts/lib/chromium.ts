import { existsSync } from 'node:fs';
import { StartFailure } from './failure.ts';
import { runsAsRoot } from './identity.ts';
import { findOnPath, runToEnd } from './launch.ts';

const usualNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Chromium and letters for Arabic, Chinese and emoji. */
const debianPackages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

/** A browser that is here already; null when there is none. Throws when `CHROMIUM` names nothing. */
export async function findChromium(given = process.env.CHROMIUM): Promise<string | null> {
  if (given) {
    if (!existsSync(given)) throw new StartFailure(`CHROMIUM=${given} does not exist.`);
    return given;
  }
  for (const name of usualNames) {
    const path = findOnPath(name);
    if (path) return path;
  }
  return usualPaths.find((path) => existsSync(path)) ?? (await playwrightsOwn());
}

/** As `findChromium`, but installs Debian's when that is allowed, and otherwise says what is missing. */
export async function ensureChromium(report: (line: string) => void): Promise<string> {
  const present = await findChromium();
  if (present) return present;
  const aptGet = findOnPath('apt-get');
  let problem = 'it may not be installed from here (needs root and apt-get)';
  if (aptGet && runsAsRoot()) {
    report(`installing ${debianPackages.join(', ')}; about a minute`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runToEnd(aptGet, ['update'], { env });
    const installed = await runToEnd(aptGet, ['install', '-y', '--no-install-recommends', ...debianPackages], { env });
    const path = installed.code === 0 ? await findChromium() : null;
    if (path) return path;
    problem = `apt-get failed:\n${installed.output.trim().split('\n').slice(-6).join('\n')}`;
  }
  throw new StartFailure(
    `No Chromium was found for the tests in a browser, and ${problem}\nAny one of these helps:\n  set CHROMIUM to its program\n  apt-get install -y ${debianPackages.join(' ')}\n  npx playwright install chromium`,
  );
}
