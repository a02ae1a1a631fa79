import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 's1';

/** Encrypts what a network gives to read an account. */
export interface TokenSeal {
  /**
   * The encrypted text. `owner` names the row it belongs to and is authenticated with it: a text that is copied to
   * another row cannot be opened there.
   */
  seal(plain: string, owner: string): string;
  /** The text that was sealed for this owner; throws for any other text, owner or unknown key. */
  open(sealed: string, owner: string): string;
  /** Whether it was sealed with another key than the newest. */
  isOutdated(sealed: string): boolean;
}

function keysOf(list: string): Map<string, Buffer> {
  return new Map(
    list.split(',').map((entry) => {
      const at = entry.indexOf(':');
      return [entry.slice(0, at), Buffer.from(entry.slice(at + 1), 'base64')];
    }),
  );
}

/**
 * AES-256-GCM with a random nonce per text. `list` is `id:base64` of 32 bytes, the newest first: that key seals, the
 * others still open what they sealed, until every row was sealed anew.
 */
export function createTokenSeal(list: string): TokenSeal {
  const keys = keysOf(list);
  const [newest = ''] = keys.keys();
  const keyFor = (id: string): Buffer => {
    const key = keys.get(id);
    if (!key) throw new Error(`no key ${id} in SOCIAL_TOKEN_KEYS opens this text`);
    return key;
  };
  // The key's id is authenticated too: exchanging it must not go unnoticed.
  const bound = (id: string, owner: string): Buffer => Buffer.from(`${FORMAT}\n${id}\n${owner}`);
  return {
    seal(plain, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyFor(newest), iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(bound(newest, owner));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [FORMAT, newest, Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')].join('.');
    },
    open(sealed, owner) {
      const [format, id = '', data = '', ...rest] = sealed.split('.');
      const bytes = Buffer.from(data, 'base64url');
      if (format !== FORMAT || rest.length > 0 || bytes.length < IV_BYTES + TAG_BYTES)
        throw new Error('not a sealed text');
      const decipher = createDecipheriv(ALGORITHM, keyFor(id), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(bound(id, owner));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    isOutdated: (sealed) => sealed.split('.')[1] !== newest,
  };
}
