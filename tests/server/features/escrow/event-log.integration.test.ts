import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import { eventLog } from '../../../../server/features/escrow/timeline/log.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { createSigner } from '../../../../server/integrations/signing/signer.ts';
import { verifyEventLog } from '../../../../src/features/contracts/event-log.ts';
import { isQuote, verifyQuote } from '../../../../src/features/contracts/signed-quote.ts';
import { createOrg } from '../../../support/people.ts';
import { createMoneyWorld, openDeal, payAtProvider, type MoneyWorld, type TestDeal } from './deal-kit.ts';

const KEY = (letter: string) => `${letter}:${Buffer.alloc(32, letter).toString('base64')}`;

let world: MoneyWorld;
let deal: TestDeal;
let text: string;
const folder = mkdtempSync(join(tmpdir(), 'sponsio-log-'));
beforeAll(async () => {
  world = await createMoneyWorld('event_log');
  world.integrations.signer = createSigner(`${KEY('a')},${KEY('b')}`);
  deal = await openDeal(world, { amounts: [40_000] });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), { milestoneId: deal.milestoneId });
  ({ text } = await eventLog(world.as(deal.brand), { contractId: deal.contractId }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});
afterEach(() => vi.unstubAllGlobals());

/** What the script prints about a file. */
function printed(file: string, keys: readonly object[]): string {
  writeFileSync(join(folder, 'signed'), file);
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys }));
  try {
    return execFileSync(
      process.execPath,
      ['scripts/verify-log.mjs', join(folder, 'signed'), '--keys', join(folder, 'jwks.json')],
      { cwd: projectRoot, encoding: 'utf8' },
    );
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** What the script prints and the browser's check finds. */
async function verdicts(log: string, keys = world.integrations.signer!.keys) {
  const script = printed(log, keys);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ keys })));
  return { script, browser: await verifyEventLog(log) };
}

test('both parties download the same events with the same head, and the script and the browser accept them', async () => {
  const other = await eventLog(world.as(deal.creator), { contractId: deal.contractId });
  expect(other.text.split('\n').slice(0, -2)).toEqual(text.split('\n').slice(0, -2));
  const { script, browser } = await verdicts(text);
  expect(script).toMatch(/^valid: \d+ events/u);
  expect(browser).toMatchObject({ kind: 'valid', events: text.split('\n').length - 3 });
  if (browser.kind === 'valid') expect(script).toContain(browser.head);
});

test('a log that an older key signed is accepted while that key is published', async () => {
  const before = world.integrations.signer!;
  world.integrations.signer = createSigner(`${KEY('c')},${KEY('a')}`);
  expect((await verdicts(text)).browser.kind).toBe('valid');
  world.integrations.signer = createSigner(KEY('c'));
  const { script, browser } = await verdicts(text);
  const last = text.split('\n').length - 1;
  expect(browser).toEqual({ kind: 'wrong', line: last });
  expect(script).toContain(`line ${last}`);
  world.integrations.signer = before;
});

test.each([
  ['an amount', (lines: string[]) => lines.with(2, lines[2]!.replace(/"held":\d+/u, '"held":12345')), 3],
  ['a left out event', (lines: string[]) => lines.toSpliced(1, 1), 2],
  ['an event that appears twice', (lines: string[]) => lines.toSpliced(2, 0, lines[1]!), 3],
  ['a field more', (lines: string[]) => lines.with(1, lines[1]!.replace('{', '{"aa":1,')), 2],
  ['white space', (lines: string[]) => lines.with(1, lines[1]!.replace(':', ': ')), 2],
  ['another currency', (lines: string[]) => lines.with(0, lines[0]!.replace('"EUR"', '"USD"')), null],
])('%s in the file is refused at its line, by the script and in the browser', async (_what, change, line) => {
  const lines = text.split('\n');
  const { script, browser } = await verdicts(change(lines).join('\n'));
  const expected = line ?? lines.length - 1;
  expect(browser).toEqual({ kind: 'wrong', line: expected });
  expect(script).toContain(`line ${expected}:`);
});

test('a third org does not download the log: a foreign deal looks like an unknown one', async () => {
  const stranger = await createOrg(world, 'brand', 'Stranger');
  await expect(eventLog(world.as(stranger), { contractId: deal.contractId })).rejects.toThrow('not_found');
});

test('a quote of several milestones is accepted with its sum, and refused with another, by the script and in the browser', async () => {
  const several = await openDeal(world, { amounts: [30_001, 20_003] });
  const [milestoneId, ...also] = several.milestoneIds;
  const { total, expiresAt, file } = await quote(world.as(several.brand), { milestoneId: milestoneId!, also });
  const { keys } = world.integrations.signer!;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ keys })));
  expect(isQuote(file!)).toBe(true);
  expect(await verifyQuote(file!)).toEqual({ kind: 'valid', total, currency: 'EUR', milestones: 2, expiresAt });
  expect(printed(file!, keys)).toContain(`of ${total} EUR`);
  for (const altered of [
    file!.replace(`"total":${total}`, `"total":${total - 1}`),
    file!.replace('"price":20003', '"price":20002'),
    file!.replace('{', '{"aa":1,'),
  ]) {
    expect(altered).not.toBe(file);
    expect(await verifyQuote(altered)).toEqual({ kind: 'wrong' });
    expect(printed(altered, keys)).toMatch(/^not valid/u);
  }
});
