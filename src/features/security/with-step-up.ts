import { AuthRefusal } from '@/lib/auth-calls.ts';
import { requestProof } from '@/lib/step-up.ts';

/** Calls of the account service require a proof like procedures; after the proof the call is repeated. */
export async function withStepUp<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (
      !(error instanceof AuthRefusal) ||
      error.code !== 'auth.step_up_required' ||
      !(await requestProof('sign_in_settings'))
    )
      throw error;
    return call();
  }
}
