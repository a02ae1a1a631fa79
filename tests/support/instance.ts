/** Addresses of the instance that end-to-end tests run against; set by `playwright.config.ts`. */
export interface InstanceUnderTest {
  app: string;
  /** The same application under the other host name: a second person's cookies. */
  appForOther: string;
  mailbox: string;
  payments: string;
  temporalUi: string;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with npx playwright test`);
  return value;
}

export function instanceUnderTest(): InstanceUnderTest {
  const app = required('E2E_APP_URL');
  return {
    app,
    appForOther: app.replace('//localhost:', '//127.0.0.1:'),
    mailbox: required('E2E_MAILBOX_URL'),
    payments: required('E2E_PAYMENTS_URL'),
    temporalUi: process.env.E2E_TEMPORAL_UI_URL ?? '',
  };
}

interface FoundMail {
  ID: string;
  Subject: string;
  Created: string;
}

/** The newest mail to an address that came after `since`, waiting for it if need be. */
export async function newestMailTo(
  mailbox: string,
  address: string,
  options: { since?: Date; subject?: RegExp; timeoutMs?: number } = {},
): Promise<{ subject: string; text: string; html: string }> {
  const deadline = Date.now() + (options.timeoutMs ?? 15_000);
  for (;;) {
    const found = (await (
      await fetch(`${mailbox}/api/v1/search?query=${encodeURIComponent(`to:${address}`)}`)
    ).json()) as { messages: FoundMail[] };
    const mail = found.messages.find(
      (one) =>
        (!options.since || new Date(one.Created) >= options.since) &&
        (!options.subject || options.subject.test(one.Subject)),
    );
    if (mail) {
      const whole = (await (await fetch(`${mailbox}/api/v1/message/${mail.ID}`)).json()) as {
        Subject: string;
        Text: string;
        HTML: string;
      };
      return { subject: whole.Subject, text: whole.Text, html: whole.HTML };
    }
    if (Date.now() > deadline) throw new Error(`No mail to ${address} arrived in time`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The six-digit code in the newest mail to an address. */
export async function newestCodeTo(mailbox: string, address: string, since?: Date): Promise<string> {
  const mail = await newestMailTo(mailbox, address, since ? { since } : {});
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1];
  if (!code) throw new Error(`The mail "${mail.subject}" to ${address} holds no six-digit code`);
  return code;
}
