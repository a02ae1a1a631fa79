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
