import type { Locale } from '../../../../core/locale.ts';
import type { World } from '../engine/world.ts';
import type { CheckoutSession } from '../objects/payment-types.ts';
import { html, nothing, page, price, type Html, type Page } from './layout.ts';
import { word, type Word } from './strings.ts';

const CARDS: readonly (readonly [number: string, effect: Word])[] = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0077', 'atOnce'],
  ['4000 0000 0000 0002', 'declines'],
  ['4000 0000 0000 9995', 'noFunds'],
  ['4000 0025 0000 3155', 'requiresBank'],
  ['4000 0027 6000 3184', 'requiresBank'],
  ['4000 0000 0000 0259', 'disputed'],
  ['4000 0000 0000 5126', 'refundFails'],
];
/** What a saved card does when it is charged later. */
const CARDS_TO_SAVE: readonly (readonly [number: string, effect: Word])[] = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0341', 'declinesLater'],
  ['4000 0000 0000 0002', 'declines'],
  ['4000 0025 0000 3155', 'requiresBankOnce'],
  ['4000 0027 6000 3184', 'requiresBankAlways'],
];
const ACCOUNTS: readonly (readonly [iban: string, effect: Word])[] = [
  ['AT611904300234573201', 'succeeds'],
  ['AT861904300235473202', 'fails'],
];

export interface PayForm {
  method: string;
  cardnumber: string;
  expiry: string;
  cvc: string;
  name: string;
  email: string;
  iban: string;
}

export const emptyPayForm = (session: CheckoutSession, now: number): PayForm => ({
  method: 'card',
  cardnumber: CARDS[0]![0],
  expiry: `12 / ${String(new Date(now * 1000).getUTCFullYear() + 4).slice(-2)}`,
  cvc: '123',
  name: 'Test Payer',
  email: session.customer_details?.email ?? session.customer_email ?? 'payer@example.com',
  iban: ACCOUNTS[0]![0],
});

/** The hosted page of a checkout session. Field names are stable for scripts: cardnumber, expiry, cvc, name, email, iban. */
export function payPage(
  world: World,
  session: CheckoutSession,
  form: PayForm,
  error: string | null,
  locale: Locale,
): Page {
  const t = (key: Word): string => word(key, locale);
  const isSetup = session.mode === 'setup';
  const total = isSetup ? '' : price(session.amount_total ?? 0, session.currency ?? 'eur', locale);
  const takesDebit = session.payment_method_types.includes('sepa_debit');
  const field = (key: Word, name: keyof PayForm, attributes: Html, isLtr = false): Html =>
    html`<div><label for="${name}">${t(key)}</label><input id="${name}" name="${name}" value="${form[name]}" class="${isLtr ? 'ltr' : ''}" ${attributes}></div>`;
  const picks = (name: string, list: readonly (readonly [string, Word])[]): Html =>
    html`<ul>${list.map(([value, effect]) => html`<li><button type="button" data-fill="${name}" data-value="${value}"><span class="ltr">${value}</span><span>${t(effect)}</span></button></li>`)}</ul>`;
  const lines = world.get('checkout_plan', session.id).lines;
  return page(
    locale,
    isSetup ? t('saveMethod') : `${t('pay')} ${total}`,
    html`${error === null ? nothing : html`<p class="error" role="alert">${error}</p>`}
${isSetup ? nothing : html`<section class="panel"><dl>${lines.map((line) => html`<dt><bdi>${line.description}${line.quantity > 1 ? ` × ${line.quantity}` : ''}</bdi></dt><dd>${price(line.amount_total, line.currency, locale)}</dd>`)}<dt class="sum">${t('total')}</dt><dd class="sum">${total}</dd></dl></section>`}
<form class="panel" method="post">
${takesDebit ? html`<fieldset><legend>${t('method')}</legend>${choice('by-card', 'card', t('card'), form.method)}${choice('by-debit', 'bank_debit', t('debit'), form.method)}</fieldset>` : html`<input type="hidden" name="method" value="card">`}
${field('email', 'email', html`type="email" autocomplete="email"`, true)}
<div class="by-card">
${field('cardNumber', 'cardnumber', html`inputmode="numeric" autocomplete="cc-number"`, true)}
<div class="pair">${field('expiry', 'expiry', html`inputmode="numeric" autocomplete="cc-exp"`, true)}${field('cvc', 'cvc', html`inputmode="numeric" autocomplete="cc-csc"`, true)}</div>
${field('name', 'name', html`autocomplete="cc-name"`)}
</div>
${takesDebit ? html`<div class="by-debit">${field('iban', 'iban', html`autocomplete="off"`, true)}<p class="soft">${t(isSetup ? 'mandateNote' : 'debitNote')}</p></div>` : nothing}
<button class="main" type="submit">${isSetup ? t('saveMethod') : `${t('pay')} ${total}`}</button>
<details class="by-card"><summary>${t('testCards')}</summary>${picks('cardnumber', isSetup ? CARDS_TO_SAVE : CARDS)}</details>
${takesDebit ? html`<details class="by-debit"><summary>${t('testAccounts')}</summary>${picks('iban', ACCOUNTS)}</details>` : nothing}
</form>
${session.cancel_url === null ? nothing : html`<a class="back" href="${session.cancel_url}">${t('back')}</a>`}`,
  );
}

const choice = (id: string, value: string, label: string, chosen: string): Html =>
  html`<label class="choice" for="${id}"><input type="radio" id="${id}" name="method" value="${value}" ${value === chosen ? html`checked` : nothing}>${label}</label>`;

/** What a session that is no longer open shows. */
export function closedPage(session: CheckoutSession, locale: Locale): Page {
  const isPaid = session.status === 'complete';
  const link = isPaid ? successUrl(session) : session.cancel_url;
  return page(
    locale,
    word(isPaid ? 'alreadyPaid' : 'expired', locale),
    link === null ? nothing : html`<a class="back" href="${link}">${word(isPaid ? 'goOn' : 'back', locale)}</a>`,
  );
}

/** The bank's authentication page. */
export function challengePage(amount: string | null, locale: Locale): Page {
  return page(
    locale,
    word('bankTitle', locale),
    html`<form class="panel" method="post">${amount === null ? nothing : html`<p>${amount}</p>`}
<button class="main" type="submit" name="answer" value="approve">${word('approve', locale)}</button>
<div class="stack"><button type="submit" name="answer" value="fail">${word('reject', locale)}</button></div></form>`,
  );
}

export const successUrl = (session: CheckoutSession): string | null =>
  session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null;
