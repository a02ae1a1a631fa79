import { expect, type Page } from '@playwright/test';
import { DEFAULT_PUBLIC_KEY, PUBLIC_KEY_HEADER } from '../../../server/core/public-key.ts';
import { codeFromMailbox } from './mailbox.ts';

export const PASSWORD = 'harbour-lantern-27';

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
  const code = await codeFromMailbox(page.context(), mailboxUrl, email);
  const answer = await page.request.post(`${url}/api/verify-account`, {
    data: { email, code },
    headers: { origin: new URL(url).origin, [PUBLIC_KEY_HEADER]: DEFAULT_PUBLIC_KEY },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
