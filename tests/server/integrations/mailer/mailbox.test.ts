import { request } from 'node:http';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultPlan } from '../../../../server/integrations/mailer/sandbox/faults.ts';
import { createMailboxServer } from '../../../../server/integrations/mailer/sandbox/http.ts';
import { createSmtpServer } from '../../../../server/integrations/mailer/sandbox/smtp.ts';
import { MailStore } from '../../../../server/integrations/mailer/sandbox/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sponsio-mailbox-'));
let stop: () => Promise<void>;
let api: string;
let smtpPort: number;
let now: Date;
let store: MailStore;

async function start(capacity = 100): Promise<void> {
  store = new MailStore({ folder, capacity, now: () => now });
  const faults = new FaultPlan();
  const smtp = createSmtpServer(store, faults);
  const http = createMailboxServer({ store, faults });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  smtpPort = (smtp.server.address() as AddressInfo).port;
  api = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  stop = async () => {
    http.closeAllConnections();
    http.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  };
}

function send(to: string, subject: string, extra: Record<string, unknown> = {}) {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  return transport.sendMail({ from: 'Sponsio <no-reply@sponsio.example>', to, subject, text: `Hello ${to}`, ...extra });
}

const getJson = async (path: string) => (await fetch(`${api}${path}`)).json();
const command = (body: object) => fetch(`${api}/_faults`, { method: 'POST', body: JSON.stringify(body) });

beforeEach(async () => {
  now = new Date('2026-12-01T10:00:00Z');
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('reading mail', () => {
  test('lists the newest first and finds mail by recipient, subject and words', async () => {
    await send('ana@ana.example', 'Код 123456', { html: '<p>Код <b>123456</b></p>' });
    now = new Date('2026-12-01T10:00:01Z');
    await send('yusuf@yusuf.example', 'مرحبا');
    const all = await getJson('/api/v1/messages?limit=10');
    expect(all.messages.map((mail: { Subject: string }) => mail.Subject)).toEqual(['مرحبا', 'Код 123456']);
    const found = await getJson('/api/v1/search?query=to:ana@ana.example');
    expect(found).toMatchObject({
      total: 2,
      messages_count: 1,
      messages: [{ Subject: 'Код 123456', From: { Name: 'Sponsio', Address: 'no-reply@sponsio.example' } }],
    });
    expect(
      (await getJson(`/api/v1/search?query=${encodeURIComponent('subject:"код 123" to:ana')}`)).messages_count,
    ).toBe(1);
    expect((await getJson('/api/v1/search?query=to:nobody@else.example')).messages_count).toBe(0);
    const whole = await getJson(`/api/v1/message/${found.messages[0].ID}`);
    expect(whole).toMatchObject({
      Text: expect.stringContaining('Hello ana'),
      HTML: expect.stringContaining('<b>123456</b>'),
    });
    expect(await getJson('/api/v1/message/latest')).toMatchObject({ Subject: 'مرحبا' });
  });

  test('a blind copy is found by its envelope address', async () => {
    await send('ana@ana.example', 'Copy', { bcc: 'audit@sponsio.example' });
    expect((await getJson('/api/v1/search?query=to:audit@sponsio.example')).messages[0].Bcc).toEqual([
      { Name: '', Address: 'audit@sponsio.example' },
    ]);
  });

  test('a mailed page can neither run scripts nor use this address as its origin', async () => {
    await send('ana@ana.example', '<script>alert(1)</script>', {
      html: '<script>alert(2)</script><a href="http://localhost:3000/">go</a>',
    });
    const { ID } = (await getJson('/api/v1/messages')).messages[0];
    const page = await (await fetch(`${api}/message/${ID}`)).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const framed = await fetch(`${api}/view/${ID}.html`);
    expect(framed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await fetch(`${api}/`)).text()).not.toContain('<script>alert');
  });

  test('a mail is shown as a reader in the light, in the dark or in the theme of this computer sees it', async () => {
    await send('ana@ana.example', 'Dressed', {
      html: '<html><head><style>@media (prefers-color-scheme:dark){p{color:red}}@media ( prefers-color-scheme: light ){p{color:blue}}</style></head><body><p>x</p></body></html>',
    });
    const { ID } = (await getJson('/api/v1/messages')).messages[0];
    const page = async (theme: string) => (await fetch(`${api}/message/${ID}${theme}`)).text();
    expect(await page('')).toContain(`href="/message/${ID}" aria-current="true">As this computer`);
    expect(await page('?theme=dark')).toContain(`href="/message/${ID}?theme=dark" aria-current="true">Dark`);
    expect(await page('?theme=dark')).toContain(`src="/view/${ID}.html?theme=dark"`);
    expect(await page('?view=source')).not.toContain('Theme of the message');
    const framed = async (theme: string) => (await fetch(`${api}/view/${ID}.html${theme}`)).text();
    expect(await framed('')).toContain('@media (prefers-color-scheme:dark)');
    expect(await framed('?theme=dark')).toContain(
      '@media (min-width:0){p{color:red}}@media (max-width:0){p{color:blue}}',
    );
    expect(await framed('?theme=light')).toContain(
      '@media (max-width:0){p{color:red}}@media (min-width:0){p{color:blue}}',
    );
    expect(await framed('?theme=light')).toContain(':root{color-scheme:light!important}');
  });

  test('attachments are downloads', async () => {
    await send('ana@ana.example', 'Contract', { attachments: [{ filename: 'contract.html', content: '<h1>x</h1>' }] });
    const { ID } = (await getJson('/api/v1/messages')).messages[0];
    const part = await fetch(`${api}/api/v1/message/${ID}/part/1`);
    expect(part.headers.get('content-type')).toBe('application/octet-stream');
    expect(await part.text()).toBe('<h1>x</h1>');
  });

  test('unknown mail, unknown pages and writes from another site are refused', async () => {
    expect((await fetch(`${api}/api/v1/message/nope`)).status).toBe(404);
    expect((await fetch(`${api}/nope`)).status).toBe(404);
    expect(
      (await fetch(`${api}/api/v1/messages`, { method: 'DELETE', headers: { origin: 'http://evil.example' } })).status,
    ).toBe(403);
  });
});

describe('keeping mail', () => {
  test('survives a restart', async () => {
    await send('ana@ana.example', 'Kept');
    await stop();
    await start();
    expect((await getJson('/api/v1/messages')).messages).toMatchObject([{ Subject: 'Kept' }]);
  });

  test('one that a crash cut off is deleted at the next start, since it was not acknowledged; other files stay', async () => {
    await send('ana@ana.example', 'Kept');
    await send('ana@ana.example', 'Cut off');
    const { ID } = (await getJson('/api/v1/search?query=subject:cut')).messages[0];
    await stop();
    const file = join(folder, `${ID}.mail`);
    truncateSync(file, statSync(file).size - 1);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await start();
    expect((await getJson('/api/v1/messages')).messages).toMatchObject([{ Subject: 'Kept' }]);
    expect([existsSync(file), existsSync(join(folder, 'notes.txt'))]).toEqual([false, true]);
  });

  test('a mail with an expiry is invisible from that second on and then gone from disk', async () => {
    await send('ana@ana.example', 'Your code', { headers: { 'X-Sponsio-Expires': '2026-12-01T10:10:00Z' } });
    const { ID } = (await getJson('/api/v1/messages')).messages[0];
    now = new Date('2026-12-01T10:09:59Z');
    expect((await fetch(`${api}/api/v1/message/${ID}`)).status).toBe(200);
    now = new Date('2026-12-01T10:10:00Z');
    expect((await fetch(`${api}/api/v1/message/${ID}`)).status).toBe(404);
    expect((await getJson('/api/v1/messages')).total).toBe(0);
    await store.purgeExpired();
    expect(existsSync(join(folder, `${ID}.mail`))).toBe(false);
  });

  test('keeps no more than its capacity', async () => {
    await stop();
    await start(2);
    for (const [second, subject] of ['one', 'two', 'three'].entries()) {
      now = new Date(Date.UTC(2026, 11, 1, 10, 0, second));
      await send('ana@ana.example', subject);
    }
    expect((await getJson('/api/v1/messages')).messages.map((mail: { Subject: string }) => mail.Subject)).toEqual([
      'three',
      'two',
    ]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('deletes the chosen mails or all', async () => {
    await send('ana@ana.example', 'one');
    await send('ana@ana.example', 'two');
    const { ID } = (await getJson('/api/v1/messages')).messages[0];
    await fetch(`${api}/api/v1/messages`, { method: 'DELETE', body: JSON.stringify({ IDs: [ID] }) });
    expect((await getJson('/api/v1/messages')).total).toBe(1);
    await fetch(`${api}/api/v1/messages`, { method: 'DELETE' });
    expect((await getJson('/api/v1/messages')).total).toBe(0);
  });
});

test('mails are read under a name of this machine alone, not under one that a web page points here', async () => {
  const statusFor = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(api);
      request(
        { host: '127.0.0.1', port, path: '/api/v1/messages', headers: { host: host.replace('PORT', port) } },
        (answer) => resolve(answer.resume().statusCode ?? 0),
      )
        .on('error', reject)
        .end();
    });
  for (const host of ['127.0.0.1:PORT', 'localhost:PORT', 'localhost', 'LOCALHOST:PORT', '[::1]:PORT'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of [
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    'localhost.evil.example',
    '10.0.0.1:PORT',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 403]);
});

describe('misbehaving on command', () => {
  test('refuses for now, then for good, then accepts', async () => {
    await command({ kind: 'refuse_temporarily' });
    await command({ kind: 'refuse_permanently' });
    await expect(send('ana@ana.example', 'x')).rejects.toMatchObject({ responseCode: 451 });
    await expect(send('ana@ana.example', 'x')).rejects.toMatchObject({ responseCode: 550 });
    await send('ana@ana.example', 'x');
    expect((await getJson('/api/v1/messages')).total).toBe(1);
  });

  test('hangs up after keeping the mail, so that the sender sends it twice', async () => {
    await command({ kind: 'hang_up_after_accept', to: 'ana@' });
    await expect(send('ana@ana.example', 'x')).rejects.toThrow();
    await send('ana@ana.example', 'x');
    expect((await getJson('/api/v1/messages')).total).toBe(2);
  });

  test('a fault for one address leaves the others alone, and a wrong command is refused', async () => {
    await command({ kind: 'refuse_permanently', to: 'yusuf@' });
    await send('ana@ana.example', 'x');
    expect((await command({ kind: 'explode' })).status).toBe(400);
    expect((await getJson('/_faults')).faults).toHaveLength(1);
    await fetch(`${api}/_faults`, { method: 'DELETE' });
    expect((await getJson('/_faults')).faults).toEqual([]);
  });
});
