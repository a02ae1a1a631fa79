import { isAPIError } from 'better-auth/api';
import type { Auth } from '../auth.ts';
import type { RequestIdentity } from '../context.ts';

/** What the library answers to a code that is wrong, and to a recovery code that another request has just used. */
const WRONG = [401, 409];

async function accepted(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isAPIError(error) && WRONG.includes(error.statusCode)) return false;
    throw error;
  }
}

/** The person behind a request's cookies, as the sign-in library identifies them. */
export function identityOf(auth: Auth, cookie: string | undefined): RequestIdentity {
  const headers = () => new Headers(cookie ? { cookie } : {});
  return {
    useTotp: (code) => accepted(auth.api.verifyTOTP({ body: { code }, headers: headers() })),
    useRecoveryCode: (code) =>
      accepted(auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers: headers() })),
    recoveryCodesLeft: async (userId) => (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length,
  };
}
