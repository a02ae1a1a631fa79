import { expect, type Locator, type Page, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patient } from './support/patient.ts';
import { scrolled } from './support/scroll.ts';
import { SCENES, SPEC_TEXTS, type Scene, type SpecText } from '../spec/spec-texts.ts';

/**
 * Every text of the specification is found on the screen where it belongs. Conditions that cannot be brought about by
 * hand are made by faults between browser and server.
 */
const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PASSWORD = 'harbour-lantern-27';
const TAKEN = 'nadia@lumen.example';
const stranger = (): string => `stranger-${Math.random().toString(36).slice(2, 10)}@example.com`;

test.use({ locale: 'en-GB', actionTimeout: patient(15_000), reducedMotion: 'reduce' });

const play: Record<Scene, (page: Page) => Promise<void>> = {
  landing: async (page) => {
    await page.goto('/');
    await scrollToEnd(page);
  },
  landingFrench: async (page) => {
    await page.goto('/?lang=fr');
    await scrollToEnd(page);
  },
  languages: async (page) => void (await page.goto('/auth')),
  notFound: async (page) => void (await page.goto('/no-such-place')),
  globalError: async (page) => {
    await page.goto('/auth');
    // The code of the next screen fails to load in every try.
    await page.route(/\/assets\/.*verify.*\.js$/u, (route) => route.abort());
    await page.goto('/p/verify');
  },

  signIn: async (page) => void (await page.goto('/auth')),
  signUp: openSignUp,
  signInRefused: async (page) => {
    await page.goto('/auth');
    await signIn(page, stranger());
  },
  signInLocked: async (page) => {
    await page.goto('/auth');
    const email = stranger();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await signIn(page, email);
      if (attempt < 3)
        await expect(page.getByText(`Invalid email or password. ${3 - attempt} attempt`).first()).toBeVisible();
    }
  },
  signInOther: async (page) => {
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Sign-in is closed for maintenance until 9:00.', code: 'MAINTENANCE' },
      }),
    );
    await page.goto('/auth');
    await signIn(page, stranger());
  },
  signInUnexpected: async (page) => {
    await page.route('**/api/auth/sign-in/email', (route) => route.abort());
    await page.goto('/auth');
    await signIn(page, stranger());
  },
  signUpDuplicate: async (page) => {
    await openSignUp(page);
    await signUp(page, TAKEN);
  },
  signUpHalf: async (page) => {
    await page.route('**/api/trpc/accounts.completeSignUp**', (route) => route.abort());
    await openSignUp(page);
    await signUp(page, stranger());
  },
  signedUp: async (page) => {
    await openSignUp(page);
    await signUp(page, stranger());
  },
  resetAskedWithoutEmail: async (page) => {
    await page.goto('/auth');
    await signIn(page, stranger());
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill('');
    await page.getByRole('button', { name: 'Send Password Reset' }).click();
  },
  resetAsked: async (page) => {
    await page.goto('/auth');
    await signIn(page, stranger());
    await page.getByRole('button', { name: 'Send Password Reset' }).click();
  },

  reset: async (page) => void (await page.goto('/reset-password')),
  resetEmpty: async (page) => {
    await page.goto('/reset-password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
  },
  resetResendWithoutEmail: async (page) => {
    await page.goto('/reset-password');
    await page.getByRole('button', { name: 'Resend code' }).click();
  },
  resetResent: (page) => resendResetCode(page),
  resetResendRefused: async (page) => {
    await page.route('**/api/request-reset**', (route) => route.fulfill({ status: 500, body: '' }));
    await resendResetCode(page);
  },
  resetResendUnreachable: async (page) => {
    await page.route('**/api/request-reset**', (route) => route.abort());
    await resendResetCode(page);
  },
  resetRefused: (page) => confirmReset(page),
  resetRefusedUnsaid: async (page) => {
    await page.route('**/api/confirm-reset**', (route) => route.fulfill({ status: 500, body: '' }));
    await confirmReset(page);
  },
  resetUnreachable: async (page) => {
    await page.route('**/api/confirm-reset**', (route) => route.abort());
    await confirmReset(page);
  },
  resetDone: async (page) => {
    await page.route('**/api/confirm-reset**', (route) => route.fulfill({ json: { ok: true } }));
    await confirmReset(page);
  },

  verify: async (page) => void (await page.goto('/verify-account?email=passed-in@example.com')),
  verifyEmpty: async (page) => {
    await page.goto('/verify-account');
    await page.getByRole('button', { name: 'Verify Account' }).click();
  },
  verifyRefused: (page) => verify(page),
  verifyResent: (page) => resendVerification(page),
  verifyResendFailed: async (page) => {
    await page.route('**/api/resend-verification**', (route) => route.abort());
    await resendVerification(page);
  },
  verified: async (page) => {
    await page.route('**/api/verify-account**', (route) => route.fulfill({ json: { user_type: 'influencer' } }));
    await verify(page);
  },

  brandHome: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/brand-dashboard');
  },
  microMarket: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/micro-marketplace');
  },
  newList: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/discovery/lists');
    await page.getByRole('button', { name: 'Create list' }).first().click();
  },
  templates: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/messages');
    await page.getByRole('link', { name: /Hugo/u }).first().click();
    await page.getByRole('button', { name: 'Templates' }).click();
  },
  openAds: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/browse-ads');
  },
  ownProfile: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.goto('/profile');
  },
  loading: async (page) => {
    await signInDemo(page.context(), url, 'brand');
    await page.route(/\/api\/trpc\/[^?]*payments\./u, () => undefined);
    await page.goto('/payments');
  },
  creatorScreens: notPlayedYet,
  brandScreens: notPlayedYet,
};

/** Scenes share a page where one follows from the other only by its texts; each test holds a handful, so that two can run side by side. */
const ROUNDS = 4;
const scenes = (Object.keys(SCENES) as Scene[]).filter((scene) => textsOf(scene).length > 0);

for (let round = 0; round < ROUNDS; round += 1) {
  test(`every text of the specification is found where it belongs, part ${round + 1} of ${ROUNDS}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(patient(180_000));
    // One page for all scenes: its process keeps the compiled scripts. Each scene begins without cookies and storage.
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const scene of scenes.filter((_, index) => index % ROUNDS === round)) {
      await test.step(`${scene}: ${SCENES[scene]}`, async () => {
        await play[scene](page);
        for (const row of textsOf(scene)) {
          const found = expect.soft(find(page, row), `§${row.section} “${row.text}” in ${SCENES[scene]}`);
          // The options of a closed list count as hidden.
          await (row.as === 'option' ? found.toBeAttached() : found.toBeVisible());
        }
        await page.unrouteAll();
        await context.clearCookies();
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      });
    }
    await context.close();
  });
}

function textsOf(scene: Scene): SpecText[] {
  return SPEC_TEXTS.filter((row) => row.scene === scene && !row.open);
}

function find(page: Page, { text, as }: SpecText): Locator {
  const name = new RegExp(text.replace(/[.*+?^$()|[\]\\]/gu, '\\$&').replace('{n}', '\\d'), as === 'text' ? 'iu' : 'u');
  switch (as) {
    case 'text':
      return page.getByText(name).filter({ visible: true }).first();
    case 'words':
      return page.getByText(text, { exact: true }).filter({ visible: true }).first();
    case 'password':
      return page.getByLabel(text, { exact: true });
    case 'field':
      return page.getByRole('textbox', { name: text, exact: true });
    default:
      return page.getByRole(as, { name: text, exact: true }).first();
  }
}

async function scrollToEnd(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    const atEnd = await scrolled(page, step * 700);
    if (atEnd && step > 2) return;
  }
}

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Sign Up' }).click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Display name' }).fill('Ines Stranger');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function resendResetCode(page: Page): Promise<void> {
  await page.goto(`/reset-password?email=${stranger()}`);
  await page.getByRole('button', { name: 'Resend code' }).click();
}

async function confirmReset(page: Page): Promise<void> {
  await page.goto(`/reset-password?email=${stranger()}`);
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function verify(page: Page): Promise<void> {
  await page.goto(`/verify-account?email=${stranger()}`);
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await page.getByRole('button', { name: 'Verify Account' }).click();
}

async function resendVerification(page: Page): Promise<void> {
  await page.goto(`/verify-account?email=${stranger()}`);
  await page.getByRole('button', { name: 'Resend verification code' }).click();
}

async function notPlayedYet(): Promise<void> {
  throw new Error('its texts are open: write the scene before closing one');
}
