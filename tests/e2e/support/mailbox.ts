import { expect, type BrowserContext } from '@playwright/test';
import { patient } from './patient.ts';

const CODE = /(?<!\d)\d{6}(?!\d)/u;

/** The six digits of the newest mail to an address (with this subject), asked of the mailbox's API. */
export async function codeFromMailbox(
  { request }: BrowserContext,
  mailboxUrl: string,
  address: string,
  subject = '',
): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const found = await request.get(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${address}`)}`);
    const { messages } = (await found.json()) as { messages: { ID: string; Subject: string }[] };
    const mail = messages.find((one) => one.Subject.includes(subject));
    expect(mail, `a mail to ${address}`).toBeDefined();
    const { Text } = (await (await request.get(`${mailboxUrl}/api/v1/message/${mail!.ID}`)).json()) as { Text: string };
    code = CODE.exec(Text)?.[0];
    expect(code, `a code mailed to ${address}`).toBeDefined();
  }).toPass({ intervals: [100], timeout: patient(30_000) });
  return code!;
}

/** The same, read on the mailbox's page in a tab of its own. */
export async function codeOnMailboxPage(
  context: BrowserContext,
  mailboxUrl: string,
  address: string,
  subject: string,
): Promise<string> {
  const page = await context.newPage();
  const mail = page.getByRole('link').filter({ hasText: address }).filter({ hasText: subject }).first();
  await expect(async () => {
    await page.goto(`${mailboxUrl}/?q=${encodeURIComponent(`to:${address}`)}`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: patient(30_000) });
  await mail.click();
  await page.getByRole('link', { name: 'Plain text' }).click();
  const code = CODE.exec(await page.locator('main pre').innerText())?.[0];
  await page.close();
  expect(code, `a code mailed to ${address}`).toBeDefined();
  return code!;
}
