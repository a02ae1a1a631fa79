import { expect, type Page } from '@playwright/test';
import { codeFromMailbox } from './mailbox.ts';

const PASSWORD = 'harbour-lantern-27';

/** A new account without org matters of any kind; the page is signed in with it. */
export async function newAccount(
  page: Page,
  url: string,
  { email, name, userType = 'influencer' }: { email: string; name: string; userType?: 'influencer' | 'business' },
): Promise<void> {
  const headers = { origin: new URL(url).origin };
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, {
    data: { name, email, password: PASSWORD, userType },
    headers,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const made = await page.request.post(`${url}/api/trpc/accounts.completeSignUp`, {
    data: { json: { displayName: name, userType, locale: 'en', timeZone: 'Europe/Paris' } },
    headers,
  });
  expect(made.ok(), await made.text()).toBe(true);
}

/** Verifies the mailbox of the account that the page is signed in with, by the code that was mailed to it. */
export async function verifyMailbox(page: Page, url: string, mailboxUrl: string, email: string): Promise<void> {
  await page.goto(`${url}/verify-account?email=${encodeURIComponent(email)}`);
  await page
    .locator('main')
    .getByRole('textbox')
    .fill(await codeFromMailbox(page.context(), mailboxUrl, email));
  await page.locator('main form button[type=submit]').click();
  await expect(page).not.toHaveURL(/verify-account/u);
}
