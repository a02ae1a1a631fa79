/**
 * The anonymous key that the client sends with the public account calls: it identifies the client and is not a secret.
 */
export const PUBLIC_KEY_HEADER = 'x-public-key';
export const DEFAULT_PUBLIC_KEY = 'pk_sponsio_public';
