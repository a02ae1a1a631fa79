/** `email`: verifies the new mailbox of an account; `domain`: a mailbox at the domain of a brand's site. */
export type CodePurpose = 'verify' | 'reset' | 'delete' | 'email' | 'domain';
