import { AuthRefusal } from '@/lib/auth.ts';
import { askForProof } from '@/lib/step-up.ts';

/** Calls of the account service ask for a proof the way procedures do; afterwards the call is made again. */
export async function withStepUp<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (
      !(error instanceof AuthRefusal) ||
      error.code !== 'auth.step_up_required' ||
      !(await askForProof('sign_in_settings'))
    )
      throw error;
    return call();
  }
}
