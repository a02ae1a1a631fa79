import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineProvider } from '../../scripts/sim/provider.ts';
import type { ConnectedAccount, PaymentProvider } from '../../server/integrations/stripe/provider.ts';
import type { TestWorld } from './people.ts';

/** A run of the services that stops at a write to the provider: at that gate, counted from 1, as the model counts them. */
export interface GatedRun {
  stopAt: number | null;
  gates: number;
  /** Resolves when the run has stopped. */
  stopped: Promise<void>;
  stop(): void;
  /** Lets it go on; a run that is never let go on is a process that crashed. */
  goOn(): void;
  released: Promise<void>;
}

export function gatedRun(stopAt: number | null): GatedRun {
  let stop = (): void => {};
  let goOn = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  return { stopAt, gates: 0, stopped, stop, goOn, released };
}

export const currentRun = new AsyncLocalStorage<GatedRun>();

async function gate(): Promise<void> {
  const run = currentRun.getStore();
  if (!run) return;
  run.gates += 1;
  if (run.gates !== run.stopAt) return;
  run.stop();
  await run.released;
}

/** A payee's account with the provider's bank accounts; whether it can be paid is as stored, by a command of its own. */
export async function storedAccount(
  { owner }: TestWorld,
  engine: EngineProvider,
  accountId: string,
): Promise<ConnectedAccount> {
  const banks = engine.retrieveBanks(accountId);
  const row = await owner
    .selectFrom('payout_accounts')
    .selectAll()
    .where('provider_account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const ready = row.state === 'enabled';
  return {
    accountId,
    country: row.country,
    businessType: row.business_type,
    detailsSubmitted: true,
    payoutsEnabled: ready,
    transfersActive: ready,
    requirementsDue: [],
    pendingVerification: [],
    disabledReason: null,
    banks,
    defaultCurrency: row.currency,
    balance: [],
    metadata: {},
  };
}

/** The provider as the services call it, over an engine in this process, with a gate on each side of a write. */
export function gatedProvider(
  engine: () => EngineProvider,
  account: (accountId: string) => Promise<ConnectedAccount>,
): PaymentProvider {
  const write = async <T>(call: (provider: EngineProvider) => T): Promise<T> => {
    await gate();
    let made: T;
    try {
      made = call(engine());
    } catch (error) {
      await gate();
      throw error;
    }
    await gate();
    return made;
  };
  const read = async <T>(call: (provider: EngineProvider) => T): Promise<T> => call(engine());
  const provider: Partial<PaymentProvider> = {
    createCheckout: (input) => write((p) => p.createCheckout(input)),
    retrieveCheckout: (id) => read((p) => p.retrieveCheckout(id)),
    expireCheckout: (id) => write((p) => p.expireCheckout(id)),
    findCheckout: (opId) => read((p) => p.findCheckout(opId)),
    retrievePayment: (id) => read((p) => p.retrievePayment(id)),
    createCustomer: (input) => write((p) => ({ customerId: p.createCustomer(input.opId) })),
    findCustomer: async () => null,
    createSetup: (input) =>
      write((p) => ({
        sessionId: p.createSetup(input.opId, input.customerId),
        status: 'open',
        url: null,
        methodId: null,
      })),
    retrieveSetup: (id) =>
      read((p) => ({ sessionId: id, status: 'complete', url: null, methodId: p.savedBy(id).methodId })),
    retrieveMethod: (id) => read((p) => p.retrieveMethod(id)),
    detachMethod: (id) => write((p) => p.detachMethod(id)),
    chargeMethod: (input) => write((p) => p.chargeMethod(input)),
    findPayment: (opId, customerId) => read((p) => p.findPayment(opId, customerId)),
    cancelPayment: (id) => write((p) => p.cancelPayment(id)),
    createTransfer: (input) => write((p) => p.createTransfer(input)),
    findTransfer: (opId, group) => read((p) => p.findTransfer(opId, group)),
    createRefund: (input) => write((p) => p.createRefund(input)),
    retrieveRefund: (id) => read((p) => p.retrieveRefund(id)),
    findRefund: (opId, chargeId) => read((p) => p.findRefund(opId, chargeId)),
    retrieveAccount: account,
    createPayout: (input) => write((p) => p.createPayout(input)),
    retrievePayout: (account, id) => read((p) => p.retrievePayout(account, id)),
    findPayout: (opId, account) => read((p) => p.findPayout(opId, account)),
    retrieveTransfer: (id) => read((p) => p.retrieveTransfer(id)),
    listReversals: (id) => read((p) => p.listReversals(id)),
    retrieveBalanceTransaction: (id) => read((p) => p.retrieveBalanceTransaction(id)),
    retrieveDispute: (id) => read((p) => p.retrieveDispute(id)),
    retrieveFraudWarning: (id) => read((p) => p.retrieveFraudWarning(id)),
    verifyWebhook: (body) => {
      const { place, id } = JSON.parse(String(body)) as ReturnType<typeof webhookOf>;
      return { ...engine().event(id), id: `evt_${String(place).padStart(6, '0')}_${id.slice('evt_'.length)}` };
    },
  };
  return provider as PaymentProvider;
}

/**
 * What is sent of an event: the engine signs nothing. The product takes events of one moment by their ids, which are random
 * at the provider; here they begin with the place in which the event arrives, so that product and model take the same order.
 */
export const webhookOf = (id: string, place: number) => ({ id, place });
