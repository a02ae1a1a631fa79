import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { withTx } from '../../../../server/context.ts';
import { ADDRESSES } from '../../../../server/core/addresses.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { issueCode } from '../../../../server/features/accounts/codes.ts';
import { queueCodeMail } from '../../../../server/features/accounts/code-mail.ts';
import { expandNotices } from '../../../../server/features/notifications/expander.ts';
import { accountMailboxes } from '../../../../server/features/accounts/mailboxes.ts';
import { sendMails } from '../../../../server/features/notifications/mail-sender.ts';
import { queueMail } from '../../../../server/features/notifications/queue-mail.ts';
import { notify } from '../../../../server/features/notifications/notify.ts';
import { currentSession } from '../../../../server/features/accounts/service.ts';
import {
  listNotifications,
  markRead,
  retryMail,
  undeliveredMails,
} from '../../../../server/features/notifications/service.ts';
import { createLogger } from '../../../../server/integrations/create.ts';
import type { OutgoingMail } from '../../../../server/integrations/mailer/mailer.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let finance: OrgActor;
let sent: OutgoingMail[] = [];
let refuse: ((mail: OutgoingMail) => Error | null) | null = null;

beforeAll(async () => {
  world = await createTestWorld('notices');
  world.integrations.mailer = {
    async send(mail) {
      const error = refuse?.(mail);
      if (error) throw error;
      sent.push(mail);
    },
    close() {},
  };
  brand = await createOrg(world, 'brand', 'Café Lumen');
  finance = await member(world, brand, 'finance', 'Finn');
});
beforeEach(() => {
  sent = [];
  refuse = null;
});
afterAll(() => world.close());

const send = (key: string, roles?: readonly ('owner' | 'finance')[]) =>
  withTx(world.as(brand), (tx) =>
    notify(tx, {
      orgId: brand.orgId,
      kind: 'work_submitted',
      data: {
        name: 'Leo',
        title: 'Autumn menu',
        milestone: 'Reel',
        amountMinor: 40_000,
        currency: 'EUR',
        deadlineAt: '2026-12-01T10:00:00.000Z',
      },
      link: ADDRESSES.deals,
      key,
      ...(roles ? { roles } : {}),
    }),
  );
async function drain() {
  while (await expandNotices(world.system()));
}
async function sendAll() {
  while (await sendMails(world.system(), { mailboxes: accountMailboxes }));
}

describe('a notice', () => {
  test('reaches each person once, though written twice and expanded by many at once', async () => {
    const key = `k:${newId()}`;
    await send(key);
    await send(key);
    await Promise.all(Array.from({ length: 6 }, drain));
    await Promise.all(Array.from({ length: 4 }, sendAll));
    const rows = await world.owner
      .selectFrom('notifications')
      .selectAll()
      .where('dedupe_key', 'like', `${key}:%`)
      .execute();
    expect(rows.map((r) => r.user_id).sort()).toEqual([brand.userId, finance.userId].sort());
    expect(sent.map((m) => m.to).sort()).toEqual([brand.email, finance.email].sort());
    expect(new Set(sent.map((m) => m.messageId)).size).toBe(2);
    expect(sent[0]?.subject).toContain('Reel');
  });

  test('with roles reaches only these', async () => {
    await send(`k:${newId()}`, ['finance']);
    await drain();
    await sendAll();
    expect(sent.map((m) => m.to)).toEqual([finance.email]);
  });

  test('is undone with its transaction', async () => {
    await expect(
      withTx(world.as(brand), async (tx) => {
        await notify(tx, {
          orgId: brand.orgId,
          kind: 'payout_account_ready',
          data: {},
          link: '/payouts',
          key: 'undone',
        });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await drain();
    expect(
      await world.owner.selectFrom('notifications').select('id').where('dedupe_key', 'like', 'undone%').execute(),
    ).toEqual([]);
  });

  test('shows in the bell of its reader only, page by page, until read', async () => {
    for (let i = 0; i < 3; i += 1) await send(`bell:${newId()}`, ['finance']);
    await drain();
    await sendAll();
    const ctx = world.as(finance);
    const first = await listNotifications(ctx, { limit: 2 });
    expect(first.items).toHaveLength(2);
    expect(first.next).not.toBeNull();
    const rest = await listNotifications(ctx, { limit: 100, after: first.next ?? undefined });
    expect(rest.items.map((n) => n.id)).not.toContain(first.items[0]?.id);
    const own = await listNotifications(world.as(brand), { limit: 100 });
    expect(own.items.map((n) => n.id)).not.toContain(first.items[0]?.id);
    const one = first.items[0]?.id ?? '';
    expect((await markRead(world.as(brand), { ids: [one] })).unread).toBe(own.unread);
    expect((await markRead(ctx, { ids: [one] })).unread).toBe(first.unread - 1);
    expect((await markRead(ctx, {})).unread).toBe(0);
  });

  test('is read by visiting the page it leads to, and no other one is', async () => {
    const page = ADDRESSES.deal(newId());
    for (const link of [page, `${page}?tab=documents`, ADDRESSES.deal(newId())] as const) {
      await withTx(world.as(brand), (tx) =>
        notify(tx, {
          orgId: brand.orgId,
          kind: 'payout_account_ready',
          data: {},
          link,
          key: `visit:${newId()}`,
          roles: ['finance'],
        }),
      );
    }
    await drain();
    await sendAll();
    const ctx = world.as(finance);
    const before = (await listNotifications(ctx, { limit: 1 })).unread;
    expect((await markRead(ctx, { link: page })).unread).toBe(before - 2);
    const links = (await listNotifications(ctx, { limit: 100 })).items
      .filter(({ readAt }) => readAt === null)
      .map(({ link }) => link);
    expect(links.some((link) => link.startsWith(page))).toBe(false);
  });
});

describe('what many send at once', () => {
  test('is one mail at once and one with the rest at the end of the hour, while the bell shows each', async () => {
    const reader = await createOrg(world, 'creator', 'Wanted');
    const clock = steppedClock(new Date('2026-12-01T10:10:00Z'));
    const expandAt = async () => {
      while (await expandNotices(world.system(clock)));
    };
    const offers = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        await withTx(world.as(brand), (tx) =>
          notify(tx, {
            orgId: reader.orgId,
            kind: 'offer_received',
            data: {
              name: 'Café Lumen',
              title: 'Menu',
              amountMinor: 40_000,
              currency: 'EUR',
              deadlineAt: '2026-12-03T10:00:00.000Z',
            },
            link: `/collaboration-request/${newId()}`,
            key: `crowd:${newId()}`,
          }),
        );
      }
    };
    await offers(60);
    await expandAt();
    clock.set(new Date('2026-12-01T10:40:00Z'));
    await offers(40);
    await expandAt();
    const queued = await world.owner
      .selectFrom('mails')
      .select(['template', 'data', 'available_at'])
      .where('user_id', '=', reader.userId)
      .orderBy('available_at')
      .execute();
    expect(queued.map((m) => m.template)).toEqual(['offer_received', 'bundle']);
    expect(queued[1]).toMatchObject({
      data: { kind: 'offer_received', count: 99 },
      available_at: new Date('2026-12-01T11:00:00Z'),
    });
    expect((await listNotifications(world.as(reader), { limit: 1 })).unread).toBe(100);
    // An hour later the next one is sent at once again.
    clock.set(new Date('2026-12-01T11:30:00Z'));
    await offers(1);
    await expandAt();
    expect(
      await world.owner
        .selectFrom('mails')
        .select('id')
        .where('user_id', '=', reader.userId)
        .where('template', '=', 'offer_received')
        .execute(),
    ).toHaveLength(2);
    await world.owner.updateTable('mails').set({ state: 'sent' }).where('user_id', '=', reader.userId).execute();
  });
});

describe('a mail', () => {
  const queued = () => world.owner.selectFrom('mails').selectAll().where('state', '=', 'queued').execute();
  const due = () =>
    world.owner
      .updateTable('mails')
      .set({ available_at: new Date(0) })
      .where('state', '=', 'queued')
      .execute();

  test('about an account is sent once, in the language the account has when it is sent', async () => {
    const key = newId();
    const deliver = () =>
      withTx(world.as(finance), (tx) =>
        queueMail(tx, {
          kind: 'new_sign_in',
          to: finance.email,
          userId: finance.userId,
          key,
          data: { device: 'Firefox', signedInAt: '2026-12-01T10:00:00.000Z' },
        }),
      );
    await deliver();
    await deliver();
    await world.owner.updateTable('profiles').set({ locale: 'fr' }).where('id', '=', finance.userId).execute();
    await sendAll();
    await world.owner.updateTable('profiles').set({ locale: 'en' }).where('id', '=', finance.userId).execute();
    expect(sent.map((m) => m.subject)).toEqual(['Nouvelle connexion à votre compte']);
    expect(sent[0]?.text).toContain('Firefox');
  });

  test('to a mailbox whose owner the sender may not look up is still in the language of its account', async () => {
    await world.owner.updateTable('profiles').set({ locale: 'ar' }).where('id', '=', finance.userId).execute();
    await withTx(world.as(brand), (tx) =>
      queueMail(tx, { kind: 'sign_up_again', to: finance.email, userId: null, key: newId(), data: {} }),
    );
    await sendAll();
    await world.owner.updateTable('profiles').set({ locale: 'en' }).where('id', '=', finance.userId).execute();
    expect(sent[0]?.html).toContain('<html lang="ar" dir="rtl">');
  });

  test('that the server refuses for now is sent later, with the same Message-ID', async () => {
    await send(`k:${newId()}`, ['finance']);
    await drain();
    const ids: string[] = [];
    refuse = (mail) => {
      ids.push(mail.messageId);
      return ids.length < 3 ? Object.assign(new Error('421 try later'), { responseCode: 421 }) : null;
    };
    const before = Date.now();
    await sendAll();
    expect(sent).toHaveLength(0);
    const [row] = await queued();
    expect(row?.last_error).toContain('421');
    expect(row?.available_at.getTime()).toBeGreaterThan(before);
    await due();
    await sendAll();
    await due();
    await sendAll();
    expect(sent).toHaveLength(1);
    expect(new Set(ids).size).toBe(1);
    expect(await queued()).toEqual([]);
  });

  test('that no server accepts in ten tries is given up', async () => {
    await send(`k:${newId()}`, ['finance']);
    await drain();
    refuse = () =>
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1025'), {
        code: 'ESOCKET',
        command: 'CONN',
        errno: -111,
        syscall: 'connect',
      });
    for (let i = 0; i < 10; i += 1) {
      await due();
      await sendAll();
    }
    expect(await queued()).toEqual([]);
    const failed = await world.owner
      .selectFrom('mails')
      .select(['last_error', 'attempts'])
      .where('state', '=', 'failed')
      .execute();
    expect(failed).toEqual([{ last_error: 'ESOCKET CONN ECONNREFUSED', attempts: 10 }]);
  });

  test('that its mailbox refuses for good has bounced: tried once, shown in the account and to operators, sent again when they request it', async () => {
    const bounced = async () =>
      (
        await world.owner
          .selectFrom('profiles')
          .select('email_bounced_at')
          .where('id', '=', finance.userId)
          .executeTakeFirstOrThrow()
      ).email_bounced_at;
    const staff = await createStaff(world);
    await send(`k:${newId()}`, ['finance']);
    await drain();
    const words = `550 5.1.1 <${finance.email}>: no such user`;
    refuse = () =>
      Object.assign(new Error(`Can't send mail - all recipients were rejected: ${words}`), {
        responseCode: 550,
        response: words,
        code: 'EENVELOPE',
        command: 'RCPT TO',
        rejected: [finance.email],
      });
    const lines: string[] = [];
    const { log } = world.integrations;
    world.integrations.log = createLogger({ LOG_LEVEL: 'info' }, 'worker', { write: (line) => void lines.push(line) });
    await sendAll();
    world.integrations.log = log;
    expect(lines.join(''), 'the log').toContain('could not be delivered');
    expect(lines.join(''), 'a mail server’s words repeat the address').not.toContain(finance.email);
    expect(await bounced()).not.toBeNull();
    expect((await currentSession(world.as(finance)))?.emailBounced).toBe(true);
    expect((await currentSession(world.as(brand)))?.emailBounced).toBe(false);
    const [row] = (await undeliveredMails(world.as(staff), { limit: 25 })).items.filter((m) => m.state === 'bounced');
    expect(row).toMatchObject({
      to: finance.email,
      attempts: 1,
      lastError: '550 5.1.1 EENVELOPE RCPT TO',
      mayRetry: true,
    });
    await expect(retryMail(world.as(await createStaff(world, 'support')), { id: row!.id })).rejects.toMatchObject({
      code: 'auth.not_allowed',
    });
    refuse = null;
    await retryMail(world.as(staff), { id: row!.id });
    await sendAll();
    expect(sent.map((m) => m.to)).toEqual([finance.email]);
    expect(await bounced()).toBeNull();
    await expect(retryMail(world.as(staff), { id: row!.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not taken for bounced when it is our login that the server refuses', async () => {
    await send(`k:${newId()}`, ['finance']);
    await drain();
    refuse = () => Object.assign(new Error('535 authentication failed'), { responseCode: 535, code: 'EAUTH' });
    await sendAll();
    expect((await queued()).map((m) => m.last_error)).toEqual(['535 EAUTH']);
    refuse = null;
    await due();
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  test('with a code is made when it is sent, carries its end, and is dropped after it', async () => {
    const email = `coded${newId()}@test.example`;
    await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'verify', email, userId: newId() });
    const code = await world.owner
      .selectFrom('one_time_codes')
      .select(['id', 'expires_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await queueCodeMail(world.system(), { id: code.id });
    await queueCodeMail(world.system(), { id: code.id });
    const stored = await world.owner.selectFrom('mails').selectAll().where('to_address', '=', email).execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/"\d{6}"/);
    await sendAll();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toMatch(/\n\d{6}\n/);
    expect(sent[0]?.expiresAt).toEqual(code.expires_at);
    await world.owner
      .updateTable('mails')
      .set({ state: 'queued', data: JSON.stringify({ codeId: code.id, expiresAt: new Date(0).toISOString() }) })
      .where('to_address', '=', email)
      .execute();
    await sendAll();
    expect(sent).toHaveLength(1);
    expect(
      (await world.owner.selectFrom('mails').select('state').where('to_address', '=', email).executeTakeFirstOrThrow())
        .state,
    ).toBe('failed');
  });
});
