import type { Logger } from 'pino';
import type { Currency } from '../core/money.ts';
import type { Operator } from '../core/operator.ts';
import type { Dns } from './dns/dns.ts';
import type { GuardedFetch } from './fetch/guarded.ts';
import type { Signer } from './signing/signer.ts';
import type { PaymentProvider } from './stripe/provider.ts';
import type { Social } from './social/social.ts';
import type { Mailer } from './mailer/mailer.ts';
import type { Storage } from './storage/storage.ts';

/** The outside services of a use case. */
export interface Integrations {
  payments: PaymentProvider;
  mailer: Mailer;
  storage: Storage;
  /** Reads addresses that people named. */
  fetch: GuardedFetch;
  /** Reads records of domains. */
  dns: Dns;
  /** Networks that accounts can be connected on. */
  social: Social;
  /** Signs event logs; null where no key is set. */
  signer: Signer | null;
  log: Logger;
  settings: Settings;
}

/** Values of the environment that services may read. */
export interface Settings {
  appUrl: string;
  mode: 'demo' | 'test' | 'production';
  clockPolicy: 'standard' | 'demo' | 'test';
  platformCountry: string;
  /** Minor units; releases above them require a fresh proof of identity. */
  releaseStepUpAbove: Record<Currency, number>;
  /** Minor units; contracts above them require one when they are signed. */
  signStepUpAbove: Record<Currency, number>;
  /** Minor units; provider fees that one brand's refunds may cost in 30 days before an operator decides. */
  feeLossCap: Record<Currency, number>;
  /** Multiplies the daily limits on offers, applications, messages and first contacts. */
  contactLimitFactor: number;
  /** Who operates the installation. */
  operator: Operator;
  codeSecret: string;
  /** Encrypts authenticator secrets and recovery codes. */
  authSecret: string;
  temporalUiUrl: string;
  temporalNamespace: string;
  /** Address of the payment sandbox's books; null with Stripe itself. */
  providerBooksUrl: string | null;
  /** Web address of the local mailbox; null where mail goes to a real server. */
  mailboxUrl: string | null;
}
