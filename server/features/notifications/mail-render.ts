import { ADDRESSES, type Address } from '../../core/addresses.ts';
import type { OutgoingMail } from '../../integrations/mailer/mailer.ts';
import type { Locale } from '../../core/locale.ts';
import type { AccountMailSpec, NoticeSpec } from '../../core/notices.ts';
import type { Operator } from '../../core/operator.ts';
import type { CodePurpose } from '../codes/schema.ts';
import { MAILS } from '../mails.gen.ts';
import { NOTICES } from '../notices.gen.ts';
import { mailHtml, mailText, type MailContent } from './mail-layout.ts';
import { formatDateTime, noticeValues } from './rules.ts';
import { BUNDLE_TEMPLATE, BUNDLED, isBundled, NOTICE_KINDS, type AccountMailKind, type NoticeKind } from './schema.ts';
import { MAIL_BRAND, textsIn, type Translate } from './texts.ts';

export interface MailToRender {
  template: string;
  locale: string;
  timeZone: string;
  data: Record<string, string | number | null>;
  appUrl: string;
  operator: Pick<Operator, 'name' | 'address' | 'register'>;
  /** The digits of a code mail, made at the moment of sending; its address goes into the button's link. */
  code?: { digits: string; address: string };
}
export type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text'>;

/** Where the digits are entered. */
const CODE_PAGES: Record<CodePurpose, Address> = {
  verify: ADDRESSES.verifyAccount,
  reset: ADDRESSES.resetPassword,
  delete: ADDRESSES.dataDeletion,
  email: ADDRESSES.signInMethods,
  domain: ADDRESSES.brand,
};

const codePurpose = (template: string): CodePurpose | null =>
  (Object.keys(CODE_PAGES) as CodePurpose[]).find((purpose) => template === `code_${purpose}`) ?? null;
const isAccountMail = (template: string): template is AccountMailKind => Object.hasOwn(MAILS, template);
const isNotice = (template: string): template is NoticeKind => (NOTICE_KINDS as readonly string[]).includes(template);

function frame(
  { operator: { name, address, register } }: MailToRender,
  locale: Locale,
  t: Translate,
): Pick<MailContent, 'brand' | 'tagline' | 'fallback' | 'operator'> {
  const facts = { operator: name, address: address.replace(/\s*\n\s*/gu, ', '), register };
  return {
    brand: MAIL_BRAND,
    tagline: t('mail:frame.tagline'),
    fallback: t('mail:frame.fallback'),
    operator: t('mail:frame.operator', noticeValues(facts, locale, 'UTC')),
  };
}

function noticeMail(mail: MailToRender, kind: NoticeKind): MailContent {
  const { locale, t } = textsIn(mail.locale);
  const values = noticeValues(mail.data, locale, mail.timeZone);
  const title = t(`notifications:${kind}.title`, values);
  return {
    ...frame(mail, locale, t),
    locale,
    subject: title,
    heading: title,
    paragraphs: [t(`notifications:${kind}.body`, values)],
    button: {
      label: t(`mail:action.${(NOTICES[kind] as NoticeSpec).action ?? 'deal'}`),
      url: new URL(String(mail.data.link ?? ADDRESSES.start), mail.appUrl).href,
    },
    notes: [t('mail:frame.why'), t('mail:frame.zone')],
  };
}

function accountMail(mail: MailToRender, kind: AccountMailKind): MailContent {
  const { locale, t } = textsIn(mail.locale);
  const values = noticeValues(mail.data, locale, mail.timeZone);
  const subject = t(`mail:account.${kind}.subject`, values);
  const spec: AccountMailSpec = MAILS[kind];
  const hasTime = spec.fields.some((field) => field.endsWith('At'));
  const body = t(`mail:account.${kind}.body`, values);
  return {
    ...frame(mail, locale, t),
    locale,
    subject,
    heading: subject,
    paragraphs: spec.toStranger ? body.split(/\n{2,}/u) : [body],
    button: {
      label: t(`mail:account.${kind}.action`, values),
      url: new URL(String(mail.data.link ?? ADDRESSES.start), mail.appUrl).href,
    },
    notes: [
      t(`mail:account.${kind}.note`, values),
      ...(spec.toStranger ? [] : [t('mail:frame.why')]),
      ...(hasTime ? [t('mail:frame.zone')] : []),
    ],
  };
}

/** Several notices of one kind at once; throws on a kind that is never bundled. */
function bundleMail(mail: MailToRender): MailContent {
  const { locale, t } = textsIn(mail.locale);
  const kind = String(mail.data.kind);
  if (!isBundled(kind)) throw new RangeError(`no mail bundles ${kind}`);
  const subject = t(`mail:bundle.${kind}.subject`, { count: Number(mail.data.count) });
  return {
    ...frame(mail, locale, t),
    locale,
    subject,
    heading: subject,
    paragraphs: [t(`mail:bundle.${kind}.body`)],
    button: { label: t('mail:bundle.action'), url: new URL(BUNDLED[kind], mail.appUrl).href },
    notes: [t('mail:frame.why')],
  };
}

function codeMail(mail: MailToRender, purpose: CodePurpose, code: { digits: string; address: string }): MailContent {
  const { locale, t } = textsIn(mail.locale);
  const url = new URL(CODE_PAGES[purpose], mail.appUrl);
  url.searchParams.set('email', code.address);
  // The page redirects to the sign-in page of this kind of account; staff sign in at one portal only.
  if (purpose === 'reset' && mail.data.userType) url.searchParams.set('user_type', String(mail.data.userType));
  const expiresAt = formatDateTime(String(mail.data.expiresAt ?? ''), locale, mail.timeZone);
  return {
    ...frame(mail, locale, t),
    locale,
    subject: t(`mail:code.${purpose}.subject`),
    heading: t(`mail:code.${purpose}.subject`),
    paragraphs: [t(`mail:code.${purpose}.body`)],
    code: code.digits,
    button: { label: t(`mail:code.${purpose}.action`), url: url.href },
    notes: [t('mail:code.valid', { expiresAt }), t('mail:code.ignore')],
  };
}

function contentOf(mail: MailToRender): MailContent {
  const purpose = codePurpose(mail.template);
  if (mail.code && purpose) return codeMail(mail, purpose, mail.code);
  if (isNotice(mail.template)) return noticeMail(mail, mail.template);
  if (mail.template === BUNDLE_TEMPLATE) return bundleMail(mail);
  if (isAccountMail(mail.template)) return accountMail(mail, mail.template);
  throw new RangeError(`no mail is called ${mail.template}`);
}

/** Subject, HTML and text of a queued mail in its reader's language. Throws on an unknown template. */
export function renderMail(mail: MailToRender): RenderedMail {
  const content = contentOf(mail);
  // A line break in a name must not begin a header of its own.
  const subject = content.subject.replace(/\s+/g, ' ').trim();
  return { subject, html: mailHtml({ ...content, subject }), text: mailText(content) };
}
