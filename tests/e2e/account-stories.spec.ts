import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { codeFromMailbox, codeOnMailboxPage } from './support/mailbox.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';

/**
 * The first ten minutes with Sponsio, by clicking only: from the start page to an account with a proven mailbox, locked
 * out on purpose, and back in with a new password.
 */
const mailboxUrl = process.env['E2E_MAILBOX_URL'] ?? 'http://127.0.0.1:8025';
const PASSWORD = 'harbour-lantern-27';
const NEW_PASSWORD = 'lantern-harbour-72';

interface Story {
  title: string;
  lang: 'ar' | 'en';
  browser: BrowserContextOptions;
  name: string;
  /** Key of the button on the start page. */
  begin: string;
  /** Key of the login link on the start page. */
  login: string;
  portal: string;
  userType: string;
  home: string;
}

const STORIES: Story[] = [
  {
    title: 'a stranger becomes a creator in Arabic on a phone, proves her mailbox, locks herself out and comes back',
    lang: 'ar',
    browser: { locale: 'ar', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    name: 'ليلى حداد',
    begin: 'nav:public.joinAsInfluencer',
    login: 'nav:public.influencerLogin',
    portal: '/influencer-auth',
    userType: 'influencer',
    home: '/dashboard',
  },
  {
    title: 'a brand with a German browser gets English and does the same',
    lang: 'en',
    browser: { locale: 'de-DE', viewport: { width: 1280, height: 800 } },
    name: 'Bäckerei Sonnenschein',
    begin: 'nav:public.startAsBrand',
    login: 'nav:public.brandLogin',
    portal: '/business-auth',
    userType: 'business',
    home: '/brand-dashboard',
  },
];

test.use({ actionTimeout: patient(20_000) });

for (const story of STORIES) {
  test(story.title, async ({ browser, baseURL }) => {
    test.setTimeout(patient(240_000));
    const t = textsOf(story.lang);
    const like = patternOf(story.lang);
    const email = `${story.userType}-${Date.now().toString(36)}@story.example`;
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce', ...story.browser });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));

    await test.step('opens the start page in her language', async () => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', story.lang);
      await expect(page.locator('html')).toHaveAttribute('dir', story.lang === 'ar' ? 'rtl' : 'ltr');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav:public.promise'));
      await page.getByRole('button', { name: t('consent:necessary') }).click();
    });

    await test.step('signs up', async () => {
      await page
        .getByRole('link', { name: t(story.begin) })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(`${story.portal}\\?tab=sign-up`, 'u'));
      await page.getByRole('textbox', { name: t('accounts:form.displayName') }).fill(story.name);
      await page.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
      await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: t('accounts:portal.signUp') }).click();
      await expect(page.getByText(t('accounts:signUp.done')).first()).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${story.home}$`, 'u'));
    });

    await test.step('proves the mailbox and is sent to her login page, which forwards at once', async () => {
      await page.getByRole('link', { name: t('accounts:notice.action') }).click();
      await expect(page).toHaveURL(/\/verify-account\?email=/u);
      await expect(page.getByText(email)).toBeVisible();
      const code = await codeOnMailboxPage(context, mailboxUrl, email, t('mail:code.verify.subject'));
      await page.getByRole('textbox', { name: t('accounts:verify.code') }).fill(code);
      await page.getByRole('button', { name: t('accounts:verify.button') }).click();
      await expect(page.getByText(t('accounts:verify.done')).first()).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${story.home}$`, 'u'));
      await expect(page.getByText(like('accounts:notice.text'))).toBeHidden();
    });

    await test.step('signs out and locks herself out on purpose', async () => {
      // On a phone the account menu stands at the foot of the menu.
      if (story.browser.isMobile) await page.getByRole('button', { name: t('nav:shell.menu'), exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^${t('nav:shell.userMenu')}:`, 'u') }).click();
      await page.getByRole('menuitem', { name: t('nav:shell.signOut') }).click();
      await expect(page).toHaveURL(/\/$/u);
      await openPortal(page, t);
      for (let left = 2; left >= 0; left -= 1) {
        await page.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
        await page.getByLabel(t('accounts:form.password'), { exact: true }).fill('not my password');
        await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
        await expect(page.getByText(left > 0 ? remaining(left) : t('errors:auth.locked')).first()).toBeVisible();
      }
      await expect(page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await expect(page.getByRole('button', { name: t('accounts:signIn.sendReset') })).toBeFocused();
      expect(await page.evaluate(() => localStorage.getItem('loginAttempts'))).toBe('3');
    });

    await test.step('asks for a reset and sets a new password with the mailed code', async () => {
      await page.getByRole('button', { name: t('accounts:signIn.sendReset') }).click();
      await expect(page.getByText(t('accounts:signIn.resetSent')).first()).toBeVisible();
      await page.getByRole('link', { name: t('accounts:signIn.haveCode') }).click();
      await expect(page).toHaveURL(new RegExp(`/reset-password\\?.*user_type=${story.userType}`, 'u'));
      await expect(page.getByRole('textbox', { name: t('accounts:form.email') })).toHaveValue(email);
      const code = await codeFromMailbox(context, mailboxUrl, email, t('mail:code.reset.subject'));
      // As pasted from a mail that groups the digits.
      await page.getByRole('textbox', { name: t('accounts:reset.code') }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.getByLabel(t('accounts:reset.newPassword'), { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: t('accounts:reset.button') }).click();
      await expect(page.getByText(t('accounts:reset.done')).first()).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${story.portal}$`, 'u'));
    });

    await test.step('signs in with it', async () => {
      // The address changes a moment before the page, and both pages have a field for an email.
      await expect(page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true })).toBeVisible();
      await page.getByRole('textbox', { name: t('accounts:form.email') }).fill(email);
      await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: t('accounts:portal.signIn'), exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${story.home}$`, 'u'));
      expect(await page.evaluate(() => localStorage.getItem('loginAttempts'))).toBeNull();
    });

    expect(errors).toEqual([]);
    await context.close();

    /** The login link stands in the bar on wide screens and in the menu on phones. */
    async function openPortal(at: Page, words: typeof t): Promise<void> {
      const menu = at.locator('summary').filter({ visible: true });
      const login = at.getByRole('link', { name: words(story.login) }).filter({ visible: true });
      // The address changes a moment before the page.
      await expect(menu.or(login).first()).toBeVisible();
      if (await menu.isVisible()) await menu.click();
      await login.first().click();
      await expect(at).toHaveURL(new RegExp(story.portal, 'u'));
    }

    function remaining(left: number): string {
      const form = new Intl.PluralRules(story.lang).select(left);
      return t(`accounts:signIn.remaining_${form}`, { count: left });
    }
  });
}
