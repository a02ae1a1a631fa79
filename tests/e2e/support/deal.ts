import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { callApi, signInDemo } from '../../../scripts/lib/demo-session.ts';
import { readAnswer, serialize } from '../../../server/core/wire.ts';
import { patient } from './patient.ts';
import { payOnPage } from './pay-on-page.ts';
import { drawnPicture } from './picture.ts';
import { patternOf, textsOf } from './texts.ts';
import { visitor } from './visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

type SignedInOptions = BrowserContextOptions & { staff?: boolean };

/** A page of a browser of its own, signed in as a person of the demo. */
export async function signedIn(
  browser: Browser,
  email: string,
  lang: string,
  { staff = false, ...options }: SignedInOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await visitor(context, { 'sponsio.lang': lang });
  await signInDemo(context, url, staff ? 'staff' : 'brand', email);
  return page;
}

/** One query of the API as the page's person. */
export const ask = <T>(page: Page, path: string, input?: unknown): Promise<T> =>
  callApi<T>(page.context(), url, path, input);

/** One mutation of the API as the page's person. */
export async function act<T>(page: Page, path: string, input: object): Promise<T> {
  const answer = await page.context().request.post(`${url}/api/trpc/${path}`, {
    data: serialize(input),
    headers: { origin: new URL(url).origin },
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return readAnswer<T>(((await answer.json()) as { result: { data: unknown } }).result.data);
}

/** The contract of the person's deal with this title. */
export async function contractOf(page: Page, title: string): Promise<string> {
  const { items } = await ask<{ items: { contractId: string; title: string }[] }>(page, 'escrow.list', { limit: 100 });
  return items.find((deal) => deal.title === title)!.contractId;
}

/** A page signed in as that person, on the page of the person's deal with this title. */
export async function dealPage(
  browser: Browser,
  email: string,
  lang: string,
  title: string,
  options?: SignedInOptions,
): Promise<Page> {
  const page = await signedIn(browser, email, lang, options);
  await page.goto(`/smart-contracts/${await contractOf(page, title)}`);
  return page;
}

interface Session {
  name: string;
}

/** A side of a deal: its page, and the language that it reads. */
export interface Side {
  page: Page;
  lang: string;
}

export interface Work {
  title: string;
  milestones: { title: string; amount: number }[];
}

/**
 * The brand opens the creator's page and offers work at these prices, without a time to wait after an approval. Answers the
 * offer's id.
 */
export async function offers({ page, lang }: Side, handle: string, { title, milestones }: Work): Promise<string> {
  const t = textsOf(lang);
  await page.goto(`/creator/${handle}`);
  await page.getByRole('link', { name: t('creators:page.offer'), exact: true }).click();
  await page.getByRole('textbox', { name: t('offers:form.title') }).fill(title);
  for (const [i, part] of milestones.entries()) {
    if (i > 0) await page.getByRole('button', { name: t('terms:edit.addMilestone') }).click();
    const fields = page.getByRole('group', { name: t('terms:edit.milestone', { n: i + 1 }), exact: true });
    await fields.getByRole('textbox', { name: t('terms:field.title') }).fill(part.title);
    await fields.getByRole('textbox', { name: t('terms:field.amount') }).fill((part.amount / 100).toFixed(2));
  }
  await page.getByText(t('terms:edit.moreClocks')).click();
  await page.getByRole('textbox', { name: t('terms:clock.clearing') }).fill('0');
  await page.getByRole('button', { name: t('offers:form.send') }).click();
  await expect(page).toHaveURL(/\/collaboration-request\/[\w-]{36}/u);
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

/** Opens the offer and accepts its newest version, up to what the dialog's button does. */
export async function accepts({ page, lang }: Side, offerId: string): Promise<void> {
  const accept = patternOf(lang)('offers:ask.accept');
  await page.goto(`/collaboration-request/${offerId}`);
  await page.getByRole('button', { name: accept }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: accept }).click();
}

/** Each side types its name under the contract of the offer, from the offer's page. Answers the contract's id. */
export async function signs(offerId: string, ...sides: Side[]): Promise<string> {
  for (const { page, lang } of sides) {
    const t = textsOf(lang);
    const { name } = await ask<Session>(page, 'accounts.session');
    if (!page.url().endsWith(offerId)) await page.goto(`/collaboration-request/${offerId}`);
    await page.getByRole('link', { name: t('offers:ask.openContract') }).click();
    const typed = page.getByRole('textbox', { name: t('contracts:sign.name') });
    await typed.fill(name);
    await page.getByRole('button', { name: t('contracts:sign.button') }).click();
    await expect(typed).toBeHidden();
  }
  return new URL(sides[0]!.page.url()).pathname.split('/').at(-1)!;
}

/** A deal from the offer to both signatures, by clicking alone. Answers the contract's id. */
export async function agreed(brand: Side, creator: Side, handle: string, work: Work): Promise<string> {
  const offerId = await offers(brand, handle, work);
  await accepts(creator, offerId);
  return signs(offerId, creator, brand);
}

/** On the hosted page: pays with the card that is typed in there, and reads that the money is in escrow. */
export async function payByCard(page: Page, lang: string): Promise<void> {
  await expect(page.locator('input[name=cardnumber]')).toBeVisible();
  await page.locator('button[type=submit]').first().click();
  await expect(page.getByRole('heading', { name: patternOf(lang)('payments:result.funded.title') })).toBeVisible({
    timeout: patient(20_000),
  });
}

/**
 * The brand pays for the milestone that its page, or this part of it, offers first: by the card that is typed in on the
 * hosted page. `hasSaved`: its saved methods are left aside.
 */
export async function funds(
  { page, lang }: Side,
  { from = page, hasSaved = false }: { from?: Page | Locator; hasSaved?: boolean } = {},
): Promise<void> {
  const fund = patternOf(lang)('money:fund.button');
  await from
    .getByRole('button', { name: fund })
    .first()
    .click({ timeout: patient(20_000) });
  const dialog = page.getByRole('dialog');
  if (hasSaved) await payOnPage(dialog, textsOf(lang));
  await dialog.getByRole('button', { name: fund }).click();
  await payByCard(page, lang);
}

/** The creator delivers the first version of a milestone, one picture with its caption. */
export async function deliver(page: Page, lang: string, milestoneId: string): Promise<void> {
  const t = textsOf(lang);
  await page.goto(`/content-approval/${milestoneId}`);
  await page.getByRole('button', { name: t('content:submit.start', { n: 1 }) }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'work.png', mimeType: 'image/png', buffer: drawnPicture(1) });
  await expect(page.getByRole('button', { name: t('content:submit.remove', { name: 'work.png' }) })).toBeVisible();
  await page.getByRole('textbox', { name: t('content:submit.caption') }).fill('#ad #adv · The work.');
  const send = page.getByRole('button', { name: t('content:submit.send', { n: 1 }) });
  await send.click();
  const anyway = page.getByRole('button', { name: t('content:submit.gap.deliver') });
  const inReview = page.getByText(patternOf(lang)('content:submit.after.inReview'));
  await expect(anyway.or(inReview)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(inReview).toBeVisible();
}

/** Where the money of a deal is at its end, in minor units. */
export type Balances = Record<'held' | 'released' | 'disputed' | 'refunded', number>;

/** The amount of a cell in minor units of a currency with two decimals, in whatever digits it is written. */
const minorOf = (text: string): number =>
  Number(text.replace(/[\u0660-\u0669]/gu, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/\D/gu, ''));

/**
 * Replays the deal on its page from the last event to the first: after the last one its money is where `end` says, after
 * each one the parts are what was funded, to the minor unit, and the chain of events holds.
 */
export async function replayed(page: Page, lang: string, contractId: string, end: Balances): Promise<void> {
  const t = textsOf(lang);
  await page.goto(`/smart-contracts/${contractId}/replay`);
  const table = page.getByRole('table', { name: t('replay:balances.title') });
  const shown = async () => (await table.locator('tbody td:last-child').allInnerTexts()).map(minorOf);
  const { held, released, disputed, refunded } = end;
  const parts = [held, released, disputed, refunded];
  const funded = held + released + disputed + refunded;
  await expect.poll(shown).toEqual([...parts, funded]);
  await expect(page.getByText(patternOf(lang)('replay:chain.holds_other')).first()).toBeVisible();
  const slider = page.getByRole('slider', { name: t('replay:slider') });
  await slider.focus();
  for (let n = Number(await slider.inputValue()); n > 1; n -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveValue(String(n - 1));
    const [sum = 0, ...rest] = (await shown()).toReversed();
    expect(
      rest.reduce((all, part) => all + part, 0),
      `after event ${n - 1}`,
    ).toBe(sum);
  }
}
