import type { BrowserContext } from '@playwright/test';

/**
 * Reads the six digits of the newest mail to an address (with this subject) on the mailbox's page, in a tab of its own.
 */
export async function codeFromMailbox(
  context: BrowserContext,
  mailboxUrl: string,
  address: string,
  subject = '',
): Promise<string> {
  const page = await context.newPage();
  try {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      await page.goto(`${mailboxUrl}/?q=${encodeURIComponent(`to:${address}`)}`);
      const mail = page.getByRole('link').filter({ hasText: address }).filter({ hasText: subject }).first();
      if (await mail.isVisible()) {
        await mail.click();
        await page.getByRole('link', { name: 'Plain text' }).click();
        const code = /(?<!\d)\d{6}(?!\d)/u.exec(await page.locator('main pre').innerText())?.[0];
        if (code) return code;
      }
      await page.waitForTimeout(150);
    }
    throw new Error(`no code was mailed to ${address}`);
  } finally {
    await page.close();
  }
}
