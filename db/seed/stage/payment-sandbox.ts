import type { CopiesInput } from '../../../server/integrations/stripe/sandbox/objects/copying.ts';

/** The payment sandbox's own controls: its clock, its hosted pages filled in, its webhooks held back. */
export interface PaymentSandbox {
  /** Freezes the clock at that time and runs everything due. It goes back only before its first object. */
  standAt(at: Date): Promise<void>;
  /** Continues from that time with the machine's clock. */
  runFrom(at: Date): Promise<void>;
  pay(sessionId: string, how?: { card?: string; iban?: string }): Promise<void>;
  completeOnboarding(accountId: string, iban: string): Promise<void>;
  payoutTakesUntil(payoutId: string, at: Date): Promise<void>;
  payoutReturns(payoutId: string, code: string): Promise<void>;
  /** The card's holder disputes a charge. Answers the dispute's id. */
  disputeCharge(chargeId: string, reason: string): Promise<string>;
  /** The bank decides, or gives back what it had kept. */
  decideDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** The network suspects that a charge is fraudulent. Answers the warning's id. */
  warnOfFraud(chargeId: string): Promise<string>;
  /** The provider takes a part of a transfer back. */
  reverseTransfer(transferId: string, amount: number): Promise<void>;
  /** Copies objects of payments that have ended. */
  copy(input: CopiesInput): Promise<void>;
  holdWebhooks(): Promise<void>;
  /** New events are sent again; those of the past stay unsent. */
  sendWebhooks(): Promise<void>;
}

export function connectSandbox(apiBase: string): PaymentSandbox {
  async function command<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${apiBase}/_sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const result = (await answer.json()) as T & { error?: unknown };
    if (!answer.ok)
      throw new Error(`the payment sandbox refused ${method} ${path}: ${JSON.stringify(result.error ?? result)}`);
    return result;
  }
  const post = <T = unknown>(path: string, body: unknown) => command<T>('POST', path, body);
  return {
    async standAt(at) {
      await post('clock', { set: at.toISOString(), freeze: true });
    },
    async runFrom(at) {
      await post('clock', { set: at.toISOString(), freeze: false });
    },
    async pay(sessionId, how = {}) {
      const { error } = await post<{ error: unknown }>(`pay/${sessionId}`, how);
      if (error) throw new Error(`the demo's card was declined: ${JSON.stringify(error)}`);
    },
    async completeOnboarding(accountId, iban) {
      await post(`accounts/${accountId}`, { outcome: 'complete', number: iban });
    },
    async payoutTakesUntil(payoutId, at) {
      await post(`payouts/${payoutId}`, { outcome: 'delayed', until: at.toISOString() });
    },
    async payoutReturns(payoutId, code) {
      await post(`payouts/${payoutId}`, { outcome: 'failed', code });
    },
    async disputeCharge(charge, reason) {
      return (await post<{ id: string }>('disputes', { charge, reason })).id;
    },
    async decideDispute(disputeId, outcome) {
      await post(`disputes/${disputeId}`, { outcome });
    },
    async warnOfFraud(chargeId) {
      return (await post<{ id: string }>(`warnings/${chargeId}`, {})).id;
    },
    async reverseTransfer(transferId, amount) {
      await post(`reversals/${transferId}`, { amount });
    },
    async copy(input) {
      await post('copies', input);
    },
    async holdWebhooks() {
      await post('webhooks', { mode: 'drop' });
    },
    async sendWebhooks() {
      await post('webhooks', { mode: 'normal' });
    },
  };
}
