import { expect, test } from '@playwright/test';
import { pageComplete } from '../../scripts/lib/page-complete.ts';
import { newAccount } from './support/account.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');
const lost = t('nav:connection.lostFile');
const CHECKS = /\/assets\/(?:checks?|zod)-.*\.js/u;
const FRENCH = /\/assets\/fr-.*\.js/u;

/*
 * Files are withheld before the page is opened: a slow machine runs its program long after the network became idle, and
 * what is withheld later may have been fetched.
 */

test('a form whose check cannot be loaded keeps typed text, reports it, and continues after another try', async ({
  context,
}) => {
  const page = await visitor(context);
  let documents = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    documents += 1;
  });
  await page.route(CHECKS, (route) => route.abort());
  await page.goto('/influencer-auth');
  await pageComplete(page);
  const email = page.getByLabel(t('accounts:form.email'));
  await email.fill('kim@example.com');
  await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible();
  await expect(email).toHaveValue('kim@example.com');
  expect(documents).toBe(1);
  await page.unroute(CHECKS);
  await page.getByRole('button', { name: t('nav:failure.tryAgain') }).click();
  await expect(page.getByText(t('common:form.required'))).toBeVisible();
  await expect(page.getByText(lost)).toBeHidden();
  await expect(email).toHaveValue('kim@example.com');
});

test('a language whose file cannot be loaded is reported and applied after another try, with typed text kept', async ({
  context,
}) => {
  const page = await visitor(context);
  await page.route(FRENCH, (route) => route.abort());
  await page.goto('/influencer-auth');
  await pageComplete(page);
  const email = page.getByLabel(t('accounts:form.email'));
  await email.fill('kim@example.com');
  const language = page.getByRole('combobox', { name: t('nav:shell.language') });
  await language.selectOption('fr');
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute(FRENCH);
  await page.getByRole('button', { name: t('nav:failure.tryAgain') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByLabel(textsOf('fr')('accounts:form.email'))).toHaveValue('kim@example.com');
});

test('the first texts of a page that cannot be loaded are reported in its language and load after another try', async ({
  context,
}) => {
  const page = await visitor(context);
  const french = textsOf('fr');
  await page.route(FRENCH, (route) => route.abort());
  await page.goto('/features?lang=fr');
  const report = page.getByRole('alert').filter({ hasText: french('nav:connection.lostFile') });
  await expect(report).toBeVisible();
  await page.unroute(FRENCH);
  await report.getByRole('button', { name: french('nav:failure.tryAgain') }).click();
  await expect(page.locator('h1')).toBeVisible();
  await expect(report).toBeHidden();
});

test('of two languages chosen quickly the last one stays, even if the first one arrives later', async ({ context }) => {
  const page = await visitor(context);
  let arrive = (): void => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(FRENCH, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/influencer-auth');
  await pageComplete(page);
  const served = page.waitForResponse(FRENCH);
  const language = page.getByRole('combobox', { name: t('nav:shell.language') });
  await language.selectOption('fr');
  await language.selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  arrive();
  // Has run, and so has what was waiting for it.
  await page.evaluate(`import(${JSON.stringify((await served).url())}).then(() => {})`);
  await pageComplete(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByLabel(textsOf('es')('accounts:form.email'))).toBeVisible();
});

test('a newer build is loaded by itself on a page where nothing was typed, once', async ({ context }) => {
  const page = await visitor(context);
  await page.goto('/features');
  await pageComplete(page);
  await page.waitForLoadState('networkidle');
  let documents = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    documents += 1;
  });
  // A newer build removed all files of this one.
  await page.route(/\/assets\/.*\.js/u, (route) =>
    documents > 0
      ? route.continue()
      : route.request().method() === 'HEAD'
        ? route.fulfill({ status: 404 })
        : route.abort(),
  );
  // Without a pointer, which loads the next page as soon as it is over the link: the reload would take the press away.
  await page
    .getByRole('link', { name: t('nav:public.getStarted') })
    .first()
    .dispatchEvent('click');
  await expect.poll(() => documents).toBe(1);
  await expect(page.getByLabel(t('accounts:form.email'))).toBeVisible();
});

test('a language chosen while a refusal is shown at a field does not move the focus and translates the refusal', async ({
  context,
}) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `focus.${stamp}@form.example`, name: `Focus ${stamp}` });
  await page.route(/creators\.save$/u, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        error: {
          json: {
            message: 'input.invalid',
            code: -32600,
            data: {
              code: 'BAD_REQUEST',
              httpStatus: 400,
              app: { code: 'input.invalid', data: { field: 'headline' }, requestId: 'x' },
            },
          },
        },
      }),
    }),
  );
  await page.goto('/creator-profile');
  const headline = page.getByRole('textbox', { name: t('creators:field.headline') });
  await headline.fill('Bread and film');
  const refused = page.waitForResponse(/creators\.save$/u);
  await page.getByRole('button', { name: t('creators:edit.save'), exact: true }).click();
  await refused;
  await expect(headline).toBeFocused();
  const refusal = (lang: string) => page.locator('#main').getByText(textsOf(lang)('errors:input.invalid'));
  await expect(refusal('en')).toBeVisible();
  const menu = page.getByRole('button', { name: new RegExp(`^${t('nav:shell.userMenu')}`, 'u') });
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(refusal('fr')).toBeVisible();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${textsOf('fr')('nav:shell.userMenu')}`, 'u') }),
  ).toBeFocused();
});
