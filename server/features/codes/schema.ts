/** `email`: verifies the new mailbox of an account. */
export type CodePurpose = 'verify' | 'reset' | 'delete' | 'email';
