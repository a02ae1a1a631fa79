import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** A public key of {@link Signer} as RFC 8037 writes it. */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** Signs what others verify without our server. */
export interface Signer {
  /** The key that signs. */
  key: PublicJwk;
  /** Every key whose signatures are to be trusted: the one that signs, then those that signed before. */
  keys: readonly PublicJwk[];
  /** Ed25519 over the UTF-8 bytes of the text, base64url. */
  sign(text: string): string;
  /** Whether this key signed the text. */
  verify(text: string, signature: string, key: PublicJwk): boolean;
}

/** What PKCS #8 writes before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The key's id is the thumbprint of RFC 7638, which can be computed from the key. */
function jwkOf(key: KeyObject): PublicJwk {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

/** `list` is `id:base64` of 32 bytes, the newest first: that key signs, the others stay published. */
export function createSigner(list: string): Signer {
  const [newest, ...older] = list
    .split(',')
    .map((entry) => privateKey(Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64')));
  if (!newest) throw new Error('SIGNING_KEYS is empty');
  return {
    key: jwkOf(newest),
    keys: [newest, ...older].map(jwkOf),
    sign: (text) => sign(null, Buffer.from(text), newest).toString('base64url'),
    verify: (text, signature, { kty, crv, x }) =>
      verify(
        null,
        Buffer.from(text),
        createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      ),
  };
}
