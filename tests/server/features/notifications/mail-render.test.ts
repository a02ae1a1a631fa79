import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { FICTITIOUS_OPERATOR } from '../../../../server/core/operator-settings.ts';
import type { NoticeField } from '../../../../server/core/notices.ts';
import { MAILS } from '../../../../server/features/mails.gen.ts';
import { NOTICES } from '../../../../server/features/notices.gen.ts';
import { renderMail } from '../../../../server/features/notifications/mail-render.ts';
import { noticeValues } from '../../../../server/features/notifications/rules.ts';
import { type AccountMailKind, BUNDLED, NOTICE_KINDS } from '../../../../server/features/notifications/schema.ts';
import { textsIn } from '../../../../server/features/notifications/texts.ts';

const SAMPLE: Record<NoticeField, string | number> = {
  name: 'Café Lumen',
  title: 'Autumn menu',
  milestone: 'Reel',
  amountMinor: 125_050,
  currency: 'EUR',
  deadlineAt: '2026-11-24T16:30:00.000Z',
  hours: 3,
  reason: 'Too dark',
  number: 'S-2026-000019',
  conversationId: '0198a1b2-0000-7000-8000-000000000000',
};
const dataOf = (fields: readonly NoticeField[]) => Object.fromEntries(fields.map((f) => [f, SAMPLE[f]]));
const render = (template: string, locale: string, data: Record<string, string | number | null> = {}) =>
  renderMail({
    template,
    locale,
    timeZone: 'Europe/Paris',
    data: { link: '/payouts', ...data },
    appUrl: 'http://localhost:3000',
    operator: FICTITIOUS_OPERATOR,
  });

describe('every kind of notice in every language', () => {
  test.each(LOCALES)('%s', (locale) => {
    for (const kind of NOTICE_KINDS) {
      const { subject, html, text } = render(kind, locale, dataOf(NOTICES[kind].fields));
      expect(subject.length, `${kind} ${locale}`).toBeGreaterThan(3);
      for (const part of [subject, html.replace(/<style>[^]*<\/style>/, ''), text]) {
        expect(part, `${kind} ${locale}`).not.toMatch(/\{\{|\}\}|undefined|\bnull\b|NaN/);
        expect(part, `${kind} ${locale}`).not.toContain(`${kind}.`);
      }
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(html).not.toContain('<table');
      expect(html).toContain('href="http://localhost:3000/payouts"');
      expect(text).toContain('http://localhost:3000/payouts');
    }
  });

  test('no text uses a field its kind does not carry', () => {
    for (const kind of NOTICE_KINDS) {
      const values = noticeValues(dataOf(NOTICES[kind].fields), 'en', 'UTC');
      const { t } = textsIn('en');
      const shown = Object.fromEntries([...Object.keys(SAMPLE), 'amount'].map((field) => [field, `<${field}>`]));
      for (const part of ['title', 'body']) {
        const wanted = [...t(`notifications:${kind}.${part}`, { ...shown, count: 5 }).matchAll(/<(\w+)>/g)].map(
          (m) => m[1],
        );
        for (const field of wanted) expect(Object.keys(values), `${kind}.${part}`).toContain(field);
      }
    }
  });
});

describe('a bundle in every language', () => {
  test.each(LOCALES)('%s', (locale) => {
    for (const [kind, page] of Object.entries(BUNDLED)) {
      for (const count of [1, 2, 3, 11, 100]) {
        const { subject, text } = render('bundle', locale, { kind, count });
        expect(subject + text, `${kind} ${locale} ${count}`).not.toMatch(/\{\{|\}\}|undefined|bundle\./);
        expect(text).toContain(`http://localhost:3000${page}`);
      }
    }
    expect(() => render('bundle', locale, { kind: 'payout_sent', count: 2 })).toThrow(RangeError);
  });
});

describe('every mail about an account in every language', () => {
  const KINDS = Object.keys(MAILS) as AccountMailKind[];

  test.each(LOCALES)('%s', (locale) => {
    for (const kind of KINDS) {
      const { fields, link } = MAILS[kind];
      const data = Object.fromEntries(
        fields.map((field: string) => [field, field.endsWith('At') ? '2026-11-24T16:30:00.000Z' : `value-of-${field}`]),
      );
      const { subject, html, text } = render(kind, locale, { ...data, link });
      for (const part of [subject, html.replace(/<style>[^]*<\/style>/, ''), text])
        expect(part, `${kind} ${locale}`).not.toMatch(/\{\{|\}\}|undefined|\bnull\b|account\.\w/);
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(text).toContain(`http://localhost:3000${link}`);
      for (const [field, value] of Object.entries(data))
        expect(text, `${kind} ${locale} says ${field}`).toContain(
          field.endsWith('At') ? (locale === 'fr' ? '17\u00a0h\u00a030' : '17:30') : value,
        );
    }
  });

  test('the texts use what the kind carries and nothing else', () => {
    const texts = JSON.parse(readFileSync('locales/en/mail.json', 'utf8')) as {
      account: Record<string, Record<string, string>>;
    };
    for (const kind of KINDS) {
      const used = Object.values(texts.account[kind] ?? {}).flatMap((text) =>
        [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]),
      );
      expect(used.filter((field) => field !== 'brand').sort(), kind).toEqual([...MAILS[kind].fields].sort());
    }
  });
});

test.each(LOCALES)('every mail in %s ends with the operator’s legal name, address and register', (locale) => {
  const { name, address, register } = FICTITIOUS_OPERATOR;
  for (const { html, text } of [
    render('payout_sent', locale, dataOf(NOTICES.payout_sent.fields)),
    render('bundle', locale, { kind: 'offer_received', count: 3 }),
    render('password_changed', locale, { changedAt: SAMPLE.deadlineAt! }),
  ])
    for (const fact of [name, address, register]) {
      expect(text.split('\n').at(-1)).toContain(fact);
      expect(html).toContain(fact);
    }
});

test('amounts and dates read as in their language and zone', () => {
  const values = noticeValues(
    { amountMinor: 125_050, currency: 'EUR', deadlineAt: '2026-11-24T23:30:00.000Z', hours: 1 },
    'fr',
    'Europe/Paris',
  );
  expect(values.amount).toMatch(/^1\s250,50\s€$/u);
  expect(values.deadlineAt).toMatch(/mer\. 25 nov\..*00\u00a0h\u00a030/);
  expect(values.count).toBe(1);
  expect(noticeValues({ amountMinor: 5_000, currency: 'JPY' }, 'en', 'UTC').amount).toBe('JP¥5,000');
  expect(noticeValues({ amountMinor: 1_230, currency: 'KWD' }, 'ar', 'Asia/Kuwait').amount).toContain('1.230');
  expect(noticeValues({ deadlineAt: '2026-11-24T23:30:00.000Z' }, 'en', 'Not/AZone').deadlineAt).toContain('UTC');
});

test('plural forms follow the number', () => {
  const body = (locale: string, hours: number) =>
    render('offer_expiring', locale, { name: 'X', title: 'Y', hours, deadlineAt: SAMPLE.deadlineAt! }).text;
  expect(body('en', 1)).toContain('1 hour left');
  expect(body('en', 4)).toContain('4 hours left');
  expect(body('ru', 4)).toContain('осталось 4 часа');
  expect(body('ru', 24)).toContain('осталось 24 часа');
  expect(body('ru', 11)).toContain('осталось 11 часов');
  expect(body('ar', 2)).toContain('بقيت ساعتان');
});

test('what people wrote is text: no markup, no header line, no placeholder of ours', () => {
  const { subject, html } = render('message_received', 'en', {
    name: 'Eve\r\nBcc: all@example.com',
    title: '<img src=x onerror=alert(1)> {{brand}} $t(mail:frame.why)',
  });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x');
  expect(html).toContain('{{brand}} $t(mail:frame.why)');
});

test('a code mail carries its digits, until when, and the way to enter them', () => {
  const code = { digits: '042917', address: 'nadia+lumen@test.example' };
  const mail = (template: string, locale: string) =>
    renderMail({
      template,
      locale,
      timeZone: 'Asia/Tokyo',
      data: { codeId: 'x', expiresAt: '2026-11-24T10:00:00.000Z' },
      appUrl: 'http://localhost:3000',
      operator: FICTITIOUS_OPERATOR,
      code,
    });
  for (const locale of LOCALES) {
    const { html, text, subject } = mail('code_reset', locale);
    expect(html).toContain('042917');
    expect(text).toContain('042917');
    expect(subject).not.toContain('042917');
    expect(text).toMatch(/19(?::|\u00a0h\u00a0)00/u);
    expect(text).toContain('http://localhost:3000/reset-password?email=nadia%2Blumen%40test.example');
  }
  const reset = renderMail({
    template: 'code_reset',
    locale: 'en',
    timeZone: 'UTC',
    data: { codeId: 'x', expiresAt: '2026-11-24T10:00:00.000Z', userType: 'admin' },
    appUrl: 'http://localhost:3000',
    operator: FICTITIOUS_OPERATOR,
    code,
  });
  expect(reset.text).toContain('/reset-password?email=nadia%2Blumen%40test.example&user_type=admin');
  expect(mail('code_verify', 'en').text).toContain('http://localhost:3000/verify-account');
  expect(() => render('no_such_mail', 'en')).toThrow(RangeError);
});
