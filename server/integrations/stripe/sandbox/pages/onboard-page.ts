import type { Locale } from '../../../../core/locale.ts';
import type { Account, BankAccount } from '../objects/connect-types.ts';
import { holderOf } from '../objects/onboarding.ts';
import { html, nothing, page, price, type Html, type Page } from './layout.ts';
import { word, type Word } from './strings.ts';

/** Test numbers by what happens to payouts; any country's IBAN with the same last digits does the same. */
const NUMBERS: readonly (readonly [number: string, effect: string])[] = [
  ['FR1420041010050500013M02606', 'paid'],
  ['DE89370400440532013000', 'paid'],
  ['DE62370400440532013001', 'no_account'],
  ['DE89370400440532013002', 'account_closed'],
  ['DE89370400440532013009', 'paid → returned'],
  ['000123456789', 'paid'],
  ['000111111116', 'no_account'],
];

/** The hosted onboarding form. Its buttons choose how onboarding ends: `button[name=outcome][value=complete]` and so on. */
export function onboardPage(account: Account, error: string | null, locale: Locale): Page {
  const t = (key: Word): string => word(key, locale);
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(account.country) ?? account.country;
  const company = account.business_type === 'company';
  const other = (value: string, key: Word): Html =>
    html`<button type="submit" name="outcome" value="${value}">${t(key)}</button>`;
  return page(
    locale,
    t('onboardTitle'),
    html`${error === null ? nothing : html`<p class="error" role="alert">${error}</p>`}
<form class="panel" method="post">
<dl><dt>${t('country')}</dt><dd>${country}</dd></dl>
<label for="name">${t(company ? 'companyName' : 'fullName')}</label><input id="name" name="name" autocomplete="${company ? 'organization' : 'name'}" value="${holderOf(account) ?? (company ? 'Test Company' : 'Camille Test')}">
<label for="number">${t('account')}</label><input id="number" name="number" class="ltr" autocomplete="off" value="${NUMBERS[0]![0]}">
<label class="choice" for="all"><input type="checkbox" id="all" name="all_currencies" value="yes" checked>${t('allCurrencies')}</label>
<button class="main plain" type="submit" name="outcome" value="complete">${t('submitComplete')}</button>
<div class="stack">${other('pending', 'submitPending')}${other('incomplete', 'submitIncomplete')}${other('rejected', 'submitRejected')}</div>
<details><summary>${t('testAccounts')}</summary><ul>${NUMBERS.map(([number, effect]) => html`<li><button type="button" data-fill="number" data-value="${number}"><span class="ltr">${number}</span><span class="ltr">${effect}</span></button></li>`)}</ul></details>
</form>`,
  );
}

export function linkExpiredPage(refreshUrl: string | null, locale: Locale): Page {
  return page(
    locale,
    word('linkExpired', locale),
    refreshUrl === null ? nothing : html`<a class="back" href="${refreshUrl}">${word('goOn', locale)}</a>`,
  );
}

/** The payee's own small dashboard, behind a login link. */
export function expressPage(
  balances: { currency: string; available: number; pending: number }[],
  banks: BankAccount[],
  locale: Locale,
): Page {
  const bank = banks[0];
  return page(
    locale,
    word('balance', locale),
    html`<section class="panel"><dl>${balances.map((entry) => html`<dt>${entry.currency.toUpperCase()}</dt><dd>${price(entry.available + entry.pending, entry.currency, locale)}</dd>`)}
<dt>${word('account', locale)}</dt><dd class="ltr">${bank === undefined ? '–' : `•••• ${bank.last4}`}</dd></dl></section>
<form class="panel" method="post"><label for="number">${word('account', locale)}</label><input id="number" name="number" class="ltr" value="${NUMBERS[0]![0]}">
<button class="main plain" type="submit">${word('goOn', locale)}</button></form>`,
  );
}
