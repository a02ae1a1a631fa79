import { AppError } from '../../core/errors.ts';
import type { ProviderError, ProviderErrorKind } from '../../integrations/stripe/provider.ts';

/** The provider's refusal among the errors of a call, or null for a fault of ours. */
export const asProviderError = (error: unknown): ProviderError | null =>
  error instanceof Error && error.name === 'ProviderError' ? (error as ProviderError) : null;

export const refusedWith = (error: unknown, ...kinds: ProviderErrorKind[]): boolean => {
  const refused = asProviderError(error);
  return refused !== null && kinds.includes(refused.kind);
};

/** A server error was answered, so the request has ended; after a lost connection its outcome is unknown. */
export const answeredServerError = (error: ProviderError): boolean =>
  error.kind === 'unknown_outcome' && (error.requestId !== null || error.code.startsWith('http_5'));

/** Why a call failed, for operators. */
export const whyFailed = (error: unknown): string => {
  const refused = asProviderError(error);
  return refused ? `${refused.code}: ${refused.message}` : String(error);
};

/**
 * For a call that a person may repeat at any time, which is all that can be done about a provider that does not answer.
 * Throws payment.provider_unavailable.
 */
export async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (asProviderError(error)) throw new AppError('payment.provider_unavailable');
    throw error;
  }
}
