import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Locale } from '../../../../core/locale.ts';
import { ApiError } from '../engine/api-error.ts';
import { decodeForm, type RawObject } from '../engine/form.ts';
import type { World } from '../engine/world.ts';
import { readBody, redirect, sendHtml } from '../http.ts';
import { finishOnboarding, liftBankRestriction, type OnboardingOutcome, holderOf } from '../objects/onboarding.ts';
import { answerChallenge, paySession } from '../objects/paying.ts';
import { cardMethod, debitMethod } from '../objects/payment-methods.ts';
import type { CheckoutSession } from '../objects/payment-types.ts';
import { pageLocale, price, type Page } from './layout.ts';
import { expressPage, linkExpiredPage, onboardPage } from './onboard-page.ts';
import { challengePage, closedPage, emptyPayForm, payPage, successUrl, type PayForm } from './pay-page.ts';
import { word, type Word } from './strings.ts';

const OUTCOMES: readonly OnboardingOutcome[] = ['complete', 'incomplete', 'pending', 'rejected'];

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
}

/** The pages a payer or payee sees: checkout, the bank's question, onboarding, the payee's dashboard. */
export class HostedPages {
  readonly #world: World;
  readonly #durable: () => Promise<void>;

  constructor(world: World, durable: () => Promise<void>) {
    this.#world = world;
    this.#durable = durable;
  }

  /** False when the path is not one of the pages. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<boolean> {
    const [, noun, id, ticket] = path.split('/');
    const visit = { request, response, query };
    if (id === undefined || (request.method !== 'GET' && request.method !== 'POST')) return false;
    switch (noun) {
      case 'pay':
        await this.#pay(visit, id);
        return true;
      case '3ds':
        await this.#challenge(visit, id);
        return true;
      case 'onboard':
        await this.#onboard(visit, id, ticket ?? '');
        return true;
      case 'express':
        await this.#express(visit, id);
        return true;
      default:
        return false;
    }
  }

  async #pay(visit: Visit, sessionId: string): Promise<void> {
    const session = this.#world.store.get('checkout_session', sessionId);
    if (!session) return this.#show(visit, 404, closedPage(unknownSession(sessionId), this.#locale(visit, null)));
    const locale = this.#locale(visit, session.locale);
    if (session.status !== 'open') {
      const next = session.status === 'complete' ? successUrl(session) : null;
      if (visit.request.method === 'POST' && next !== null) return redirect(visit.response, next);
      return this.#show(visit, 200, closedPage(session, locale));
    }
    const blank = emptyPayForm(session, this.#world.now());
    if (visit.request.method === 'GET') {
      const error = visit.query.get('declined') === null ? null : word('errorDeclined', locale);
      return this.#show(visit, 200, payPage(this.#world, session, blank, error, locale));
    }
    const form = readForm(blank, decodeForm(await readBody(visit.request)));
    const problem = formProblem(form, this.#world.now());
    if (problem) return this.#show(visit, 422, payPage(this.#world, session, form, word(problem, locale), locale));
    try {
      const { session: after, challenge, error } = this.#world.store.transact(() => this.#submit(session, form));
      await this.#durable();
      if (challenge !== null) return redirect(visit.response, challenge);
      if (error) return this.#show(visit, 422, payPage(this.#world, after, form, errorWords(error, locale), locale));
      return redirect(visit.response, successUrl(after) ?? '/');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#show(visit, 422, payPage(this.#world, session, form, errorWords(error, locale), locale));
    }
  }

  #submit(session: CheckoutSession, form: PayForm): ReturnType<typeof paySession> {
    const payer = { email: form.email || undefined, name: form.name || undefined };
    const [month = 12, year = 40] = form.expiry.split('/').map((part) => Number(part.trim()));
    const method =
      form.method === 'bank_debit'
        ? debitMethod(this.#world, { iban: form.iban, ...payer })
        : cardMethod(this.#world, {
            number: form.cardnumber,
            expMonth: month,
            expYear: year < 100 ? 2000 + year : year,
            ...payer,
          });
    return paySession(this.#world, session.id, method, payer);
  }

  async #challenge(visit: Visit, intentId: string): Promise<void> {
    const { store } = this.#world;
    const intent = store.get('payment_intent', intentId) ?? store.get('setup_intent', intentId);
    const session = store.indexed(
      'checkout_session',
      intent?.object === 'setup_intent' ? 'setup_intent' : 'payment_intent',
      intentId,
    )[0];
    const locale = this.#locale(visit, session?.locale);
    if (!intent) return this.#show(visit, 404, linkExpiredPage(null, locale));
    const returnUrl = intent.next_action?.redirect_to_url.return_url ?? null;
    if (visit.request.method === 'GET' && intent.status === 'requires_action') {
      const amount = intent.object === 'payment_intent' ? price(intent.amount, intent.currency, locale) : null;
      return this.#show(visit, 200, challengePage(amount, locale));
    }
    const approved =
      visit.request.method === 'POST' && decodeForm(await readBody(visit.request))['answer'] === 'approve';
    const { session: after, error } = store.transact(() => answerChallenge(this.#world, intentId, approved));
    await this.#durable();
    if (after) {
      const done =
        after.status === 'complete' ? successUrl(after) : `${after.url ?? after.cancel_url ?? '/'}?declined=1`;
      return redirect(visit.response, done ?? '/');
    }
    if (returnUrl === null) return this.#show(visit, 200, linkExpiredPage(null, locale));
    const target = new URL(returnUrl);
    target.searchParams.set(intent.object, intent.id);
    target.searchParams.set('redirect_status', error === null && approved ? 'succeeded' : 'failed');
    return redirect(visit.response, target.href);
  }

  async #onboard(visit: Visit, accountId: string, ticketId: string): Promise<void> {
    const { store } = this.#world;
    const locale = this.#locale(visit, null);
    const ticket = store.get('onboarding_ticket', ticketId);
    const account = store.get('account', accountId);
    if (!ticket || !account || ticket.account !== accountId)
      return this.#show(visit, 404, linkExpiredPage(null, locale));
    if (ticket.used || ticket.expires_at < this.#world.now()) return redirect(visit.response, ticket.refresh_url);
    if (visit.request.method === 'GET') return this.#show(visit, 200, onboardPage(account, null, locale));
    const form = decodeForm(await readBody(visit.request));
    const outcome = OUTCOMES.find((candidate) => candidate === form['outcome']) ?? 'complete';
    try {
      store.transact(() => {
        this.#world.update('onboarding_ticket', ticketId, { used: true });
        finishOnboarding(this.#world, accountId, {
          outcome,
          name: text(form['name']) || undefined,
          number: text(form['number']) || undefined,
          allCurrencies: form['all_currencies'] === 'yes',
        });
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#show(visit, 422, onboardPage(account, word('errorAccount', locale), locale));
    }
    await this.#durable();
    return redirect(visit.response, ticket.return_url);
  }

  async #express(visit: Visit, accountId: string): Promise<void> {
    const world = this.#world;
    const locale = this.#locale(visit, null);
    const account = world.store.get('account', accountId);
    if (!account) return this.#show(visit, 404, linkExpiredPage(null, locale));
    if (visit.request.method === 'POST') {
      const number = text(decodeForm(await readBody(visit.request))['number']);
      world.store.transact(() => {
        if (account.details_submitted && account.charges_enabled)
          finishOnboarding(world, accountId, { outcome: 'complete', number, name: holderOf(account) ?? undefined });
        liftBankRestriction(world, accountId);
      });
      await this.#durable();
    }
    const balances = world.balances.currencies(accountId).map((currency) => ({
      currency,
      available: world.balances.available(accountId, currency, world.now()),
      pending: world.balances.pending(accountId, currency, world.now()),
    }));
    return this.#show(
      visit,
      200,
      expressPage(balances, world.store.indexed('bank_account', 'account', accountId), locale),
    );
  }

  #locale(visit: Visit, chosen: string | null | undefined): Locale {
    return pageLocale(visit.query.get('locale') ?? chosen, visit.request.headers['accept-language']);
  }

  #show({ response }: Visit, status: number, { html, nonce }: Page): void {
    sendHtml(response, status, html, nonce);
  }
}

const text = (value: RawObject[string] | undefined): string => (typeof value === 'string' ? value : '');

function readForm(blank: PayForm, sent: RawObject): PayForm {
  const names = Object.keys(blank) as (keyof PayForm)[];
  return Object.fromEntries(names.map((name) => [name, text(sent[name]).trim()])) as Record<keyof PayForm, string>;
}

function formProblem(form: PayForm, now: number): Word | null {
  if (form.method === 'bank_debit') return null;
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(form.expiry);
  if (!match || !/^\d{3,4}$/.test(form.cvc)) return 'errorExpiry';
  const month = Number(match[1]);
  const year = Number(match[2]) + (match[2]!.length === 2 ? 2000 : 0);
  const isFuture = month >= 1 && month <= 12 && Date.UTC(year, month, 1) > now * 1000;
  return isFuture ? null : 'errorExpiry';
}

function errorWords(error: ApiError, locale: Locale): string {
  const { code, decline_code } = error.body;
  if (decline_code === 'insufficient_funds') return word('errorFunds', locale);
  if (code === 'incorrect_number' || decline_code === 'test_mode_live_card') return word('errorNumber', locale);
  if (code === 'invalid_bank_account_iban') return word('errorAccount', locale);
  return word('errorDeclined', locale);
}

const unknownSession = (id: string): CheckoutSession =>
  ({ id, status: 'expired', cancel_url: null, success_url: null }) as unknown as CheckoutSession;
