import { expect, type Page, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

/** Where the account screens lead, in a real browser; the whole table of guards is in tests/src/features/accounts/redirects.mocked.test.ts. */
const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PASSWORD = 'harbour-lantern-27';
const t = textsOf('en');

test.use({ locale: 'en-GB', reducedMotion: 'reduce', actionTimeout: patient(15_000) });

test('nothing renders while the session is checked; then the creator portal, which brings her back by the Enter key', async ({
  page,
}) => {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/trpc/accounts.session**', async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const readPage = () =>
      document.querySelector('main, h1, nav, form') && document.documentElement.setAttribute('data-rendered', '');
    new MutationObserver(readPage).observe(document, { childList: true, subtree: true });
  });
  const requested = page.waitForRequest('**/api/trpc/accounts.session**');
  await page.goto('/payouts');
  await requested;
  // Whatever had been ready to render by now has been painted.
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
  await expect(page.locator('html')).not.toHaveAttribute('data-rendered');
  answer();
  await expect(page).toHaveURL(/\/influencer-auth\?next=%2Fpayouts$/u);
  await expect(page.getByText('Sign in to continue to Payouts.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-rendered', '');
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@maya.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payouts$/u);
});

test('the address typed on one tab is filled in on the other', async ({ page }) => {
  await page.goto('/influencer-auth');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('new.creator@example.com');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
  await expect(email).toHaveValue('new.creator@example.com');
  await email.fill('newer@example.com');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(email).toHaveValue('newer@example.com');
});

test('a signed-in user is forwarded from every portal, and from verification to the requested page', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' });
  await signInDemo(context, url, 'brand');
  const page = await context.newPage();
  for (const [from, to] of [
    ['/auth', '/brand-dashboard'],
    ['/influencer-auth?next=%2Fpayments', '/payments'],
    ['/business-auth?next=%2F%2Fevil.example', '/brand-dashboard'],
  ]) {
    await page.goto(from!);
    await expect(page, from).toHaveURL(`${url}${to}`);
  }
  await page.route('**/api/verify-account**', (route) => route.fulfill({ json: { user_type: 'business' } }));
  await page.goto('/verify-account?email=somebody@example.com&next=%2Fpayments');
  await typeCode(page);
  await expect(page).toHaveURL(`${url}/payments`);
  await context.close();
});

test('after verification and after a reset the login page of the kind of account opens; Back leads there too', async ({
  page,
}) => {
  // Each kind of account has its portal in tests/src/features/accounts/redirects.mocked.test.ts.
  for (const [userType, portal] of [
    ['influencer_agent', '/influencer-auth'],
    [null, '/auth'],
  ] as const) {
    await page.route('**/api/verify-account**', (route) => route.fulfill({ json: { user_type: userType } }));
    await page.route('**/api/confirm-reset**', (route) => route.fulfill({ json: { ok: true } }));
    await page.goto('/verify-account?email=somebody@example.com&next=%2Fpayments');
    await typeCode(page);
    await expect(page, `verified ${userType}`).toHaveURL(`${url}${portal}?next=%2Fpayments`);

    const reset = `/reset-password?email=somebody@example.com${userType ? `&user_type=${userType}` : ''}`;
    await page.goto(reset);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page, `back ${userType}`).toHaveURL(`${url}${portal}`);
    await page.goto(reset);
    await page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page, `reset ${userType}`).toHaveURL(`${url}${portal}`);
    await page.unrouteAll();
  }
});

test('the lock stands in every tab and after a reload, and a reset requested in one opens all', async ({
  context,
  baseURL,
}) => {
  const email = `locked-${Date.now().toString(36)}@example.com`;
  const [here, there] = [await context.newPage(), await context.newPage()];
  await here.goto(`${baseURL}/auth`);
  await there.goto(`${baseURL}/business-auth`);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await here.getByRole('textbox', { name: 'Email' }).fill(email);
    await here.getByLabel('Password', { exact: true }).fill('not the password');
    const answered = here.waitForResponse('**/api/auth/sign-in/email');
    await here.getByRole('button', { name: 'Sign In', exact: true }).click();
    await answered;
  }
  await expect(lockedButton(here)).toBeVisible();
  await expect(lockedButton(there)).toBeVisible();
  await here.reload();
  await expect(lockedButton(here)).toBeVisible();
  await here.getByRole('textbox', { name: 'Email' }).fill(email);
  await here.getByRole('button', { name: 'Send Password Reset' }).click();
  await expect(lockedButton(here)).toBeHidden();
  await expect(lockedButton(there)).toBeHidden();
});

test('the page after the sign-in is kept during a password reset', async ({ page }) => {
  await page.route('**/api/confirm-reset**', (route) => route.fulfill({ json: { ok: true } }));
  await page.goto('/influencer-auth?next=%2Fpayouts');
  await page.getByRole('link', { name: 'Reset your password' }).click();
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/influencer-auth?next=%2Fpayouts');
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@maya.example');
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/influencer-auth?next=%2Fpayouts`);
});

test('a double click sends a password once', async ({ page }) => {
  let tries = 0;
  page.on('request', (request) => (tries += Number(request.url().endsWith('/api/auth/sign-in/email'))));
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(`twice-${Date.now().toString(36)}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
  await expect(page.getByRole('note').getByText('2 attempts remaining')).toBeVisible();
  expect(tries).toBe(1);
});

test('after a change of language a form shows its errors in it and keeps typed text, and each tab has its own heading', async ({
  page,
}) => {
  await page.goto('/auth?tab=sign-up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up for Sponsio');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Hanna');
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const password = page.locator('input[name=password]');
  await expect(password).toHaveAccessibleDescription('At least 6 characters.');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inscription à Sponsio');
  await expect(password).toHaveAccessibleDescription('Au moins 6 caractères.');
  await expect(page.getByRole('textbox', { name: 'Nom affiché' })).toHaveValue('Hanna');
});

const lockedButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true, disabled: true });

async function typeCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123 456');
  await page.getByRole('button', { name: 'Verify Account' }).click();
}

/** Delays the program until `letGo`. */
async function withoutProgram(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}

test('the form of an account page works before its program is loaded: what is typed and pressed is sent once afterwards', async ({
  context,
}) => {
  const page = await visitor(context);
  const letGo = await withoutProgram(page);
  await page.goto('/influencer-auth', { waitUntil: 'commit' });
  await page.getByLabel(t('accounts:form.email')).fill('maya@maya.example');
  await page.getByLabel(t('accounts:form.password'), { exact: true }).fill('harbour-lantern-27');
  const button = page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(new URL(page.url()).search).toBe('');
  letGo();
  await expect(page).toHaveURL('/dashboard');
});

test('a press on an account page that begins before its program runs and ends after it is a click', async ({
  context,
}) => {
  const page = await visitor(context);
  const letGo = await withoutProgram(page);
  await page.goto('/influencer-auth', { waitUntil: 'commit' });
  await page.getByLabel(t('accounts:form.email')).fill('maya@maya.example');
  await page.getByLabel(t('accounts:form.password'), { exact: true }).fill('harbour-lantern-27');
  await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).hover();
  await page.mouse.down();
  letGo();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#early')).toHaveCount(1);
  await page.mouse.up();
  await expect(page).toHaveURL('/dashboard');
});

test('what is half typed, chosen and in focus as the program takes over stays, and a tab pressed before opens then', async ({
  context,
}) => {
  const page = await visitor(context);
  let letGo = await withoutProgram(page);
  await page.goto('/auth?tab=sign-up', { waitUntil: 'commit' });
  await page.getByLabel(t('accounts:form.business')).check();
  await page.getByLabel(t('accounts:form.email')).fill('half@way.example');
  const name = page.getByLabel(t('accounts:form.displayName'));
  await name.pressSequentially('Half wy');
  await name.press('ArrowLeft');
  letGo();
  await expect(page.locator('#early')).toHaveCount(0);
  await name.pressSequentially('a');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Half way');
  await expect(page.getByLabel(t('accounts:form.email'))).toHaveValue('half@way.example');
  await expect(page.getByLabel(t('accounts:form.business'))).toBeChecked();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  letGo = await withoutProgram(page);
  await page.goto('/business-auth', { waitUntil: 'commit' });
  await page.getByLabel(t('accounts:form.email')).fill('half@way.example');
  await page.getByRole('link', { name: t('accounts:portal.signUp'), exact: true }).click();
  letGo();
  await expect(page).toHaveURL('/business-auth?tab=sign-up');
  await expect(page.getByLabel(t('accounts:form.email'))).toHaveValue('half@way.example');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  letGo = await withoutProgram(page);
  await page.goto('/reset-password?email=half@way.example', { waitUntil: 'commit' });
  const code = page.getByRole('textbox', { name: t('accounts:reset.code') });
  await expect(code, 'the code is what the page was opened for').toBeFocused();
  const password = page.getByLabel(t('accounts:reset.newPassword'), { exact: true });
  await password.pressSequentially('harbour-');
  letGo();
  await expect(page.locator('#early')).toHaveCount(0);
  await page.keyboard.type('lantern');
  await expect(password).toHaveValue('harbour-lantern');
  await expect(code).toHaveValue('');
});

test('a language chosen before the program is loaded is the language of the page that it shows, with the text typed so far', async ({
  context,
}) => {
  const page = await visitor(context);
  const letGo = await withoutProgram(page);
  await page.goto('/influencer-auth', { waitUntil: 'commit' });
  await page.getByLabel(t('accounts:form.email')).fill('half@way.example');
  await page.getByRole('combobox', { name: t('nav:shell.language') }).selectOption('fr');
  letGo();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('#early')).toHaveCount(0);
  await expect(page.getByLabel(textsOf('fr')('accounts:form.email'))).toHaveValue('half@way.example');
});

test('a mailed code can be entered before the program is loaded, and is sent once afterwards', async ({ context }) => {
  const page = await visitor(context);
  const sent: unknown[] = [];
  for (const call of ['verify-account', 'confirm-reset'])
    await page.route(`**/api/${call}?*`, (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: call === 'verify-account' ? { user_type: 'business' } : { ok: true } });
    });
  let letGo = await withoutProgram(page);
  await page.goto('/verify-account?email=some%2Bbody@example.com&next=%2Fpayments', { waitUntil: 'commit' });
  await expect(page.locator('#early').getByText('some+body@example.com')).toBeVisible();
  const code = page.getByRole('textbox', { name: t('accounts:verify.code') });
  await expect(code).toBeFocused();
  await code.fill('123 456');
  const verify = page.getByRole('button', { name: t('accounts:verify.button') });
  await verify.click();
  await expect(verify).toHaveAttribute('aria-busy', 'true');
  await verify.click();
  letGo();
  await expect(page).toHaveURL('/business-auth?next=%2Fpayments');
  expect(sent).toEqual([{ email: 'some+body@example.com', code: '123456' }]);

  await page.unroute('**/assets/*.js');
  letGo = await withoutProgram(page);
  await page.goto('/reset-password?email=some%2Bbody@example.com&user_type=influencer', { waitUntil: 'commit' });
  const email = page.getByRole('textbox', { name: t('accounts:form.email') });
  await expect(email).toHaveValue('some+body@example.com');
  await email.fill('any.body@example.com');
  await page.getByRole('textbox', { name: t('accounts:reset.code') }).fill('654321');
  await page.getByLabel(t('accounts:reset.newPassword'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('accounts:reset.button') }).click();
  letGo();
  await expect(page).toHaveURL('/influencer-auth');
  expect(sent[1]).toEqual({ email: 'any.body@example.com', code: '654321', new_password: PASSWORD });
});
